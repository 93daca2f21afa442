/**
 * A day of polls on one page, its time rushed: ten thousand on Portfolio with positions whose marks all move, some thousands each on Build, with a draft and
 * a live RFQ of it, and on Markets (or `BENCH_POLLS` of Portfolio and their share of the others). What the heap after a collection, the nodes and the listeners
 * grow by in a thousand of them, by the line of Theil and Sen with its interval, without the first third, in which caches fill. The engine makes no optimised
 * code meanwhile: it would make more of it for thousands of polls, half a megabyte in five hundred, and hide what the page itself holds.
 */
import type { Browser, CDPSession, Page } from '@playwright/test'
import { statedInstant } from '../../src/testing/stated-instant.ts'
import { draftCondor, openBuilder, reviewAndSend } from '../builder.ts'
import { type Growth, growthOf } from '../tools/soak/growth.ts'
import { type Bench, type BenchRow } from './bench.ts'
import { startBenchVenue } from './bench-venue.ts'
import { withBrowser } from './drive.ts'
import { appFolder } from './floor-pages.ts'
import { type RushedTime, rushTime } from './rushed-time.ts'
import { signInToApp } from './sign-in.ts'

const polls = Number.parseInt(process.env['BENCH_POLLS'] ?? '10000', 10)
/** What is alive at one of them differs by half a megabyte either way, as drawings of the moment before go sooner or later: thirty left a slope of it in doubt. */
const readings = 90
const paces = { idle: 100, underWay: 4 }
const positions = 100
/** Of a poll of the slowest screen on a loaded machine; a page that takes longer has stopped polling. */
const patienceMs = 60_000
const engineFlags = ['--js-flags=--no-opt --no-maglev --no-flush-bytecode']

interface Screen {
  readonly name: string
  /** Share of the polls. */
  readonly share: number
  open(page: Page): Promise<void>
}

const screens: readonly Screen[] = [
  { name: 'Portfolio', share: 1, open: page => page.getByTestId('positions-grid').waitFor() },
  { name: 'Build', share: 0.3, open: askForCondor },
  { name: 'Markets', share: 0.3, open: async page => void (await page.goto('/markets')) },
]

/** A draft with a live RFQ of it: both stay while the polls go by. */
async function askForCondor(page: Page): Promise<void> {
  await openBuilder(page)
  await draftCondor(page)
  await reviewAndSend(page)
  await page.getByTestId('live-rfq').waitFor({ timeout: 30_000 })
}

const figures = ['heapMegabytes', 'nodes', 'listeners'] as const
type Figures = Readonly<Record<(typeof figures)[number] | 'polls', number>>

/** Between two polls, with nothing under way, after two collections: the first frees what the second finds no longer held. */
async function measure(page: Page, devtools: CDPSession, count: () => number): Promise<Figures> {
  await timeOf(page, 'hold')
  await devtools.send('HeapProfiler.collectGarbage')
  await devtools.send('HeapProfiler.collectGarbage')
  const { metrics } = await devtools.send('Performance.getMetrics')
  const of = (name: string): number => metrics.find(each => each.name === name)?.value ?? Number.NaN
  const now = { polls: count(), heapMegabytes: of('JSHeapUsedSize') / 2 ** 20, nodes: of('Nodes'), listeners: of('JSEventListeners') }
  await timeOf(page, 'goOn')
  return now
}

const timeOf = (page: Page, what: keyof RushedTime): Promise<void> =>
  page.evaluate(each => (globalThis as unknown as { readonly rushedTime: RushedTime }).rushedTime[each](), what)

/** Answers of positions so far. */
function countPolls(page: Page): () => number {
  let count = 0
  page.on('response', answer => {
    if (new URL(answer.url()).pathname === '/v1/api/positions') count += 1
  })
  return () => count
}

async function dayOf(
  browser: Browser,
  url: string,
  { name, share, open }: Screen,
  say: (line: string) => void,
): Promise<readonly Figures[]> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    await page.addInitScript({ content: rushTime(paces, Date.parse(statedInstant)) })
    const devtools = await context.newCDPSession(page)
    await devtools.send('Performance.enable')
    await signInToApp(page, url)
    await open(page)
    const count = countPolls(page)
    const all: Figures[] = []
    await timeOf(page, 'goOn')
    while (all.length < readings) {
      const wanted = (polls * share * (all.length + 1)) / readings
      const from = Date.now()
      while (count() < wanted) {
        if (Date.now() - from > patienceMs * Math.max(1, wanted / readings)) throw new Error(`${name} polls no more`)
        await page.waitForTimeout(20)
      }
      const now = await measure(page, devtools, count)
      all.push(now)
      say(`${name}, ${now.polls} polls: ${now.heapMegabytes.toFixed(2)} MB, ${now.nodes} nodes, ${now.listeners} listeners`)
    }
    return all
  } finally {
    await context.close()
  }
}

/** By a thousand polls. */
const growthIn = (all: readonly Figures[], what: (typeof figures)[number]): Growth =>
  growthOf(all.slice(Math.floor(all.length / 3)).map(each => ({ at: each.polls / 1_000, value: each[what] })))

const wanted = {
  heapMegabytes: { name: 'the heap', unit: 'MB', limit: 0.05 },
  nodes: { name: 'the document', unit: 'nodes', limit: 1 },
  listeners: { name: 'what listens', unit: 'listeners', limit: 1 },
} as const

function rowOf(screen: string, what: (typeof figures)[number], { slope, from, to }: Growth): BenchRow {
  const { name, unit, limit } = wanted[what]
  const interval = `95 %: ${from.toFixed(3)} to ${to.toFixed(3)}`
  return { name: `${screen}, a thousand polls: growth of ${name} (${interval})`, unit, measured: slope, goal: { limit } }
}

export const bench: Bench = {
  name: 'all-day',
  about: `heap, nodes and listeners over ${polls.toLocaleString('en')} polls`,
  run: say =>
    withBrowser(async browser => {
      const venue = await startBenchVenue({ folder: appFolder, positions, market: 'live' })
      try {
        const rows: BenchRow[] = []
        for (const screen of screens) {
          const begun = Date.now()
          const all = await dayOf(browser, venue.url, screen, say)
          say(`${screen.name}: ${all.at(-1)?.polls ?? 0} polls in ${((Date.now() - begun) / 1_000).toFixed(0)} s`)
          rows.push(...figures.map(what => rowOf(screen.name, what, growthIn(all, what))))
        }
        return rows
      } finally {
        await venue.stop()
      }
    }, engineFlags),
}
