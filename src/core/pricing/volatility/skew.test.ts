// @vitest-environment node
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blackGreeks } from '../black.ts'
import type { SsviSlice } from '../surface.ts'
import { forwardVolatilities, pointAtDelta, skewOf } from './skew.ts'

/** The flattest possible slice: 60 % at every strike. */
const flat = (years: number): SsviSlice => ({ years, theta: 0.36 * years, rho: 0, psi: 1e-12 })

describe('a point at a delta', () => {
  it('is where Black-76 by hand has it: of 60 % over 30 days a call of delta ¼ is 13.98 % above', () => {
    // σ√T = 0.6 × √(30/365) = 0.17201465; N(d1) = 1/4 at d1 = −0.67448975; k = σ²T/2 − d1 σ√T = 0.01479452 +
    // 0.11602213.
    const point = pointAtDelta(flat(30 / 365), 0.25)
    expect(point?.logStrike).toBeCloseTo(0.13081665, 7)
    expect(Math.exp(point?.logStrike ?? 0)).toBeCloseTo(1.1398, 4)
    expect(point?.volatility).toBeCloseTo(0.6, 9)
  })

  const slice = fc
    .record({
      years: fc.double({ min: 0.005, max: 2, noNaN: true }),
      rho: fc.double({ min: -0.9, max: 0.9, noNaN: true }),
    })
    .chain(({ years, rho }) =>
      fc
        .record({
          volatility: fc.double({ min: 0.1, max: 1.5, noNaN: true }),
          share: fc.double({ min: 0.01, max: 0.99, noNaN: true }),
        })
        .map(({ volatility, share }): SsviSlice => {
          const theta = volatility ** 2 * years
          const most = Math.min(4 / (1 + Math.abs(rho)), Math.sqrt((4 * theta) / (1 + Math.abs(rho))))
          return { years, theta, rho, psi: share * most }
        }),
    )

  it('has that delta when an option there is priced at its volatility, on any slice without arbitrage', () => {
    fc.assert(
      fc.property(slice, fc.constantFrom(0.1, 0.25, 0.5, 0.75, 0.9), (each, delta) => {
        const point = pointAtDelta(each, delta)
        if (point === undefined) throw new Error('No such point.')
        // With wings at the arbitrage bound, a delta of 0.1 is at strikes beyond the range of a double.
        fc.pre(Math.abs(point.logStrike) < 100)
        const strike = Math.exp(point.logStrike)
        const greeks = blackGreeks({
          forward: 1,
          strike,
          years: each.years,
          volatility: point.volatility,
          right: 'call',
        })
        expect(greeks.delta).toBeCloseTo(delta, 6)
      }),
    )
  })

  it('is missing for what is no delta', () => {
    for (const delta of [0, 1, -0.25, Number.NaN]) expect(pointAtDelta(flat(0.1), delta)).toBeUndefined()
  })
})

describe('skew', () => {
  it('of a flat smile is nothing', () => {
    const skew = skewOf(flat(0.25))
    expect(skew.atm).toBeCloseTo(0.6, 12)
    for (const value of [skew.riskReversal25, skew.riskReversal10, skew.butterfly25, skew.butterfly10])
      expect(value).toBeCloseTo(0, 8)
  })

  it('is below zero where puts are dearer, and grows from 25 to 10 delta; butterflies are above zero', () => {
    const skew = skewOf({ years: 0.25, theta: 0.09, rho: -0.4, psi: 0.3 })
    expect(skew.riskReversal25).toBeLessThan(0)
    expect(skew.riskReversal10).toBeLessThan(skew.riskReversal25 ?? 0)
    expect(skew.butterfly25).toBeGreaterThan(0)
    expect(skew.butterfly10).toBeGreaterThan(skew.butterfly25 ?? 0)
  })
})

describe('forward volatility', () => {
  it('is the root of what total variance gains a year: 50 % to a year and 60 % to two make √(0.47) between', () => {
    const forwards = forwardVolatilities([
      { years: 1, volatility: 0.5 },
      { years: 2, volatility: 0.6 },
    ])
    // (0.36 × 2 − 0.25 × 1) / 1 = 0.47
    expect(forwards.map(each => each.volatility)).toEqual([0.5, expect.closeTo(Math.sqrt(0.47), 12)])
    expect(forwards.map(each => [each.fromYears, each.toYears])).toEqual([
      [0, 1],
      [1, 2],
    ])
  })

  it('is missing where total variance falls, not zero', () => {
    const [, second] = forwardVolatilities([
      { years: 1, volatility: 0.9 },
      { years: 2, volatility: 0.5 },
    ])
    expect(second?.volatility).toBeUndefined()
  })
})
