/**
 * Start of the built app's screens, cold, compared with pages that have only the required libraries. All run in turn
 * in each round, at full speed and four times slower.
 */
import type { Browser, BrowserContext } from '@playwright/test'
import { type Bench, type BenchRow, median } from './bench.ts'
import { type BenchVenue, startBenchVenue } from './bench-venue.ts'
import { condorAt } from './condor-at.ts'
import { type Driven, leaveCold, openPage, timesOf, withBrowser } from './drive.ts'
import { appFolder, buildFloorPage } from './floor-pages.ts'
import { signInToApp } from './sign-in.ts'

const rounds = 5
const speeds = [1, 4] as const
const instruments = 2_208
const [few, many] = [7, 1_000]
const manyInstruments = 50_000
const settleMs = 8_000
/** Wait after a screen is usable, so that later requests arrive. */
const restMs = 1_000

interface Start {
  readonly paint: number
  /**
   * Time at which rows react to a press and the header has its figures: `data-ready` of the app, live rows of a floor
   * page.
   */
  readonly usable: number
  /** Number of scripts received by then. */
  readonly files: number
  readonly kilobytes: number
  /** Number of requests begun by then, including the page itself. */
  readonly requests: number
  readonly longestTaskUntil: number
  readonly longestTaskAfter: number
  readonly shift: number
}

interface PageOfBench {
  readonly name: string
  readonly kind: 'app' | 'floor'
  readonly venue: BenchVenue
  readonly url: string
  /** Largest allowed multiple of the bare grid's start, at either speed. */
  readonly goal?: number
}

function watchUsable(): void {
  const times: { usable?: number } = {}
  Object.assign(globalThis, { startTimes: times })
  const watch = (): void => {
    if (document.documentElement?.dataset['ready'] === 'true') times.usable ??= performance.now()
    else requestAnimationFrame(watch)
  }
  requestAnimationFrame(watch)
}

async function startOnce(driven: Driven, { venue, url, kind }: PageOfBench, throttling: number): Promise<Start> {
  const { page, devtools } = driven
  await leaveCold(driven, venue.url)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: throttling })
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForFunction(
    of => {
      const { startTimes, benchTimes } = globalThis as unknown as {
        startTimes: { usable?: number }
        benchTimes: { rows?: number }
      }
      if (of === 'floor') startTimes.usable ??= benchTimes.rows as number
      return startTimes.usable !== undefined
    },
    kind,
    { timeout: 60_000 },
  )
  await page.waitForTimeout(restMs * (throttling === 1 ? 1 : 2))
  const { tasks, shift } = await timesOf(page)
  return await page.evaluate(
    ({ longTasks, moved }) => {
      const usable = (globalThis as unknown as { startTimes: { usable: number } }).startTimes.usable
      const requests = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const scripts = requests.filter(each => each.name.endsWith('.js') && each.responseEnd <= usable)
      const longest = (isAfter: boolean): number =>
        Math.max(0, ...longTasks.filter(each => each.startTime > usable === isAfter).map(each => each.duration))
      return {
        paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
        usable,
        files: scripts.length,
        kilobytes: scripts.reduce((sum, each) => sum + each.encodedBodySize, 0) / 1_000,
        requests: 1 + requests.filter(each => each.startTime <= usable).length,
        longestTaskUntil: longest(false),
        longestTaskAfter: longest(true),
        shift: moved,
      }
    },
    { longTasks: tasks, moved: shift },
  )
}

const medianOf = (starts: readonly Start[]): Start => {
  const of = (figure: keyof Start): number => median(starts.map(start => start[figure]))
  return {
    paint: of('paint'),
    usable: of('usable'),
    // The worst run: what travels must not depend on the machine.
    files: Math.max(...starts.map(start => start.files)),
    kilobytes: Math.max(...starts.map(start => start.kilobytes)),
    requests: Math.max(...starts.map(start => start.requests)),
    longestTaskUntil: of('longestTaskUntil'),
    longestTaskAfter: of('longestTaskAfter'),
    shift: of('shift'),
  }
}

async function pagesOf(): Promise<readonly PageOfBench[]> {
  const venueOf = (folder: string, positions: number): Promise<BenchVenue> =>
    startBenchVenue({ folder, positions, instruments })
  const floor = async (name: string, page: 'paint' | 'dom' | 'react-query' | 'grid'): Promise<PageOfBench> => {
    const venue = await venueOf(await buildFloorPage(page), few)
    return { name, kind: 'floor', venue, url: venue.url }
  }
  const [app, full] = [await venueOf(appFolder, few), await venueOf(appFolder, many)]
  const screen = (name: string, venue: BenchVenue, url: string, goal: number): PageOfBench => ({
    name,
    kind: 'app',
    venue,
    url,
    goal,
  })
  return [
    await floor('a plain table', 'dom'),
    await floor('React and React Query', 'react-query'),
    await floor('bare AG Grid', 'grid'),
    screen('Portfolio, 7 positions', app, `${app.url}/portfolio`, 0.7),
    screen('Portfolio, 1,000 positions', full, `${full.url}/portfolio`, 1),
    screen('Build, a condor', app, await condorAt(app.url), 0.9),
    screen('Orders', app, `${app.url}/orders`, 0.7),
    screen('Markets', app, `${app.url}/markets`, 1.3),
  ]
}

async function signedIn(context: BrowserContext, pages: readonly PageOfBench[]): Promise<Driven> {
  const driven = await openPage(context, { arePollsTimed: false })
  await driven.page.addInitScript(watchUsable)
  for (const url of new Set(pages.filter(page => page.kind === 'app').map(page => page.venue.url)))
    await signInToApp(driven.page, url)
  return driven
}

async function starts(browser: Browser, say: (line: string) => void): Promise<readonly BenchRow[]> {
  const pages = await pagesOf()
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const driven = await signedIn(context, pages)
  const rows: BenchRow[] = []
  for (const throttling of speeds) {
    const taken = new Map<PageOfBench, Start[]>(pages.map(page => [page, []]))
    for (let round = 0; round < rounds; round += 1) {
      say(`round ${round + 1} of ${rounds}, ${throttling}×`)
      for (const [page, of] of taken) of.push(await startOnce(driven, page, throttling))
    }
    const medians = new Map([...taken].map(([page, of]) => [page.name, medianOf(of)]))
    rows.push(...rowsOf(pages, medians, throttling === 1 ? '' : `, ${throttling}×`))
  }
  await context.close()
  for (const venue of new Set(pages.map(page => page.venue))) await venue.stop()
  return rows
}

function rowsOf(
  pages: readonly PageOfBench[],
  medians: ReadonlyMap<string, Start>,
  suffix: string,
): readonly BenchRow[] {
  const of = (name: string): Start => {
    const start = medians.get(name)
    if (start === undefined) throw new Error(`The bench has no page ${name}.`)
    return start
  }
  const [plain, grid] = [of('a plain table'), of('bare AG Grid')]
  return pages.flatMap(({ name, goal }) => {
    const start = of(name)
    const row = (
      what: string,
      unit: BenchRow['unit'],
      measured: number,
      limit: BenchRow['goal'],
      floor?: number,
    ): BenchRow => ({
      name: `start: ${name}${suffix}: ${what}`,
      unit,
      measured,
      goal: limit,
      ...(floor !== undefined && { floor }),
    })
    if (goal === undefined) return [row('usable', 'ms', start.usable, { ratio: 1 }, grid.usable)]
    const bytes = name === 'Markets' ? 300 : 140
    return [
      row('first paint', 'ms', start.paint, { ratio: 1.5 }, plain.paint),
      row('usable', 'ms', start.usable, { ratio: goal }, grid.usable),
      row('longest task until usable', 'ms', start.longestTaskUntil, { limit: suffix === '' ? 100 : 250 }),
      row('longest task after', 'ms', start.longestTaskAfter, { limit: suffix === '' ? 50 : 150 }),
      row('scripts until usable', 'files', start.files, { limit: 8 }),
      row('script until usable', 'kB', start.kilobytes, { limit: bytes }),
      row('requests until usable', 'requests', start.requests, { limit: 16 }),
      row('layout shift, thousandths', '‰', start.shift * 1_000, { limit: 5 }),
    ]
  })
}

/** Longest task of a cold start over a listing of tens of thousands; the browser reports tasks from 50 ms on. */
async function longestTask(browser: Browser): Promise<number> {
  const venue = await startBenchVenue({ folder: appFolder, positions: 100, instruments: manyInstruments })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const page: PageOfBench = { name: '', kind: 'app', venue, url: venue.url }
    const driven = await signedIn(context, [page])
    await startOnce(driven, page, 1)
    await driven.page.waitForTimeout(settleMs)
    return Math.max(50, ...(await timesOf(driven.page)).tasks.map(task => task.duration))
  } finally {
    await context.close()
    await venue.stop()
  }
}

export const bench: Bench = {
  name: 'start',
  about: 'from navigation to a screen that answers a press, cold, with what travelled by then',
  run: say =>
    withBrowser(async browser => {
      const rows = await starts(browser, say)
      say(`Portfolio over ${manyInstruments.toLocaleString('en')} instruments`)
      const measured = await longestTask(browser)
      return [
        ...rows,
        { name: 'start: longest task', size: manyInstruments, unit: 'ms', measured, goal: { limit: 50 } },
      ]
    }),
}
