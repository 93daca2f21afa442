/** Start of the built app, cold and cached, against pages with only its required libraries. */
import type { Browser, Page } from '@playwright/test'
import { type Bench, type BenchRow, median } from './bench.ts'
import { startBenchVenue } from './bench-venue.ts'
import { draftStarts } from './draft-start.ts'
import { type Driven, leaveCold, openPage, timesOf, withBrowser } from './drive.ts'
import { appFolder, buildFloorPage } from './floor-pages.ts'
import { signInToApp } from './sign-in.ts'

const rounds = 9
const positions = 1_000
const manyInstruments = 50_000
const settleMs = 8_000
const restMs = 1_500
const paths = ['/portfolio', '/build', '/markets'] as const
const speeds = [1, 4] as const

interface StartTimes {
  readonly shell: number
  /** Live rows that react to a click; on a page without grid, live rows. */
  readonly usable: number
  readonly scriptKilobytes: number
  readonly laterKilobytes: number
  readonly shift: number
}

interface Starts {
  readonly cold: StartTimes
  readonly cached: StartTimes
}

type PageKind = 'app' | 'query' | 'grid'

/** Starts of one page, alternating; cold ones with empty caches of files, code and data. The tab stays signed in. */
async function startsOf(browser: Browser, folder: string, kind: PageKind): Promise<Starts> {
  const venue = await startBenchVenue({ folder, positions })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const driven = await openPage(context)
    if (kind === 'app') await signInToApp(driven.page, venue.url)
    else await driven.page.goto(venue.url)
    const cold: StartTimes[] = []
    const cached: StartTimes[] = []
    for (let round = 0; round < rounds; round += 1) {
      cold.push(await startOnce(driven, venue.url, kind, true))
      // The second visit fills the code cache, the third uses it.
      await startOnce(driven, venue.url, kind, false)
      cached.push(await startOnce(driven, venue.url, kind, false))
    }
    return { cold: medianOf(cold), cached: medianOf(cached) }
  } finally {
    await context.close()
    await venue.stop()
  }
}

async function startOnce({ page, devtools }: Driven, url: string, kind: PageKind, isCold: boolean): Promise<StartTimes> {
  if (isCold) await leaveCold({ page, devtools }, url)
  else await page.goto('about:blank')
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForFunction(
    () => (globalThis as unknown as { benchTimes?: { rows?: number } }).benchTimes?.rows !== undefined,
    undefined,
    { timeout: 30_000 },
  )
  const { shell = Number.NaN, rows = Number.NaN } = await timesOf(page)
  const kilobytesBy = (untilMs: number): Promise<number> =>
    page.evaluate(
      until =>
        performance
          .getEntriesByType('resource')
          .map(entry => entry as PerformanceResourceTiming)
          .filter(entry => entry.name.endsWith('.js') && entry.responseEnd <= until)
          .reduce((sum, entry) => sum + entry.encodedBodySize, 0) / 1_000,
      untilMs,
    )
  const usable = kind === 'query' ? rows : await gridDrawn(page)
  const scriptKilobytes = await kilobytesBy(usable)
  await page.waitForTimeout(restMs)
  const laterKilobytes = await kilobytesBy(Number.MAX_VALUE)
  return { shell, usable, scriptKilobytes, laterKilobytes, shift: (await timesOf(page)).shift }
}

async function gridDrawn(page: Page): Promise<number> {
  const handle = await page.waitForFunction(
    () => {
      const rows = document.querySelectorAll('[row-id] [col-id="mark"], [row-id] [col-id="mark_price"]')
      return rows.length > 0 && performance.now()
    },
    undefined,
    { timeout: 30_000 },
  )
  return Number(await handle.jsonValue())
}

const medianOf = (starts: readonly StartTimes[]): StartTimes => ({
  shell: median(starts.map(start => start.shell)),
  usable: median(starts.map(start => start.usable)),
  scriptKilobytes: median(starts.map(start => start.scriptKilobytes)),
  laterKilobytes: median(starts.map(start => start.laterKilobytes)),
  shift: median(starts.map(start => start.shift)),
})

/** Longest task of a cold start with tens of thousands of instruments; the browser reports tasks above 50 ms. */
async function longestTask(browser: Browser): Promise<number> {
  const venue = await startBenchVenue({ folder: appFolder, positions: 100, instruments: manyInstruments })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const driven = await openPage(context, { arePollsTimed: false })
    await signInToApp(driven.page, venue.url)
    await startOnce(driven, venue.url, 'app', true)
    await driven.page.waitForTimeout(settleMs)
    return Math.max(50, ...(await timesOf(driven.page)).longTasks)
  } finally {
    await context.close()
    await venue.stop()
  }
}

interface Paint {
  readonly path: string
  readonly throttling: number
  readonly floorMs: number
  readonly measuredMs: number
}

/** Cold first contentful paint of each screen, against a page with one word in the same font and style sheet, alternating. */
async function paints(browser: Browser): Promise<readonly Paint[]> {
  const venues = [
    await startBenchVenue({ folder: await buildFloorPage('paint'), positions: 100 }),
    await startBenchVenue({ folder: appFolder, positions: 100 }),
  ] as const
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const driven = await openPage(context)
  await signInToApp(driven.page, venues[1].url)
  const paintOf = async (url: string, throttling: number): Promise<number> => {
    await driven.page.goto('about:blank')
    await driven.devtools.send('Emulation.setCPUThrottlingRate', { rate: throttling })
    await driven.devtools.send('Network.clearBrowserCache')
    await driven.page.goto(url)
    await driven.page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    return await driven.page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0)
  }
  const all: Paint[] = []
  for (const throttling of speeds) {
    for (const path of paths) {
      const [floors, measured]: [number[], number[]] = [[], []]
      for (let round = 0; round < rounds; round += 1) {
        floors.push(await paintOf(venues[0].url, throttling))
        measured.push(await paintOf(`${venues[1].url}${path}`, throttling))
      }
      all.push({ path, throttling, floorMs: median(floors), measuredMs: median(measured) })
    }
  }
  await context.close()
  for (const venue of venues) await venue.stop()
  return all
}

const paintRow = ({ path, throttling, floorMs, measuredMs }: Paint): BenchRow => ({
  name: `start: first paint of ${path}${throttling === 1 ? '' : `, ${throttling} times slower`}`,
  unit: 'ms',
  floor: floorMs,
  measured: measuredMs,
  goal: { ratio: 1.5 },
})

export const bench: Bench = {
  name: 'start',
  about: 'from navigation to live rows that answer a press, cold and from cache',
  run: say =>
    withBrowser(async browser => {
      say('first paints')
      const painted = await paints(browser)
      say('Build with a condor, beside AG Grid')
      const drafts = await draftStarts(browser)
      say('React and React Query alone')
      const library = await startsOf(browser, await buildFloorPage('react-query'), 'query')
      say('AG Grid with the same modules and rows')
      const grid = await startsOf(browser, await buildFloorPage('grid'), 'grid')
      say('the app')
      const app = await startsOf(browser, appFolder, 'app')
      say(`the app over ${manyInstruments.toLocaleString('en')} instruments`)
      const longest = await longestTask(browser)
      const rows: BenchRow[] = [...painted.map(paintRow), ...drafts]
      for (const kind of ['cold', 'cached'] as const) {
        rows.push({
          name: `start: shell, ${kind}`,
          unit: 'ms',
          floor: library[kind].shell,
          measured: app[kind].shell,
          goal: { ratio: 1 },
        })
        rows.push({
          name: `start: usable rows, ${kind}`,
          unit: 'ms',
          floor: grid[kind].usable,
          measured: app[kind].usable,
          goal: { ratio: 1 },
        })
      }
      rows.push(
        { name: 'start: JavaScript until usable', unit: 'kB', measured: app.cold.scriptKilobytes, goal: { limit: 180 } },
        { name: 'start: JavaScript in all', unit: 'kB', measured: app.cold.laterKilobytes, goal: { limit: 360 } },
        { name: 'start: layout shift, thousandths', unit: '‰', measured: app.cold.shift * 1_000, goal: { limit: 5 } },
      )
      rows.push({ name: 'start: longest task', size: manyInstruments, unit: 'ms', measured: longest, goal: { limit: 50 } })
      return rows
    }),
}
