import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dec, toNumber } from '../../core/domain/decimal.ts'
import { equityOf } from '../../core/domain/equity.ts'
import { minuteMs } from '../../core/domain/time.ts'
import type { LightSample } from '../store/store.ts'
import { thinPoints } from './answer-call.ts'
import { cashSample } from '../../testing/cash-sample.ts'

const samplesOf = (values: readonly number[]): readonly LightSample[] =>
  values.map((value, index) => cashSample(index * minuteMs, String(value)))
const valueOf = (sample: LightSample | undefined): number =>
  sample === undefined ? Number.NaN : toNumber(equityOf(sample.equity, 'value') ?? dec('0'))

test('few samples are told as they are', () => {
  const samples = samplesOf([3, 1, 2])
  expect(thinPoints(samples, 3)).toBe(samples)
  expect(thinPoints([], 1)).toEqual([])
})

test('of many the first, the last, and the highest and lowest of all stay, in turn, and no more than were asked for', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -1_000, max: 1_000 }), { minLength: 30, maxLength: 300 }),
      fc.integer({ min: 6, max: 29 }),
      (values, points) => {
        const samples = samplesOf(values)
        const thinned = thinPoints(samples, points)
        expect([thinned[0], thinned.at(-1)]).toEqual([samples[0], samples.at(-1)])
        expect([Math.min(...thinned.map(valueOf)), Math.max(...thinned.map(valueOf))]).toEqual([
          Math.min(...values),
          Math.max(...values),
        ])
        expect(thinned.every((sample, index) => index === 0 || sample.atMs > (thinned[index - 1]?.atMs ?? 0))).toBe(
          true,
        )
        // The last sample is an interval of its own.
        expect(thinned.length).toBeLessThanOrEqual(points + 1)
      },
    ),
  )
})

test('a spike of one minute in a day is still there among few points', () => {
  const values = Array.from({ length: 1_440 }, (_, index) => (index === 777 ? 900 : 100))
  expect(thinPoints(samplesOf(values), 50).map(valueOf)).toContain(900)
})
