import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * Finds a working Firefox: FIREFOX_PATH, an installed one, or one installed by the distribution's package manager if
 * permitted.
 */
const names = ['firefox-esr', 'firefox']
const folders = [
  ...(process.env['PATH'] ?? '').split(delimiter),
  '/usr/bin',
  '/usr/local/bin',
  '/snap/bin',
  '/Applications/Firefox.app/Contents/MacOS',
]

function starts(path: string): boolean {
  if (!existsSync(path)) return false
  try {
    return /Firefox/.test(
      execFileSync(path, ['--version'], { encoding: 'utf8', timeout: 30_000, stdio: ['ignore', 'pipe', 'ignore'] }),
    )
  } catch {
    return false
  }
}

export function findFirefox(): string | undefined {
  const named = process.env['FIREFOX_PATH']
  return [
    ...(named === undefined || named === '' ? [] : [named]),
    ...names.flatMap(name => folders.map(folder => join(folder, name))),
  ].find(starts)
}
