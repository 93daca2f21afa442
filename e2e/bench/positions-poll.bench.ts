/** A poll of positions, every mark and uPnL of which moved: from its last byte to the grid laid out, beside texts written straight into a page. */
import type { Browser } from '@playwright/test'
import { type Bench, type BenchRow, median } from './bench.ts'
import { startBenchVenue } from './bench-venue.ts'
import { openPage, timesOf, withBrowser } from './drive.ts'
import { appFolder, buildFloorPage } from './floor-pages.ts'
import { signInToApp } from './sign-in.ts'

const sizes = [100, 1_000, 5_000, 10_000]
const polls = 12

async function pollTime(browser: Browser, folder: string, positions: number, isApp: boolean): Promise<number> {
  const venue = await startBenchVenue({ folder, positions })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const { page } = await openPage(context)
    if (isApp) await signInToApp(page, venue.url)
    else await page.goto(venue.url)
    // The first polls draw the rows and warm the code.
    await page.waitForFunction(
      count => (globalThis as unknown as { benchTimes: { polls: number[] } }).benchTimes.polls.length >= count,
      polls + 3,
      // Not in every frame, where asking would be part of what is measured.
      { timeout: 180_000, polling: 500 },
    )
    return median((await timesOf(page)).polls.slice(3))
  } finally {
    await context.close()
    await venue.stop()
  }
}

export const bench: Bench = {
  name: 'positions-poll',
  about: 'a poll of positions to the grid, all marks moving',
  run: say =>
    withBrowser(async browser => {
      const floorFolder = await buildFloorPage('dom')
      const rows: BenchRow[] = []
      for (const size of sizes) {
        say(`${size.toLocaleString('en')} positions, ${polls} polls of each page`)
        const floor = await pollTime(browser, floorFolder, size, false)
        const measured = await pollTime(browser, appFolder, size, true)
        rows.push({ name: 'positions: poll to grid', size, unit: 'ms', floor, measured, goal: { ratio: 2.5 } })
      }
      return rows
    }),
}
