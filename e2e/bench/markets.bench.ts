/** Tens of thousands of instruments: how long Markets takes to open beside 2,000, what a letter of the search costs, and the longest task of each screen. */
import type { Browser, Page } from '@playwright/test'
import { type Bench, type BenchRow, median } from './bench.ts'
import { type BenchVenue, startBenchVenue } from './bench-venue.ts'
import { type Driven, leaveCold, openPage, timesOf, withBrowser } from './drive.ts'
import { appFolder } from './floor-pages.ts'
import { signInToApp } from './sign-in.ts'

const [few, many] = [2_000, 50_000] as const
const rounds = 5
/** From the start until nothing is left to do. */
const settleMs = 8_000
const screens = ['/markets', '/portfolio', '/build'] as const
const searched = 'btc 25dec26 100000c'

/** A start with nothing stored, up to the first prices in rows; ms. */
async function openMarkets({ page, devtools }: Driven, url: string): Promise<number> {
  await openCold({ page, devtools }, url, '/markets')
  const rows = (): number | undefined => (globalThis as unknown as { benchTimes: { rows?: number } }).benchTimes.rows
  await page.waitForFunction(rows, undefined, { timeout: 60_000 })
  return (await timesOf(page)).rows ?? Number.NaN
}

async function openCold(driven: Driven, url: string, path: string): Promise<void> {
  await leaveCold(driven, url)
  await driven.page.goto(`${url}${path}`, { waitUntil: 'commit' })
}

/** Main thread for each letter, what the page does anyway taken off; ms. */
async function costOfLetter(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  const busyMs = async (): Promise<number> => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return 1000 * (metrics.find(metric => metric.name === 'TaskDuration')?.value ?? 0)
  }
  const during = async (letters: string): Promise<number> => {
    const before = await busyMs()
    for (const letter of letters) {
      if (letter !== '\0') await page.keyboard.press(letter === ' ' ? 'Space' : letter)
      await page.waitForTimeout(100)
    }
    return (await busyMs()) - before
  }
  const box = page.getByRole('searchbox', { name: 'Search' })
  const costs: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await box.fill('')
    await box.focus()
    const idle = await during('\0'.repeat(searched.length))
    costs.push(Math.max(0, (await during(searched)) - idle) / searched.length)
  }
  return median(costs)
}

interface Opened {
  readonly venue: BenchVenue
  readonly driven: Driven
  stop(): Promise<void>
}

async function signedIn(browser: Browser, instruments: number): Promise<Opened> {
  const venue = await startBenchVenue({ folder: appFolder, positions: 100, instruments })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const driven = await openPage(context, { arePollsTimed: false })
  await signInToApp(driven.page, venue.url)
  return {
    venue,
    driven,
    stop: async () => {
      await context.close()
      await venue.stop()
    },
  }
}

/** The browser tells of tasks from 50 ms on. */
async function longestTask({ venue, driven }: Opened, path: string): Promise<number> {
  await openCold(driven, venue.url, path)
  await driven.page.locator('html[data-ready="true"]').waitFor({ timeout: 60_000 })
  await driven.page.waitForTimeout(settleMs)
  return Math.max(50, ...(await timesOf(driven.page)).longTasks)
}

export const bench: Bench = {
  name: 'markets',
  about: '50,000 instruments beside 2,000',
  run: say =>
    withBrowser(async browser => {
      const [small, large] = [await signedIn(browser, few), await signedIn(browser, many)]
      const [ofFew, ofMany]: [number[], number[]] = [[], []]
      say('opening Markets, in turn')
      for (let round = 0; round < rounds; round += 1) {
        ofFew.push(await openMarkets(small.driven, small.venue.url))
        ofMany.push(await openMarkets(large.driven, large.venue.url))
      }
      await small.stop()
      const opening: BenchRow = {
        name: `markets: opens, beside ${few.toLocaleString('en')}`,
        size: many,
        unit: 'ms',
        floor: median(ofFew),
        measured: median(ofMany),
        goal: { ratio: 1.5 },
      }
      say(`searching for “${searched}”`)
      const letter = await costOfLetter(large.driven.page)
      const rows: BenchRow[] = [
        opening,
        { name: 'markets: a letter of the search', size: many, unit: 'ms', measured: letter, goal: { limit: 16 } },
      ]
      for (const path of screens) {
        say(`the longest task of ${path}`)
        const measured = await longestTask(large, path)
        rows.push({ name: `markets: longest task of ${path}`, size: many, unit: 'ms', measured, goal: { limit: 50 } })
      }
      await large.stop()
      return rows
    }),
}
