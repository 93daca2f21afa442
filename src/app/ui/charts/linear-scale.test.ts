import { scaleLinear } from 'd3-scale'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { linearScale } from './linear-scale.ts'

const value = fc.double({ min: -1e7, max: 1e7, noNaN: true }).map(each => Math.round(each * 1e4) / 1e4)
const ends = fc.tuple(value, value).filter(([from, to]) => from !== to)
const pixels = fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 401, max: 3_000 }))

describe('a linear scale', () => {
  test('puts values where d3 puts them, and finds them again', () => {
    fc.assert(
      fc.property(ends, pixels, value, (domain, range, at) => {
        const [own, other] = [linearScale(domain, range), scaleLinear(domain, range)]
        const share = Math.abs((at - domain[0]) / (domain[1] - domain[0])) + 1
        expect(Math.abs(own(at) - other(at))).toBeLessThan(1e-6 * share)
        expect(own(domain[0])).toBe(range[0])
        expect(own(domain[1])).toBe(range[1])
        expect(Math.abs(own.invert(own(at)) - at)).toBeLessThan(1e-6 * (1 + Math.abs(at)) * share)
      }),
      { numRuns: 300 },
    )
  })

  test('marks the round values that d3 marks', () => {
    fc.assert(
      fc.property(ends, fc.integer({ min: 2, max: 24 }), (domain, count) => {
        const theirs = scaleLinear(domain, [0, 100]).ticks(count)
        // Normalises minus zero, which a chart shows as zero.
        expect(
          linearScale(domain, [0, 100])
            .ticks(count)
            .map(tick => tick + 0),
        ).toEqual(theirs.map(tick => tick + 0))
      }),
      { numRuns: 500 },
    )
  })

  test('marks strikes and shares as they are written, without rounding errors', () => {
    expect(linearScale([17_250, 18_750], [0, 100]).ticks(3)).toEqual([17_500, 18_000, 18_500])
    expect(linearScale([0, 0.35], [0, 100]).ticks(4)).toEqual([0, 0.1, 0.2, 0.3])
  })

  test('of one value lies in the middle, with that value marked; of none it marks nothing', () => {
    expect(linearScale([5, 5], [0, 100])(5)).toBe(50)
    expect(linearScale([5, 5], [0, 100]).ticks(4)).toEqual([5])
    expect(linearScale([Number.NaN, 1], [0, 100]).ticks(4)).toEqual([])
  })
})
