/**
 * A tab that nobody looks at: what it asks for, and what its main thread does, in a minute. It takes a sample of the account, and that is all. It is only
 * told that it is hidden: a browser that hides it makes fewer timers and no frames besides.
 */
import type { CDPSession, Page } from '@playwright/test'
import { type Bench, type BenchRow } from './bench.ts'
import { startBenchVenue } from './bench-venue.ts'
import { openPage, stopLooking, withBrowser } from './drive.ts'
import { appFolder } from './floor-pages.ts'
import { signInToApp } from './sign-in.ts'

const minutes = 4
const minuteMs = 60_000
const positions = 100
/** For what was under way when it was hidden. */
const settleMs = 10_000
/** Positions, balances, open orders and the summary, once each. */
const mostRequests = 4
const mostWorkMs = 150

function hide(): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' })
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })
  document.dispatchEvent(new Event('visibilitychange'))
}

function countRequests(page: Page): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    counts.set(pathname, (counts.get(pathname) ?? 0) + 1)
  })
  return counts
}

async function workedMs(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return (metrics.find(each => each.name === 'TaskDuration')?.value ?? Number.NaN) * 1_000
}

export const bench: Bench = {
  name: 'hidden',
  about: 'what a tab costs that nobody looks at',
  run: say =>
    withBrowser(async browser => {
      const venue = await startBenchVenue({ folder: appFolder, positions })
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
      try {
        const { page, devtools } = await openPage(context)
        await devtools.send('Performance.enable')
        await signInToApp(page, venue.url)
        await stopLooking(page)
        await page.evaluate(hide)
        await page.waitForTimeout(settleMs)
        const counts = countRequests(page)
        const before = await workedMs(devtools)
        await page.waitForTimeout(minutes * minuteMs)
        const worked = ((await workedMs(devtools)) - before) / minutes
        for (const [path, count] of counts) say(`${(count / minutes).toFixed(1)} a minute of ${path}`)
        const asked = [...counts.values()].reduce((sum, count) => sum + count, 0) / minutes
        const rows: readonly BenchRow[] = [
          { name: 'hidden: requests a minute', unit: 'requests', measured: asked, goal: { limit: mostRequests } },
          { name: 'hidden: main thread a minute', unit: 'ms', measured: worked, goal: { limit: mostWorkMs } },
        ]
        return rows
      } finally {
        await context.close()
        await venue.stop()
      }
    }),
}
