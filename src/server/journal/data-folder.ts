/** Where the sandbox keeps what it must not forget: by default the place that the system has for a program's state, never the project. */
import { mkdirSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'

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

/** Makes the folder, for its user alone; what cannot be made is reported in words. */
export function makeDataFolder(folder: string): string | undefined {
  try {
    makeWithParents(folder)
    return undefined
  } catch (error) {
    return `The folder ${folder} cannot be made (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}): set SANDBOX_DATA to one that can, or to "memory".`
  }
}

/** One after the other: Node's own recursive way never ends where a parent is there and takes no folder (`/proc`). */
function makeWithParents(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found?.isDirectory() === true) return
  if (found !== undefined) throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' })
  const parent = dirname(folder)
  if (parent !== folder) makeWithParents(parent)
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    const isMade = (error as NodeJS.ErrnoException).code === 'EEXIST' && statSync(folder).isDirectory()
    if (!isMade) throw error
  }
}

const whys: readonly (readonly [RegExp, string])[] = [
  [/ENOSPC|EDQUOT|full/, 'its disk is full'],
  [/EROFS|EACCES|EPERM|read-?only/i, 'nothing can be written there'],
]

/** Why nothing can be kept in a folder that is there, in words; undefined for an error that is not the system's or the database's. */
export function folderProblem(folder: string, error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, message, name } = error as NodeJS.ErrnoException
  if (typeof code !== 'string' && name !== 'SQLite3Error') return undefined
  const what = `${code ?? ''} ${message}`
  const why = whys.find(([pattern]) => pattern.test(what))?.[1] ?? 'the system refuses it'
  return `Nothing can be kept in ${folder}: ${why} (${code ?? message}). Put that right, set SANDBOX_DATA to another folder, or keep nothing with SANDBOX_DATA=memory.`
}
