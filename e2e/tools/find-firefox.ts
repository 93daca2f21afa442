/** Finds a Firefox that starts: the one named by FIREFOX_PATH, or one of the system; where we may, the distribution's is installed. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runCommand } from './run-command.ts'

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

function findFirefox(): string | undefined {
  const named = process.env['FIREFOX_PATH']
  return [
    ...(named === undefined || named === '' ? [] : [named]),
    ...names.flatMap(name => folders.map(folder => join(folder, name))),
  ].find(starts)
}

/** Its path; undefined where there is none and none could be installed. */
export async function ensureFirefox(): Promise<string | undefined> {
  const found = findFirefox()
  if (found !== undefined || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return found
  process.stdout.write('  installing firefox-esr with apt-get\n')
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await runCommand('apt-get', ['update', '-q'], { env, timeoutMs: 300_000 })
  await runCommand('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'firefox-esr'], { env, timeoutMs: 300_000 })
  return findFirefox()
}
