import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Right } from '../domain/instrument.ts'
import { complementOverVega, nearBound, normalisedVega, timeValueOverVega } from './black-core.ts'
import { blackPrice, blackPriceOf } from './black.ts'
import {
  impliedDeviation,
  impliedVolatility,
  type ImpliedVolatilityInput,
  impliedVolatilityOf,
} from './implied-volatility.ts'

function sequence(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 4294967296
  }
}

const between = (part: number, min: number, max: number): number => Math.exp(Math.log(min) + part * Math.log(max / min))

describe('implied volatility', () => {
  test('price and back over 1,000,000 points of the whole domain: s to 1e-12', () => {
    const random = sequence(11)
    let worst = 0
    let tried = 0
    while (tried < 1_000_000) {
      const x = between(random(), 1e-12, 500)
      const s = between(random(), 1e-6, 60)
      const a = x / s
      const t = s / 2
      const bound = Math.exp(-x / 2)
      const vega = normalisedVega(a, t)
      const complement = nearBound(a, t) ? vega * complementOverVega(a, t) : bound - vega * timeValueOverVega(a, t)
      const b = nearBound(a, t) ? bound - complement : vega * timeValueOverVega(a, t)
      // The price underflows a double, so it has no volatility.
      if (!(b > 1e-305 && complement > 1e-305)) continue
      tried++
      const error = Math.abs(impliedDeviation(b, complement, x) / s - 1)
      if (!(error <= worst)) worst = error
    }
    expect(worst).toBeLessThan(1e-12)
  })

  test('at the money exactly the answer is closed and as exact', () => {
    fc.assert(
      fc.property(fc.double({ min: Math.log(1e-12), max: Math.log(8), noNaN: true }).map(Math.exp), s => {
        const price = blackPriceOf(100, 100, s, true)
        // Near the bound the price itself has lost digits.
        expect(Math.abs(impliedVolatilityOf(price, 100, 100, 1, true) / s - 1)).toBeLessThan(s < 2 ? 1e-14 : 1e-10)
      }),
    )
  })

  test('volatility of a price in any market gives the price again', () => {
    const any = fc.record({
      forward: fc.double({ min: 0.01, max: 200_000, noNaN: true }),
      moneyness: fc.double({ min: -4, max: 4, noNaN: true }),
      years: fc.double({ min: 1e-5, max: 5, noNaN: true }),
      volatility: fc.double({ min: 0.01, max: 6, noNaN: true }),
      right: fc.constantFrom<Right>('call', 'put'),
    })
    fc.assert(
      fc.property(any, ({ forward, moneyness, years, volatility, right }) => {
        const strike = forward * Math.exp(moneyness * volatility * Math.sqrt(years))
        const price = blackPrice({ forward, strike, years, volatility, right })
        const found = impliedVolatility({ price, forward, strike, years, right })
        const intrinsic = Math.max(right === 'call' ? forward - strike : strike - forward, 0)
        const drowned =
          (intrinsic > 0 && price - intrinsic <= 4e-16 * price) || (right === 'call' ? forward : strike) - price <= 0
        const again = found.ok
          ? blackPrice({ forward, strike, years, volatility: found.volatility, right })
          : Number.NaN
        expect(found.ok || drowned).toBe(true)
        expect(drowned || Math.abs(again - price) <= 1e-13 * price).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  const given: ImpliedVolatilityInput = { price: 12, forward: 110, strike: 100, years: 0.5, right: 'call' }
  test.each<[string, Partial<ImpliedVolatilityInput>, string]>([
    ['a price under the intrinsic value', { price: 9.99 }, 'below_intrinsic'],
    ['a price at the intrinsic value', { price: 10 }, 'no_time_value'],
    ['a free option out of the money', { price: 0, right: 'put' }, 'no_time_value'],
    ['a negative price', { price: -1, right: 'put' }, 'below_intrinsic'],
    ['a call as dear as its forward', { price: 110 }, 'above_bound'],
    ['a put dearer than its strike', { price: 100.5, right: 'put' }, 'above_bound'],
    ['no time left', { years: 0 }, 'no_time_left'],
    ['an expired option, whatever its price', { years: -1, price: 500 }, 'no_time_left'],
    ['a price that is not a number', { price: Number.NaN }, 'not_a_price'],
    ['an endless price', { price: Number.POSITIVE_INFINITY }, 'not_a_price'],
    ['a forward of zero', { forward: 0 }, 'not_a_price'],
    ['a strike of zero', { strike: 0 }, 'not_a_price'],
    ['endless time', { years: Number.POSITIVE_INFINITY }, 'not_a_price'],
  ])('%s has none, and says why', (_name, change, reason) => {
    const input = { ...given, ...change }
    expect(impliedVolatility(input)).toEqual({ ok: false, reason })
    expect(impliedVolatilityOf(input.price, input.forward, input.strike, input.years, input.right === 'call') > 0).toBe(
      false,
    )
  })

  test('a put and a call of one strike and parity prices have one volatility', () => {
    const call = impliedVolatility({ price: 13.5, forward: 110, strike: 100, years: 0.5, right: 'call' })
    const put = impliedVolatility({ price: 3.5, forward: 110, strike: 100, years: 0.5, right: 'put' })
    expect(call).toEqual(put)
    expect(call.ok && call.volatility).toBeCloseTo(0.267, 1)
  })
})
