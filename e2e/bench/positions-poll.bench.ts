/**
 * A poll in which every mark and uPnL changed: from its last byte to the grid's layout, against texts written directly
 * into a page. Then sorted by uPnL, so that every row moves, against a page that sorts and writes the visible rows.
 */
import type { Browser, Page } from '@playwright/test'
import { type Bench, type BenchRow, median } from './bench.ts'
import { type BenchVenueSettings, startBenchVenue } from './bench-venue.ts'
import { openPage, timesOf, withBrowser } from './drive.ts'
import { appFolder, buildFloorPage } from './floor-pages.ts'
import { signInToApp } from './sign-in.ts'

const sizes = [50, 1_000, 10_000]
const sortedSizes = [1_000, 10_000]
const mostMs = (size: number): number => (size <= 50 ? 8 : size <= 1_000 ? 16 : 60)
const polls = 12
const mostWaitMs = 180_000

type Venue = Pick<BenchVenueSettings, 'folder' | 'positions' | 'marks'>

async function pollTime(browser: Browser, settings: Venue, prepare: (page: Page) => Promise<unknown>): Promise<number> {
  const venue = await startBenchVenue(settings)
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const { page } = await openPage(context)
    // On a slow machine a click on 10,000 rows waits for pending polls.
    page.setDefaultTimeout(mostWaitMs)
    if (settings.folder === appFolder) await signInToApp(page, venue.url)
    else await page.goto(venue.url)
    await prepare(page)
    // The first polls render the rows and warm up the code.
    const warm = (await timesOf(page)).polls.length + 3
    await page.waitForFunction(
      count => (globalThis as unknown as { benchTimes: { polls: number[] } }).benchTimes.polls.length >= count,
      polls + warm,
      // Not every frame, since the check would be measured as well.
      { timeout: mostWaitMs, polling: 500 },
    )
    return median((await timesOf(page)).polls.slice(warm))
  } finally {
    await context.close()
    await venue.stop()
  }
}

const asItIs = async (): Promise<void> => undefined

async function sortFlat(page: Page): Promise<void> {
  await page.getByRole('group', { name: 'Positions as' }).getByText('Flat').click()
  await sortByUpnl(page)
}

async function sortByUpnl(page: Page): Promise<void> {
  const head = page.getByRole('columnheader', { name: 'uPnL' }).first()
  await head.click()
  await head.click()
  await page.locator('[role="columnheader"][col-id="upnl"][aria-sort="descending"]').waitFor()
}

export const bench: Bench = {
  name: 'positions-poll',
  about: 'a poll of positions to the grid, all marks moving',
  run: say =>
    withBrowser(async browser => {
      const floorFolder = await buildFloorPage('dom')
      const sortedFloorFolder = await buildFloorPage('dom-sorted')
      const rows: BenchRow[] = []
      for (const size of sizes) {
        say(`${size.toLocaleString('en')} positions, ${polls} polls of each page`)
        const floor = await pollTime(browser, { folder: floorFolder, positions: size }, asItIs)
        const measured = await pollTime(browser, { folder: appFolder, positions: size }, asItIs)
        rows.push({ name: 'positions: poll to grid', size, unit: 'ms', floor, measured, goal: { limit: mostMs(size) } })
      }
      for (const size of sortedSizes) {
        say(`${size.toLocaleString('en')} positions sorted by uPnL, every row to another place`)
        const floor = await pollTime(browser, { folder: sortedFloorFolder, positions: size, marks: 'shuffled' }, asItIs)
        const flat = await pollTime(browser, { folder: appFolder, positions: size, marks: 'shuffled' }, sortFlat)
        const grouped = await pollTime(browser, { folder: appFolder, positions: size, marks: 'shuffled' }, sortByUpnl)
        rows.push({
          name: 're-sorted, one row each: poll to grid',
          size,
          unit: 'ms',
          floor,
          measured: flat,
          goal: { limit: mostMs(size) },
        })
        rows.push({
          name: 're-sorted in their groups: poll to grid',
          size,
          unit: 'ms',
          floor,
          measured: grouped,
          goal: { limit: mostMs(size) },
        })
      }
      return rows
    }),
}
