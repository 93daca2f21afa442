import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addBlackPrices } from './black-prices.ts'
import { blackPriceOf } from './black.ts'

const options = fc.record({
  strike: fc.double({ min: 0.01, max: 1e6, noNaN: true }),
  deviation: fc.oneof(fc.double({ min: -0.1, max: 3, noNaN: true }), fc.double({ min: 0, max: 0.02, noNaN: true }), fc.constant(5e-324)),
  isCall: fc.boolean(),
  ratio: fc.constantFrom(-3, 1, 2),
  forwardRatio: fc.double({ min: 0.5, max: 2, noNaN: true }),
})
/** As parts of the strike: none, next to it, and far from it. */
const parts = fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0.9, max: 1.1, noNaN: true }), fc.double({ min: 0, max: 1e4, noNaN: true }))

describe('prices of one option at many prices of the underlying', () => {
  test('are those of Black-76, right to the last places of the larger of strike and forward', () => {
    fc.assert(
      fc.property(options, fc.array(parts, { minLength: 1, maxLength: 600 }), (option, chosen) => {
        const prices = Float64Array.from(chosen, part => part * option.strike)
        const out = new Float64Array(prices.length + 2)
        addBlackPrices(option, prices, out, 1)
        prices.forEach((price, at) => {
          const forward = option.forwardRatio * price
          const exact = option.ratio * blackPriceOf(forward, option.strike, option.deviation, option.isCall)
          const off = Math.abs((out[at + 1] ?? Number.NaN) - exact)
          expect(off).toBeLessThanOrEqual(1e-14 * Math.max(option.strike, forward))
        })
        expect([out[0], out.at(-1)]).toEqual([0, 0])
      }),
    )
  })

  test('are added to what is there', () => {
    const out = Float64Array.of(5, 7)
    addBlackPrices({ strike: 100, deviation: 0, isCall: true, ratio: 2, forwardRatio: 1 }, Float64Array.of(90, 110), out, 0)
    expect([...out]).toEqual([5, 27])
  })
})
