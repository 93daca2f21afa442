/** Listing: decode, check and index, against bare `JSON.parse` of the same text; and a refetch of the same listing. */
import { type Bench, type BenchRow } from './bench.ts'
import { startBenchVenue } from './bench-venue.ts'
import { openPage, withBrowser } from './drive.ts'
import { buildFloorPage } from './floor-pages.ts'
import type { ListingTimes } from './floors/listing/main.ts'

const sizes = [1_000, 10_000, 50_000]

export const bench: Bench = {
  name: 'exchange-info',
  about: 'the listing at 1,000 to 50,000 instruments',
  run: say =>
    withBrowser(async browser => {
      const folder = await buildFloorPage('listing')
      const decode: BenchRow[] = []
      const same: BenchRow[] = []
      const base: BenchRow[] = []
      for (const size of sizes) {
        say(`${size.toLocaleString('en')} instruments`)
        const venue = await startBenchVenue({ folder, positions: 0, instruments: size })
        const { page } = await openPage(await browser.newContext())
        await page.goto(venue.url)
        const { listed, parseMs, decodeMs, sameMs, baseMs } = await page.evaluate(
          rounds =>
            (globalThis as unknown as { measureListing: (rounds: number) => Promise<ListingTimes> }).measureListing(
              rounds,
            ),
          size > 10_000 ? 11 : 25,
        )
        await page.close()
        await venue.stop()
        const beside = { size: listed, unit: 'ms', floor: parseMs } as const
        decode.push({
          name: 'exchangeInfo: decode, check, index',
          ...beside,
          measured: decodeMs,
          goal: { ratio: 1.35 },
        })
        base.push({ name: 'exchangeInfo: first look at a base', ...beside, measured: baseMs, goal: { ratio: 1 } })
        same.push({ name: 'exchangeInfo: unchanged refetch', ...beside, measured: sameMs, goal: { ratio: 0.05 } })
      }
      return [...decode, ...same, ...base]
    }),
}
