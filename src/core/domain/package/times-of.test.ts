// @vitest-environment node
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { timesOf } from './times-of.ts'
import { legsOf } from '../../../testing/legs-of.ts'

const part = fc.uniqueArray(
  fc.record({
    symbol: fc.constantFrom('a', 'b', 'c', 'd'),
    ratio: fc.integer({ min: -5, max: 5 }).filter(ratio => ratio !== 0),
  }),
  { selector: leg => leg.symbol, minLength: 1 },
)
const times = fc.integer({ min: -7, max: 7 }).filter(value => value !== 0)

test('a package is found in its multiple, turned or not, in any order of the legs', () => {
  fc.assert(
    fc.property(part, times, (legs, count) => {
      const whole = legs.map(leg => ({ ...leg, ratio: leg.ratio * count })).toReversed()
      expect(timesOf(whole, legs)).toBe(count)
    }),
  )
})

test('another package is not: a leg more, a leg less, another ratio, a part of one', () => {
  const legs = legsOf({ a: 1, b: -2 })
  expect(timesOf(legs, [...legs, { symbol: 'c', ratio: 1 }])).toBeUndefined()
  expect(timesOf(legs, legs.slice(0, 1))).toBeUndefined()
  expect(
    timesOf(
      legs,
      [legs[0], { symbol: 'b', ratio: -1 }].flatMap(leg => leg ?? []),
    ),
  ).toBeUndefined()
  expect(
    timesOf(
      legs,
      legs.map(leg => ({ ...leg, ratio: leg.ratio * 2 })),
    ),
  ).toBeUndefined()
  expect(timesOf([], legs)).toBeUndefined()
})
