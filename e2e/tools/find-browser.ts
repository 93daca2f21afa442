/**
 * Finds a Chromium for journeys and benchmarks: CHROMIUM_PATH, an installed one, or Playwright's. Each candidate must
 * start and print its version, because distributions install stubs under these names.
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium, type LaunchOptions } from '@playwright/test'

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'microsoft-edge-stable',
]
const macPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
]
const windowsPaths = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
]
const windowsRoots = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA']

export interface FoundBrowser {
  readonly path: string
  readonly from: 'CHROMIUM_PATH' | 'this system' | 'Playwright'
}

/** Undefined if there is no browser. Throws if CHROMIUM_PATH does not start. */
export function findBrowser(): FoundBrowser | undefined {
  const named = process.env['CHROMIUM_PATH']
  if (named !== undefined && named !== '') {
    if (!starts(named)) throw new Error(`CHROMIUM_PATH is "${named}", and no browser starts there.`)
    return { path: named, from: 'CHROMIUM_PATH' }
  }
  const onSystem = systemCandidates().find(starts)
  if (onSystem !== undefined) return { path: onSystem, from: 'this system' }
  const saved = chromium.executablePath()
  return starts(saved) ? { path: saved, from: 'Playwright' } : undefined
}

function systemCandidates(): string[] {
  if (process.platform === 'darwin') return macPaths.flatMap(path => [path, join(process.env['HOME'] ?? '', path)])
  if (process.platform === 'win32') {
    return windowsRoots.flatMap(root => windowsPaths.map(path => join(process.env[root] ?? '', path)))
  }
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin']
  return names.flatMap(name => [...new Set(folders)].map(folder => join(folder, name)))
}

function starts(path: string): boolean {
  if (!existsSync(path)) return false
  // On Windows --version opens a window.
  if (process.platform === 'win32') return true
  try {
    return /Chrom|Edge/.test(
      execFileSync(path, ['--version'], { encoding: 'utf8', timeout: 30_000, stdio: ['ignore', 'pipe', 'ignore'] }),
    )
  } catch {
    return false
  }
}

/** No sandbox as root (required there), and no background network use. */
export const browserFlags: readonly string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Throws if this machine has no browser. */
export function launchBrowser(options: LaunchOptions = {}, flags: readonly string[] = []): Promise<Browser> {
  const found = findBrowser()
  if (found === undefined) throw new Error('No Chromium or Chrome was found: install one, or set CHROMIUM_PATH.')
  return chromium.launch({ ...options, executablePath: found.path, args: [...browserFlags, ...flags] })
}

/** Readers' zones differ, so pages use the exchange's. */
export const desktop = (baseURL: string) => ({ baseURL, viewport: { width: 1440, height: 900 }, timezoneId: 'UTC' })
