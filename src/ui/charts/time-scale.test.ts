import { scaleTime, scaleUtc } from 'd3-scale'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { timeScale, timeTicks } from './time-scale.ts'

const start = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2030, 0, 1) })
const count = fc.integer({ min: 1, max: 15 })
/** Between marks, from a second to a year: all kinds of steps come up. */
const apart = fc.double({ min: Math.log(1_000), max: Math.log(365 * 86_400_000), noNaN: true }).map(Math.exp)

const { TZ } = process.env
afterAll(() => {
  process.env['TZ'] = TZ
})

describe('a scale over time', () => {
  test('puts times where d3 puts them, stretch by stretch and beyond, and finds them again', () => {
    const rising = fc
      .uniqueArray(fc.integer({ min: 0, max: 1e9 }), { minLength: 2, maxLength: 6 })
      .map(all => all.toSorted((a, b) => a - b))
    fc.assert(
      fc.property(rising, fc.integer({ min: -1e8, max: 11e8 }), (domain, at) => {
        const range = domain.map((_, index) => 74 + index * (30 + index * 7))
        const [own, other] = [timeScale(domain, range), scaleUtc(domain, range)]
        expect(own(at)).toBeCloseTo(other(at), 6)
        const px = other(at)
        expect(Math.abs(own.invert(px) - other.invert(px).getTime())).toBeLessThanOrEqual(1)
      }),
      { numRuns: 300 },
    )
  })

  test.each(['UTC', 'America/New_York', 'Asia/Kolkata', 'Australia/Sydney'])(
    'marks the round times that d3 marks, in UTC and on the clock of %s',
    tz => {
      process.env['TZ'] = tz
      fc.assert(
        fc.property(start, apart, count, (from, ms, marks) => {
          const to = from + Math.round(ms * marks)
          const theirs = (scale: typeof scaleUtc) =>
            scale([from, to], [0, 1])
              .ticks(marks)
              .map(tick => tick.getTime())
          expect(timeTicks(from, to, marks, 'utc')).toEqual(theirs(scaleUtc))
          expect(timeTicks(from, to, marks, 'local')).toEqual(theirs(scaleTime))
        }),
        { numRuns: 300 },
      )
    },
  )

  test('marks nothing of no time', () => expect(timeTicks(5, 5, 4, 'utc')).toEqual([]))
})
