import { array, assert, constantFrom, integer, property, tuple } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dec, gcd } from './decimal.ts'
import { bezout, legPrices } from './leg-prices.ts'
import { packagePrice } from './normalise.ts'

const ratio = integer({ min: -12, max: 12 }).filter(value => value !== 0)
const money = tuple(integer({ min: -9_999_999, max: 99_999_999 }), constantFrom(1, 2, 100, 10_000)).map(
  ([units, parts]) => dec(units / parts),
)
const legs = array(tuple(ratio, money), { minLength: 2, maxLength: 10 }).filter(
  all => gcd(all.map(([each]) => each)) === 1,
)

describe('prices of the legs of a package', () => {
  test('ratio × leg price adds up to the package price to the last digit', () => {
    assert(
      property(legs, money, (all, price) => {
        const prices = legPrices(
          all.map(([each, mark]) => ({ ratio: each, mark })),
          price,
        )
        expect(packagePrice(all.map(([each], index) => ({ ratio: each, price: prices[index]! })))).toBe(price)
      }),
      { numRuns: 1000 },
    )
  })
  test('every leg is booked at its mark but the dearest of the smallest ratio, which bears the rest', () => {
    const booked = legPrices(
      [
        { ratio: 1, mark: dec('500') },
        { ratio: -2, mark: dec('900') },
        { ratio: 1, mark: dec('800') },
      ],
      dec('-520'),
    )
    expect(booked).toEqual(['500', '900', '780'])
  })
  test('whole numbers that combine the ratios to one exist and are found', () => {
    for (const ratios of [
      [3, -7],
      [6, 10, 15],
      [1, 5],
      [-4, 9, 2],
    ]) {
      expect(bezout(ratios).reduce((sum, x, index) => sum + x * ratios[index]!, 0)).toBe(1)
    }
  })
})
