/** Where the sandbox keeps what it must not forget: by default the place that the system has for a program's state, never the project. */
import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

/** The state folder of a user on a platform. */
export function defaultDataFolder(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string {
  const absolute = (path: string | undefined): string | undefined => (path !== undefined && isAbsolute(path) ? path : undefined)
  if (platform === 'win32') return join(absolute(env['LOCALAPPDATA']) ?? join(home, 'AppData', 'Local'), 'legwork')
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'legwork')
  return join(absolute(env['XDG_STATE_HOME']) ?? join(home, '.local', 'state'), 'legwork')
}

/** Makes the folder, for its user alone; what cannot be made is told in words. */
export function makeDataFolder(folder: string): string | undefined {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return undefined
  } catch (error) {
    return `The folder ${folder} cannot be made (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}): set SANDBOX_DATA to one that can, or to "memory".`
  }
}
