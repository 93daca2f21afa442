/** Finds a Firefox: the one named by FIREFOX_PATH, or one of the system. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Finds a Firefox that starts: the one named by FIREFOX_PATH, or one of the system; where we may, the distribution's is installed. */
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
    return /Firefox/.test(execFileSync(path, ['--version'], { encoding: 'utf8', timeout: 30_000, stdio: ['ignore', 'pipe', 'ignore'] }))
  } catch {
    return false
  }
}

/** Its path; undefined where there is none. */
export function findFirefox(): string | undefined {
  const named = process.env['FIREFOX_PATH']
  return [
    ...(named === undefined || named === '' ? [] : [named]),
    ...names.flatMap(name => folders.map(folder => join(folder, name))),
  ].find(starts)
}
