import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runSteps } from '../domain/steps.ts'
import { blackPriceOf } from './black.ts'
import { quoteVolatility } from './implied-volatility.ts'
import { atmTotalVariance, ssviShape, ssviTotalVariance } from './smile.ts'
import { sliceAt, sliceSteps, sliceVariance, type SmileQuotes, type SsviSlice, surfaceVolatility } from './surface.ts'

const logStrikes = Array.from({ length: 21 }, (_, index) => (index - 10) * 0.06)

const wildQuotes: fc.Arbitrary<SmileQuotes[]> = fc
  .array(
    fc.tuple(
      fc.double({ min: 0.02, max: 0.5, noNaN: true }),
      fc.array(fc.double({ min: 0.2, max: 1.6, noNaN: true }), { minLength: 1, maxLength: logStrikes.length }),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map(expiries => {
    let years = 0
    return expiries.map(([gap, volatilities]) => {
      years += gap
      const points = volatilities.map((volatility, index) => ({
        logStrike: logStrikes[index] ?? 0,
        totalVariance: volatility ** 2 * years,
        weight: 1,
      }))
      return { years, points }
    })
  })

const prices = (slice: SsviSlice): number[] =>
  Array.from({ length: 80 }, (_, index) => 0.3 + index * 0.03).map(strike =>
    blackPriceOf(1, strike, Math.sqrt(sliceVariance(slice, Math.log(strike))), true),
  )

const slicesOf = (quotes: readonly SmileQuotes[]): readonly SsviSlice[] => runSteps(sliceSteps(quotes))

describe('the fitted surface', () => {
  test('has no butterfly arbitrage at any time, whatever the quotes: calls fall and bend upwards along strikes', () => {
    fc.assert(
      fc.property(wildQuotes, fc.double({ min: 0.01, max: 4, noNaN: true }), (quotes, years) => {
        const slice = sliceAt(slicesOf(quotes), years)
        if (slice === undefined) throw new Error('no slice')
        const calls = prices(slice)
        for (let index = 1; index < calls.length - 1; index++) {
          const [below = 0, here = 0, above = 0] = calls.slice(index - 1, index + 2)
          expect(here).toBeLessThanOrEqual(below + 1e-12)
          expect(below - 2 * here + above).toBeGreaterThanOrEqual(-1e-12)
        }
      }),
    )
  })

  test('has no calendar arbitrage, whatever the quotes: total variance never falls with time', () => {
    fc.assert(
      fc.property(
        wildQuotes,
        fc.double({ min: 0.01, max: 3, noNaN: true }),
        fc.double({ min: 0.001, max: 2, noNaN: true }),
        (quotes, years, later) => {
          const slices = slicesOf(quotes)
          const [near, far] = [sliceAt(slices, years), sliceAt(slices, years + later)]
          if (near === undefined || far === undefined) throw new Error('no slice')
          for (let k = -2; k <= 2; k += 0.1) {
            const [first, second] = [sliceVariance(near, k), sliceVariance(far, k)]
            expect(second).toBeGreaterThanOrEqual(first * (1 - 1e-7))
          }
        },
      ),
    )
  })

  test('gives a surface that is one of its kind back', () => {
    const made = ssviShape(-0.25, 0.9, 0.4)
    if (!made.ok) throw new Error(made.reason)
    const term = { shortVolatility: 0.7, longVolatility: 0.5, reversionPerYear: 3 }
    const quotes = [0.05, 0.1, 0.25, 0.5, 1].map(years => {
      const theta = atmTotalVariance(years, term)
      const points = logStrikes.map(logStrike => ({
        logStrike,
        totalVariance: ssviTotalVariance(logStrike, theta, made.shape),
        weight: 1,
      }))
      return { years, points }
    })
    const slices = slicesOf(quotes)
    for (const { years, points } of quotes) {
      for (const { logStrike, totalVariance } of points) {
        const volatility = surfaceVolatility(slices, 100, 100 * Math.exp(logStrike), years) ?? 0
        expect(Math.abs(volatility - Math.sqrt(totalVariance / years))).toBeLessThan(0.004)
      }
    }
  })

  test('prices of call and put at one strike keep put-call parity', () => {
    fc.assert(
      fc.property(wildQuotes, fc.double({ min: 40, max: 250, noNaN: true }), (quotes, strike) => {
        const years = 0.2
        const deviation = (surfaceVolatility(slicesOf(quotes), 100, strike, years) ?? 0) * Math.sqrt(years)
        const gap = blackPriceOf(100, strike, deviation, true) - blackPriceOf(100, strike, deviation, false)
        expect(gap).toBeCloseTo(100 - strike, 9)
      }),
    )
  })

  test('is none without quotes, without time, and without a forward', () => {
    expect(slicesOf([{ years: 1, points: [] }])).toEqual([])
    expect(surfaceVolatility([], 100, 100, 1)).toBeUndefined()
    const slices = slicesOf([{ years: 1, points: [{ logStrike: 0, totalVariance: 0.25, weight: 1 }] }])
    expect(surfaceVolatility(slices, 100, 100, 0)).toBeUndefined()
    expect(surfaceVolatility(slices, 100, 100, 1)).toBeCloseTo(0.5, 12)
  })
})

describe('the volatility of a quote', () => {
  const option = { strike: 100, right: 'call', bid: 7, ask: 9, price: 8 } as const

  test('stands between those of its bid and its ask', () => {
    const { bid = 0, ask = 0, volatility = 0 } = quoteVolatility(option, 100, 0.2)
    expect(bid).toBeLessThan(volatility)
    expect(volatility).toBeLessThan(ask)
  })

  test('is missing with a reason, never a default', () => {
    expect(quoteVolatility({ ...option, price: undefined }, 100, 0.2)).toMatchObject({
      volatility: undefined,
      why: 'no_quote',
    })
    expect(quoteVolatility({ ...option, price: 0.5 }, 110, 0.2)).toMatchObject({
      volatility: undefined,
      why: 'below_intrinsic',
    })
    expect(quoteVolatility(option, undefined, 0.2)).toMatchObject({ volatility: undefined, why: 'no_forward' })
    expect(quoteVolatility(option, 100, 0)).toMatchObject({ volatility: undefined, why: 'no_time_left' })
  })
})
