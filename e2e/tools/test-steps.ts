/** Steps of the test run. A gate counts as one test; other steps count each of theirs. */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Ran, runCommand } from './run-command.ts'
import { firefoxSmoke } from './firefox-smoke.ts'
import { type FoundBrowser, findBrowser } from './find-browser.ts'
import { findFirefox } from './find-firefox.ts'
import { findWebKit } from './find-webkit.ts'
import { type Counted, countPlaywright, countVitest } from './reports.ts'
import { webkitSmoke } from './webkit-smoke.ts'

export interface Step {
  readonly name: string
  readonly about: string
  run(): Promise<Counted>
}

type Command = readonly [string, ...string[]]

/** The page for a venue is built for a placeholder, which a journey replaces. */
const noVenue = { EXCHANGE_URL: 'http://127.0.0.1:1', MARKET_SUMMARY_URL: '', FEED_URL: '' }

function gate(name: string, about: string, ...commands: readonly Command[]): Step {
  return {
    name,
    about,
    async run() {
      const ran = await Promise.all(commands.map(([command, ...args]) => runCommand(command, args, { env: noVenue })))
      const errors = commands.flatMap((command, at) =>
        ran[at]?.ok === true ? [] : [`${command.join(' ')}\n${ran[at]?.output.trim()}`],
      )
      return errors.length === 0 ? { passed: 1, failures: [] } : { passed: 0, failures: [errors.join('\n')] }
    },
  }
}

const vitestReport = 'e2e/results/vitest.json'
const playwrightReport = 'e2e/results/playwright.json'

const unit = (about: string, ...more: readonly string[]): Step => ({
  name: 'unit',
  about,
  async run() {
    rmSync(vitestReport, { force: true })
    const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`, ...more]
    const { ok, output } = await runCommand('vitest', args, { live: true })
    return counted('vitest', vitestReport, countVitest, ok, output)
  },
})

const journeys = (about: string, ...more: readonly string[]): Step => ({
  name: 'journeys',
  about,
  async run() {
    const browser = await ensureBrowser()
    if (typeof browser === 'string') return { passed: 0, failures: [browser] }
    process.stdout.write(`  ${browser.path} (from ${browser.from})\n`)
    if (!existsSync('dist/server/main.js'))
      return { passed: 0, failures: ['There is no build to visit: see the step "build".'] }
    rmSync(playwrightReport, { force: true })
    const args = ['test', '--config=e2e/playwright.config.ts', '--reporter=list,json', ...more]
    const env = { CHROMIUM_PATH: browser.path, PLAYWRIGHT_JSON_OUTPUT_FILE: resolve(playwrightReport) }
    const { ok, output } = await runCommand('playwright', args, { live: true, env })
    return counted('playwright', playwrightReport, countPlaywright, ok, output)
  },
})

const firefox: Step = {
  name: 'firefox',
  about: 'the shortest way through, in Firefox',
  async run() {
    if (!existsSync('dist/server/main.js'))
      return { passed: 0, failures: ['There is no build to visit: see the step "build".'] }
    const path = await ensureFirefox()
    if (path === undefined) {
      process.stdout.write(
        '  NOT RUN: no Firefox is here and none could be installed. Its journey is counted as skipped; name a Firefox in FIREFOX_PATH.\n',
      )
      return { passed: 0, failures: [], skipped: 1 }
    }
    process.stdout.write(`  ${path}\n`)
    return firefoxSmoke(path)
  },
}

const webkit: Step = {
  name: 'webkit',
  about: 'the shortest way through, in WebKit',
  async run() {
    if (!existsSync('dist/server/main.js'))
      return { passed: 0, failures: ['There is no build to visit: see the step "build".'] }
    const found = findWebKit()
    if (found !== undefined) return webkitSmoke(found)
    process.stdout.write(
      '  NOT RUN: no WebKit is here. Its journey is counted as skipped; Debian has it as webkit2gtk-driver, with xvfb.\n',
    )
    return { passed: 0, failures: [], skipped: 1 }
  },
}

function counted(
  name: string,
  path: string,
  count: (report: unknown) => Counted,
  ok: boolean,
  output: string,
): Counted {
  const tail = output.trim().split('\n').slice(-40).join('\n')
  if (!existsSync(path)) return { passed: 0, failures: [`${name} left no report\n${tail}`] }
  const { passed, failures, files = [] } = count(JSON.parse(readFileSync(path, 'utf8')))
  if (failures.length > 0) return { passed, failures, files }
  if (!ok) return { passed, failures: [`${name} failed outside its tests\n${tail}`] }
  return passed === 0 ? { passed, failures: [`${name} ran no test`] } : { passed, failures, files }
}

const buildApp: readonly Command[] = [['tsx', 'build/build-app.ts']]

export const fastSteps: readonly Step[] = [
  gate(
    'types',
    'the whole, and the core without a browser or Node',
    ['tsc', '-p', 'tsconfig.json'],
    ['tsc', '-p', 'src/tsconfig.core.json'],
  ),
  gate('lint', 'oxlint, with types', ['oxlint', '--deny-warnings', '--format=unix']),
  gate('format', 'biome', ['biome', 'format', '--colors=off', '--max-diagnostics=200', '.']),
  gate(
    'dead',
    'no file, export or dependency unused, and none used by tests alone',
    ['knip', '--no-config-hints'],
    ['knip', '--production', '--no-config-hints'],
  ),
  unit('rules, properties, short simulations, pages against the exchange'),
  gate('build', 'the app and its server', ...buildApp),
  gate(
    'size',
    'bytes that the page loads, and each screen before its first rows',
    ['size-limit'],
    ['tsx', 'e2e/tools/screen-sizes.ts'],
  ),
  journeys('the served build in a real browser: the journeys marked @smoke', '--grep=@smoke'),
]

export const slowSteps: readonly Step[] = [
  unit('long simulations, processes that are killed, databases', '--mode=slow'),
  gate(
    'build',
    'the app, its server, and the pages for static hosts',
    ...buildApp,
    ['vite', 'build', '--mode', 'demo'],
    ['vite', 'build', '--mode', 'static'],
  ),
  journeys('the other journeys, without those of the nightly run', '--grep-invert=@smoke|@nightly'),
  firefox,
  webkit,
]

async function ensureFirefox(): Promise<string | undefined> {
  const found = findFirefox()
  if (found !== undefined || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return found
  process.stdout.write('  installing firefox-esr with apt-get\n')
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await runCommand('apt-get', ['update', '-q'], { env, timeoutMs: 300_000 })
  await runCommand('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'firefox-esr'], {
    env,
    timeoutMs: 300_000,
  })
  return findFirefox()
}

const mayUseApt = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

async function ensureBrowser(): Promise<FoundBrowser | string> {
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

/** Playwright's Chromium lacks system libraries on a bare machine; the distribution's package includes them. */
async function withApt(): Promise<void> {
  if (!mayUseApt()) return
  process.stdout.write('  installing chromium with apt-get\n')
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await said(runCommand('apt-get', ['update', '-q'], { env, timeoutMs: 600_000 }))
  await said(
    runCommand('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], { env, timeoutMs: 900_000 }),
  )
}

async function withPlaywright(): Promise<void> {
  process.stdout.write('  installing chromium with Playwright\n')
  await said(runCommand('playwright', ['install', 'chromium'], { timeoutMs: 900_000 }))
}

async function said(running: Promise<Ran>): Promise<void> {
  const { ok, output } = await running
  if (!ok) process.stdout.write(`${output.trim().split('\n').slice(-3).join('\n')}\n`)
}
