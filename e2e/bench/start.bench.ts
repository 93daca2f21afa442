/** The start of the built app, cold and from cache, beside pages that hold only the libraries it cannot do without. */
import type { Browser } from '@playwright/test'
import { type Bench, type BenchRow, median } from './bench.ts'
import { startBenchVenue } from './bench-venue.ts'
import { type Driven, openPage, timesOf, withBrowser } from './drive.ts'
import { appFolder, buildFloorPage } from './floor-pages.ts'
import { signInToApp } from './sign-in.ts'

const rounds = 9
const positions = 1_000
const manyInstruments = 50_000
const settleMs = 8_000

interface StartTimes {
  readonly shell: number
  readonly rows: number
  /** Of scripts, as they travelled. */
  readonly scriptKilobytes: number
}

interface Starts {
  readonly cold: StartTimes
  readonly cached: StartTimes
}

/** Starts of one page in turn, cold ones with an empty cache of files, code and data; the tab stays signed in. */
async function startsOf(browser: Browser, folder: string, isApp: boolean): Promise<Starts> {
  const venue = await startBenchVenue({ folder, positions })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const driven = await openPage(context)
    if (isApp) await signInToApp(driven.page, venue.url)
    else await driven.page.goto(venue.url)
    const cold: StartTimes[] = []
    const cached: StartTimes[] = []
    for (let round = 0; round < rounds; round += 1) {
      cold.push(await startOnce(driven, venue.url, true))
      // The second visit fills the cache of compiled code, the third has it.
      await startOnce(driven, venue.url, false)
      cached.push(await startOnce(driven, venue.url, false))
    }
    return { cold: medianOf(cold), cached: medianOf(cached) }
  } finally {
    await context.close()
    await venue.stop()
  }
}

async function startOnce({ page, devtools }: Driven, url: string, isCold: boolean): Promise<StartTimes> {
  await page.goto('about:blank')
  if (isCold) {
    await devtools.send('Network.clearBrowserCache')
    await devtools.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'indexeddb,cache_storage,shader_cache' })
  }
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForFunction(
    () => (globalThis as unknown as { benchTimes?: { rows?: number } }).benchTimes?.rows !== undefined,
    undefined,
    { timeout: 30_000 },
  )
  const { shell = Number.NaN, rows = Number.NaN } = await timesOf(page)
  const scriptKilobytes = await page.evaluate(
    () =>
      performance
        .getEntriesByType('resource')
        .map(entry => entry as PerformanceResourceTiming)
        .filter(entry => entry.name.endsWith('.js'))
        .reduce((sum, entry) => sum + entry.encodedBodySize, 0) / 1_000,
  )
  return { shell, rows, scriptKilobytes }
}

const medianOf = (starts: readonly StartTimes[]): StartTimes => ({
  shell: median(starts.map(start => start.shell)),
  rows: median(starts.map(start => start.rows)),
  scriptKilobytes: median(starts.map(start => start.scriptKilobytes)),
})

/** Longest task of a cold start over a listing of tens of thousands; the browser tells of tasks from 50 ms on. */
async function longestTask(browser: Browser): Promise<number> {
  const venue = await startBenchVenue({ folder: appFolder, positions: 100, instruments: manyInstruments })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const driven = await openPage(context)
    await signInToApp(driven.page, venue.url)
    await startOnce(driven, venue.url, true)
    await driven.page.waitForTimeout(settleMs)
    return Math.max(50, ...(await timesOf(driven.page)).longTasks)
  } finally {
    await context.close()
    await venue.stop()
  }
}

export const bench: Bench = {
  name: 'start',
  about: 'from navigation to the first live rows, cold and from cache',
  run: say =>
    withBrowser(async browser => {
      say('React and React Query alone')
      const library = await startsOf(browser, await buildFloorPage('react-query'), false)
      say('AG Grid with the same modules and rows')
      const grid = await startsOf(browser, await buildFloorPage('grid'), false)
      say('the app')
      const app = await startsOf(browser, appFolder, true)
      say(`the app over ${manyInstruments.toLocaleString('en')} instruments`)
      const longest = await longestTask(browser)
      const rows: BenchRow[] = []
      for (const kind of ['cold', 'cached'] as const) {
        rows.push({
          name: `start: shell, ${kind}`,
          unit: 'ms',
          floor: library[kind].shell,
          measured: app[kind].shell,
          goal: { ratio: 1.3 },
        })
        rows.push({
          name: `start: live rows, ${kind}`,
          unit: 'ms',
          floor: grid[kind].rows,
          measured: app[kind].rows,
          goal: { ratio: 1.15 },
        })
      }
      rows.push({
        name: 'start: JavaScript of the first screen',
        unit: 'kB',
        floor: grid.cold.scriptKilobytes,
        measured: app.cold.scriptKilobytes,
        goal: { limit: 330 },
      })
      rows.push({ name: 'start: longest task', size: manyInstruments, unit: 'ms', measured: longest, goal: { limit: 50 } })
      return rows
    }),
}
