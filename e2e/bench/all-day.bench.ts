/**
 * Ten thousand polls of one page (or `BENCH_POLLS`), its clocks and timers hastened: what the heap after a collection, the nodes and the listeners grow by in a thousand of
 * them, by least squares without the first third, in which caches fill.
 */
import type { CDPSession, Page } from '@playwright/test'
import { statedInstant } from '../../src/testing/stated-instant.ts'
import { hasten } from '../tools/soak/hasten.ts'
import { slopePerHour } from '../tools/soak/slope.ts'
import { type Bench, type BenchRow } from './bench.ts'
import { startBenchVenue } from './bench-venue.ts'
import { withBrowser } from './drive.ts'
import { appFolder } from './floor-pages.ts'
import { signInToApp } from './sign-in.ts'

/** Fewer where the machine is busy: ten thousand take a quarter of an hour on a quiet one. */
const polls = Number.parseInt(process.env['BENCH_POLLS'] ?? '10000', 10)
const readings = 12
const pace = 20
const positions = 100

interface Figures {
  readonly polls: number
  readonly heapMegabytes: number
  readonly nodes: number
  readonly listeners: number
}

async function measure(devtools: CDPSession, count: number): Promise<Figures> {
  await devtools.send('HeapProfiler.collectGarbage')
  await devtools.send('HeapProfiler.collectGarbage')
  const { metrics } = await devtools.send('Performance.getMetrics')
  const of = (name: string): number => metrics.find(each => each.name === name)?.value ?? Number.NaN
  return { polls: count, heapMegabytes: of('JSHeapUsedSize') / 2 ** 20, nodes: of('Nodes'), listeners: of('JSEventListeners') }
}

/** Answers of positions so far. */
function countPolls(page: Page): () => number {
  let count = 0
  page.on('response', answer => {
    if (new URL(answer.url()).pathname === '/v1/api/positions') count += 1
  })
  return () => count
}

/** By a thousand polls. */
const slopeOf = (all: readonly Figures[], what: 'heapMegabytes' | 'nodes' | 'listeners'): number =>
  slopePerHour(all.slice(Math.floor(all.length / 3)).map(each => ({ hours: each.polls / 1_000, value: each[what] })))

export const bench: Bench = {
  name: 'all-day',
  about: `heap, nodes and listeners over ${polls.toLocaleString('en')} polls`,
  run: say =>
    withBrowser(async browser => {
      const venue = await startBenchVenue({ folder: appFolder, positions })
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
      try {
        const page = await context.newPage()
        await page.addInitScript({ content: hasten(pace, Date.parse(statedInstant), Date.now()) })
        const devtools = await context.newCDPSession(page)
        await devtools.send('Performance.enable')
        await signInToApp(page, venue.url)
        const count = countPolls(page)
        const all: Figures[] = []
        while (count() < polls) {
          await page.waitForTimeout(200)
          if (count() < (polls / readings) * (all.length + 1)) continue
          const now = await measure(devtools, count())
          all.push(now)
          say(`${now.polls} polls: ${now.heapMegabytes.toFixed(1)} MB, ${now.nodes} nodes, ${now.listeners} listeners`)
        }
        const row = (name: string, what: Parameters<typeof slopeOf>[1], unit: BenchRow['unit'], limit: number): BenchRow => ({
          name: `a thousand polls: growth of ${name}`,
          unit,
          measured: slopeOf(all, what),
          goal: { limit },
        })
        return [
          row('the heap', 'heapMegabytes', 'MB', 0.05),
          row('the document', 'nodes', 'nodes', 1),
          row('what listens', 'listeners', 'listeners', 1),
        ]
      } finally {
        await context.close()
        await venue.stop()
      }
    }),
}
