/** Where no browser is found, one is installed: Playwright's own, or the distribution's when that cannot be fetched and we may. */
import { existsSync } from 'node:fs'
import { type FoundBrowser, findBrowser } from './find-browser.ts'
import { type Ran, runCommand } from './run-command.ts'

const mayUseApt = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** A browser, found or installed; an explanation in one line when neither works. */
export async function ensureBrowser(): Promise<FoundBrowser | string> {
  try {
    const found = findBrowser()
    if (found !== undefined) return found
    for (const attempt of [withApt, withPlaywright]) {
      await attempt()
      const installed = findBrowser()
      if (installed !== undefined) return installed
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  return 'No Chromium or Chrome is here and none could be installed: install one, or name one in CHROMIUM_PATH.'
}

/** Playwright's Chromium lacks system libraries on a bare machine; the distribution's package brings its own. */
async function withApt(): Promise<void> {
  if (!mayUseApt()) return
  process.stdout.write('  installing chromium with apt-get\n')
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await said(runCommand('apt-get', ['update', '-q'], { env, timeoutMs: 600_000 }))
  await said(runCommand('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], { env, timeoutMs: 900_000 }))
}

async function withPlaywright(): Promise<void> {
  process.stdout.write('  installing chromium with Playwright\n')
  await said(runCommand('playwright', ['install', 'chromium'], { timeoutMs: 900_000 }))
}

async function said(running: Promise<Ran>): Promise<void> {
  const { ok, output } = await running
  if (!ok) process.stdout.write(`${output.trim().split('\n').slice(-3).join('\n')}\n`)
}
