/**
 * Which browser the tests drive: `CHROMIUM_PATH`, a Chromium or Chrome of the system, one that Playwright keeps; where there is none it is
 * installed (`playwright install`, or the distribution's package when root). Never silent, never a guess: a path that exists, or why not.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

export type FoundBrowser = { readonly ok: true; readonly path: string; readonly from: string } | { readonly ok: false; readonly message: string }

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

/** A browser that is there now. */
export function findBrowser(env: NodeJS.ProcessEnv = process.env): FoundBrowser {
  const wished = env['CHROMIUM_PATH']
  if (wished !== undefined && wished !== '') {
    return existsSync(wished)
      ? { ok: true, path: wished, from: 'CHROMIUM_PATH' }
      : { ok: false, message: `CHROMIUM_PATH names ${wished}, where there is nothing: correct it, or unset it.` }
  }
  const onPath = (env['PATH'] ?? '').split(delimiter).flatMap(folder => names.map(name => join(folder, name)))
  const system = [...onPath, ...places].find(path => existsSync(path))
  if (system !== undefined) return { ok: true, path: system, from: 'the system' }
  const managed = chromium.executablePath()
  if (existsSync(managed)) return { ok: true, path: managed, from: 'Playwright' }
  return { ok: false, message: 'No Chromium or Chrome was found.' }
}

const isRoot = (): boolean => process.getuid?.() === 0

/** A browser, installed first where there is none. */
export function needBrowser(say: (line: string) => void): FoundBrowser {
  const found = findBrowser()
  if (found.ok || (process.env['CHROMIUM_PATH'] ?? '') !== '') return found
  for (const [command, ...rest] of installations()) {
    say(`no browser yet: ${[command, ...rest].join(' ')} …`)
    spawnSync(command ?? '', rest, { stdio: ['ignore', 'inherit', 'inherit'], timeout: 300_000, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
    const installed = findBrowser()
    if (installed.ok) return installed
  }
  return { ok: false, message: 'No browser could be found or installed: install Chromium or Chrome, or set CHROMIUM_PATH to one.' }
}

function installations(): string[][] {
  const apt = isRoot() && existsSync('/usr/bin/apt-get') ? [['apt-get', 'update', '-qq'], ['apt-get', 'install', '-y', '-qq', 'chromium']] : []
  const playwright = [process.platform === 'win32' ? 'npx.cmd' : 'npx', 'playwright', 'install', 'chromium']
  return [...apt, playwright]
}

/** Flags for a quiet browser that asks nothing of the network; root has no sandbox to give. */
export const browserFlags = (): string[] => [
  ...(isRoot() ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
