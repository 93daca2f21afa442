/**
 * A week of samples, minute by minute, as the page keeps and thins them: what is left of them, and what keeping one costs on the last day beside the
 * third, from which on they are thinned. The database is one in memory, so it is the growth that tells, not the time.
 */
import 'fake-indexeddb/auto'
import { thinSamples, saveSample, readSamples } from '../../src/api/history/sample-store.ts'
import type { OwnerKey } from '../../src/domain/owner.ts'
import { dec } from '../../src/domain/decimal.ts'
import type { Sample } from '../../src/domain/sample.ts'
import { dayMs, hourMs, minuteMs } from '../../src/domain/time.ts'
import { statedInstant } from '../../src/testing/stated-instant.ts'
import { type Growth, growthOf } from '../tools/soak/growth.ts'
import { type Bench, median } from './bench.ts'

const days = 7
const positions = 100
/** Two days by the minute, with those since the last thinning, and the rest by the hour. */
const mostKept = (2 * dayMs + hourMs) / minuteMs + ((days - 2) * dayMs) / hourMs
const owner = 'bench' as OwnerKey

const sampleAt = (atMs: number): Sample =>
  ({
    atMs,
    equity: dec(`${100_000 + ((atMs / minuteMs) % 977)}.5`),
    positions: Array.from({ length: positions }, (_, index) => ({
      symbol: `BTC-20261225-${50_000 + index * 500}C`,
      side: index % 2 === 0 ? 'long' : 'short',
      size: dec('1.5'),
      entry: dec('100.5'),
      mark: dec(`${100 + (index % 7)}.5`),
      upnl: dec('3.5'),
    })),
  }) as unknown as Sample

/** By the day, from the third on, after which they are thinned. */
const fromThird = (ofDays: readonly number[]): Growth => growthOf(ofDays.map((value, day) => ({ at: day, value })).slice(2))

const slopeText = ({ slope, from, to }: Growth): string => `${slope.toFixed(3)} (95 %: ${from.toFixed(3)} to ${to.toFixed(3)})`

export const bench: Bench = {
  name: 'sample-week',
  about: 'a week of samples kept and thinned',
  async run(say) {
    const startMs = Date.parse(statedInstant)
    const ofDays: number[] = []
    const keptOfDays: number[] = []
    for (let day = 0; day < days; day += 1) {
      const times: number[] = []
      for (let atMs = startMs + day * dayMs; atMs < startMs + (day + 1) * dayMs; atMs += minuteMs) {
        const started = performance.now()
        await saveSample(owner, sampleAt(atMs))
        if (atMs % hourMs === 0) await thinSamples(owner, atMs)
        times.push(performance.now() - started)
      }
      ofDays.push(median(times))
      keptOfDays.push((await readSamples(owner)).length)
      say(`day ${day + 1}: ${keptOfDays[day]} kept, ${ofDays[day]?.toFixed(2)} ms each`)
    }
    say(`growth a day from the third on: ${slopeText(fromThird(keptOfDays))} kept, ${slopeText(fromThird(ofDays))} ms each`)
    const kept = keptOfDays.at(-1) ?? Number.NaN
    return [
      { name: 'a week of samples: kept', unit: 'samples', measured: kept, goal: { limit: mostKept } },
      {
        name: 'a week of samples: one more, on the last day beside the third',
        unit: 'ms',
        floor: ofDays[2] ?? Number.NaN,
        measured: ofDays[days - 1] ?? Number.NaN,
        goal: { ratio: 1.2 },
      },
    ]
  },
}
