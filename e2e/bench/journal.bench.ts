/** The journal at 200,000 rows: opened, searched, exported, beside reading and parsing the same texts; and ninety days of samples drawn. */
import type { Page } from '@playwright/test'
import type { Bench, BenchRow } from './bench.ts'
import { startBenchVenue } from './bench-venue.ts'
import { openPage, withBrowser } from './drive.ts'
import { buildFloorPage } from './floor-pages.ts'
import type { HistoryTimes, JournalTimes, Pair } from './floors/journal/main.tsx'

const sizes = [20_000, 200_000]
const rounds = 7
const days = 90

interface BenchPage {
  measureJournal(rows: number, rounds: number): Promise<JournalTimes>
  fillHistory(days: number): Promise<number>
  measureHistory(samples: number, rounds: number): Promise<HistoryTimes>
}

const row = (name: string, size: number, { floorMs, measuredMs }: Pair, ratio: number): BenchRow => ({
  name,
  size,
  unit: 'ms',
  floor: floorMs,
  measured: measuredMs,
  goal: { ratio },
})

const measureJournal = (page: Page, size: number): Promise<JournalTimes> =>
  page.evaluate(([count, times]) => (globalThis as unknown as BenchPage).measureJournal(count, times), [size, rounds] as const)

export const bench: Bench = {
  name: 'journal',
  about: 'the journal at 20,000 and 200,000 rows, and 90 days of samples',
  run: say =>
    withBrowser(async browser => {
      const venue = await startBenchVenue({ folder: await buildFloorPage('journal'), positions: 1 })
      const context = await browser.newContext()
      try {
        const { page } = await openPage(context)
        await page.goto(venue.url)
        await page.waitForFunction(() => 'measureJournal' in globalThis)
        const rows: BenchRow[] = []
        for (const size of sizes) {
          say(`${size.toLocaleString('en')} rows`)
          const times = await measureJournal(page, size)
          rows.push(row('journal: open', size, times.open, 2))
          rows.push(row('journal: search of a rare word', size, times.rareWord, 2))
          rows.push(row('journal: search through all', size, times.commonWords, 2))
          rows.push(row('journal: export as CSV', size, times.csv, 4))
        }
        say(`${days} days of samples`)
        const samples = await page.evaluate(span => (globalThis as unknown as BenchPage).fillHistory(span), days)
        const history = await page.evaluate(([count, times]) => (globalThis as unknown as BenchPage).measureHistory(count, times), [
          samples,
          rounds,
        ] as const)
        rows.push(row('history: samples drawn', samples, history.drawn, 2))
        rows.push({
          name: 'history: longest task while drawing',
          size: samples,
          unit: 'ms',
          measured: history.longestTaskMs,
          goal: { limit: 50 },
        })
        return rows.toSorted((a, b) => (a.name === b.name ? 0 : a.name < b.name ? -1 : 1))
      } finally {
        await context.close()
        await venue.stop()
      }
    }),
}
