import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dec, eq, mul } from './decimal.ts'
import { priceIn } from './price-units.ts'

const legs = [{ ratio: 2 }, { ratio: -3 }]

describe('the price of a package', () => {
  test('is told per package, per unit of the first leg, and in total', () => {
    const priced = { legs, quantity: dec('10') }
    expect([
      priceIn('package', dec('-30'), priced),
      priceIn('unit', dec('-30'), priced),
      priceIn('total', dec('-30'), priced),
    ]).toEqual(['-30', '-15', '-300'])
  })
  test('of an order whose quantity is not known has no total', () => {
    expect(priceIn('total', dec('30'), { legs })).toBeUndefined()
    expect(priceIn('total', dec('30'), { legs, quantity: dec('0') })).toBeUndefined()
  })
  test('per unit, times the ratio, is the price, as far as it ends', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e6, max: 1e6 }), fc.constantFrom(1, 2, 4, 5, 8, 10, -2, -5), (cents, ratio) => {
        const price = dec(String(cents / 100))
        const unit = priceIn('unit', price, { legs: [{ ratio }] })
        expect(unit !== undefined && eq(mul(unit, dec(Math.abs(ratio))), price)).toBe(true)
      }),
    )
  })
})
