/**
 * `npm run walk -- --seed N --steps M --browser chromium|firefox`: a random walk through all screens with mouse,
 * keyboard, navigation, reload, sleep and faults, checked by `walk/checkers.ts`. `--seeds N --from K` runs N seeds. A
 * failing walk prints its seed and steps; the same call replays it.
 */
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import puppeteer, { type Browser } from 'puppeteer-core'
import { browserFlags, findBrowser } from './find-browser.ts'
import { findFirefox } from './find-firefox.ts'
import { takeWalk } from './walk/walker.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const stop = (line: string): never => {
  process.stderr.write(`${line}\n`)
  process.exit(2)
}
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string', default: '1' },
    from: { type: 'string', default: '1' },
    steps: { type: 'string', default: '400' },
    browser: { type: 'string', default: 'chromium' },
    verbose: { type: 'boolean', default: false },
  },
})
function whole(name: string, text: string): number {
  return /^\d{1,9}$/.test(text) ? Number.parseInt(text, 10) : stop(`--${name} takes a whole number, not ${text}`)
}
const [from, seeds] =
  values.seed === undefined
    ? [whole('from', values.from), whole('seeds', values.seeds)]
    : [whole('seed', values.seed), 1]
const steps = whole('steps', values.steps)
if (!existsSync('dist/server/main.js')) stop('There is no build to walk through: npm run build makes it.')

async function openBrowser(): Promise<Browser> {
  if (values.browser === 'firefox') {
    const executablePath = findFirefox() ?? stop('NOT RUN: no Firefox is here; name one in FIREFOX_PATH.')
    const args = ['--width=1440', '--height=900']
    return await puppeteer.launch({ browser: 'firefox', executablePath, headless: true, defaultViewport: null, args })
  }
  if (values.browser !== 'chromium') stop(`--browser takes chromium or firefox, not ${values.browser}`)
  const executablePath = findBrowser()?.path ?? stop('NOT RUN: no Chromium is here; name one in CHROMIUM_PATH.')
  return await puppeteer.launch({
    executablePath,
    headless: true,
    args: [...browserFlags],
    defaultViewport: { width: 1440, height: 1200 },
  })
}

const counts = new Map<string, number>()
let failed = 0
const browser = await openBrowser()
try {
  for (let seed = from; seed < from + seeds; seed += 1) {
    const walked = await takeWalk(browser, { seed, steps, ...(values.verbose ? { report: say } : {}) })
    for (const [what, count] of walked.counts) counts.set(what, (counts.get(what) ?? 0) + count)
    counts.set('steps', (counts.get('steps') ?? 0) + walked.steps.length)
    if (walked.failure === undefined) {
      say(`✓ seed ${seed}: ${walked.steps.length} steps`)
      continue
    }
    failed += 1
    say(`✗ seed ${seed}, step ${walked.steps.length}: ${walked.failure}`)
    say(`  npm run walk -- --seed ${seed} --steps ${steps} --browser ${values.browser}`)
    for (const step of walked.steps) say(`  ${step}`)
  }
} finally {
  await browser.close()
}
for (const [what, count] of [...counts].toSorted(([, a], [, b]) => b - a)) say(`${String(count).padStart(9)}  ${what}`)
say(`${seeds - failed} passed, ${failed} failed, in ${values.browser}`)
process.exitCode = failed === 0 ? 0 : 1
