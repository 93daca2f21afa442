/** The steps of the test run. A gate counts as one; a step with tests of its own counts each of them. */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { ensureFirefox } from './find-firefox.ts'
import { firefoxSmoke } from './firefox-smoke.ts'
import { ensureBrowser } from './install-browser.ts'
import { type Counted, countPlaywright, countVitest } from './reports.ts'
import { runCommand } from './run-command.ts'

export interface Step {
  readonly name: string
  readonly about: string
  run(): Promise<Counted>
}

type Command = readonly [string, ...string[]]

/** The page for a venue is built for none, and a journey puts its own in place of it. */
const noVenue = { EXCHANGE_URL: 'http://127.0.0.1:1', MARKET_SUMMARY_URL: '', FEED_URL: '' }

/** Commands that must all succeed; one that does not keeps none of the others from telling what is wrong as well. */
function gate(name: string, about: string, ...commands: readonly Command[]): Step {
  return {
    name,
    about,
    async run() {
      const said: string[] = []
      for (const [command, ...args] of commands) {
        const { ok, output } = await runCommand(command, args, { env: noVenue })
        if (!ok) said.push(`${[command, ...args].join(' ')}\n${output.trim()}`)
      }
      return said.length === 0 ? { passed: 1, failures: [] } : { passed: 0, failures: [said.join('\n')] }
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
    if (!existsSync('dist/server/main.js')) return { passed: 0, failures: ['There is no build to visit: see the step "build".'] }
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
    if (!existsSync('dist/server/main.js')) return { passed: 0, failures: ['There is no build to visit: see the step "build".'] }
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

/** What the report counts, and one failure more when the program failed in a way that no test of it shows. */
function counted(name: string, path: string, count: (report: unknown) => Counted, ok: boolean, output: string): Counted {
  const tail = output.trim().split('\n').slice(-40).join('\n')
  if (!existsSync(path)) return { passed: 0, failures: [`${name} left no report\n${tail}`] }
  const { passed, failures } = count(JSON.parse(readFileSync(path, 'utf8')))
  if (failures.length > 0) return { passed, failures }
  if (!ok) return { passed, failures: [`${name} failed outside its tests\n${tail}`] }
  return passed === 0 ? { passed, failures: [`${name} ran no test`] } : { passed, failures }
}

const buildApp: readonly Command[] = [
  ['vite', 'build'],
  ['vite', 'build', '--ssr', 'src/server/main.ts'],
]

/** `npm test`. */
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
  gate('size', 'bytes that the page loads, and each screen before its first rows', ['size-limit'], ['tsx', 'e2e/tools/screen-sizes.ts']),
  journeys('the served build in a real browser: the journeys marked @smoke', '--grep=@smoke'),
]

/** `npm run test:slow`: what takes minutes. */
export const slowSteps: readonly Step[] = [
  unit('long simulations, processes that are killed, databases', '--mode=slow'),
  gate(
    'build',
    'the app, its server, and the pages for static hosts',
    ...buildApp,
    ['vite', 'build', '--mode', 'demo'],
    ['vite', 'build', '--mode', 'static'],
  ),
  journeys('the other journeys', '--grep-invert=@smoke'),
  firefox,
]
