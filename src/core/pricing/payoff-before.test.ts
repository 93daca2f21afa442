import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blackPrice, blackPriceOf } from './black.ts'
import { addBlackPrices, type ModelLeg, payoffBefore, scenarioGrid } from './payoff-before.ts'
import { type ExpiryLeg, profitAtExpiry } from './payoff.ts'

const day = 86_400_000
const expiryMs = 100 * day
const prices = Float64Array.from({ length: 81 }, (_, index) => index * 500)
const now = (atMs: number, volatilityShift = 0) => ({ atMs, volatilityShift })

const farthest = (a: Float64Array, b: Float64Array): number =>
  Math.max(...a.map((value, index) => Math.abs(value - (b[index] ?? Number.NaN))))

const legs = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constantFrom('call' as const, 'put' as const),
      strike: fc.integer({ min: 1, max: 60 }).map(units => units * 500),
      ratio: fc.constantFrom(-3, -2, -1, 1, 2, 3),
      expiryMs: fc.constantFrom(expiryMs, expiryMs + 7 * day),
      volatility: fc.double({ min: 0.05, max: 2, noNaN: true }),
      forwardRatio: fc.double({ min: 0.9, max: 1.1, noNaN: true }),
    }),
    fc.record({
      kind: fc.constant('linear' as const),
      ratio: fc.constantFrom(-2, -1, 1, 2),
      expiryMs: fc.constant(expiryMs),
    }),
  ),
  { minLength: 1, maxLength: 10 },
)

describe('payoff before expiry', () => {
  test('is the Black-76 value of each leg, with its own volatility, expiry and forward, less the cost', () => {
    const calendar: ModelLeg[] = [
      { kind: 'call', strike: 20_000, ratio: -1, expiryMs, volatility: 0.7 },
      { kind: 'call', strike: 20_000, ratio: 1, expiryMs: expiryMs + 30 * day, volatility: 0.6, forwardRatio: 1.01 },
    ]
    const [value] = payoffBefore(calendar, 250, now(90 * day), Float64Array.of(20_000))
    const near = blackPrice({ forward: 20_000, strike: 20_000, years: 10 / 365, volatility: 0.7, right: 'call' })
    const far = blackPrice({ forward: 20_200, strike: 20_000, years: 40 / 365, volatility: 0.6, right: 'call' })
    expect(value).toBeCloseTo(far - near - 250, 8)
  })

  test('once every leg has expired it is the payoff at expiry', () => {
    fc.assert(
      fc.property(legs, fc.integer({ min: -5000, max: 5000 }), (package_, cost) => {
        const settled = package_.map(
          (leg): ExpiryLeg =>
            leg.kind === 'linear'
              ? { kind: 'linear', ratio: leg.ratio }
              : { kind: leg.kind, strike: leg.strike, ratio: leg.ratio },
        )
        const values = payoffBefore(package_, cost, now(expiryMs + 7 * day), prices)
        expect(
          farthest(
            values,
            prices.map(price => profitAtExpiry(settled, cost, price)),
          ),
        ).toBeLessThan(1e-6)
      }),
    )
  })

  test('an expired leg is settled at the price looked at while the others are still valued', () => {
    const mixed: ModelLeg[] = [
      { kind: 'call', strike: 20_000, ratio: -1, expiryMs, volatility: 0.7, forwardRatio: 1.05 },
      { kind: 'put', strike: 20_000, ratio: 1, expiryMs: expiryMs + 10 * day, volatility: 0.6 },
      { kind: 'linear', ratio: 1, expiryMs, forwardRatio: 1.05 },
    ]
    const [value] = payoffBefore(mixed, 0, now(expiryMs), Float64Array.of(21_000))
    const put = blackPrice({ forward: 21_000, strike: 20_000, years: 10 / 365, volatility: 0.6, right: 'put' })
    expect(value).toBeCloseTo(-1_000 + put + 21_000, 8)
  })

  test('a volatility shifted below zero counts as zero', () => {
    const leg: ModelLeg = { kind: 'call', strike: 20_000, ratio: 1, expiryMs, volatility: 0.3 }
    expect(payoffBefore([leg], 0, now(0, -0.5), Float64Array.of(21_000, 19_000))).toEqual(Float64Array.of(1_000, 0))
  })

  test('a price of zero is a price', () => {
    const leg: ModelLeg = { kind: 'put', strike: 20_000, ratio: 1, expiryMs, volatility: 0.3 }
    expect(payoffBefore([leg], 0, now(0), Float64Array.of(0))).toEqual(Float64Array.of(20_000))
  })

  test('the whole is the sum of the legs', () => {
    fc.assert(
      fc.property(legs, package_ => {
        const whole = payoffBefore(package_, 0, now(60 * day, 0.02), prices)
        const parts = package_.map(leg => payoffBefore([leg], 0, now(60 * day, 0.02), prices))
        const sums = prices.map((_, index) => parts.reduce((total, part) => total + (part[index] ?? Number.NaN), 0))
        expect(farthest(whole, sums)).toBeLessThan(1e-6)
      }),
    )
  })

  test('a grid is its rows, by date or by volatility', () => {
    fc.assert(
      fc.property(legs, package_ => {
        const rows = [now(0), now(50 * day, 0.1), now(expiryMs + day, -0.1)]
        const grid = scenarioGrid(package_, 100, rows, prices)
        expect(grid).toHaveLength(rows.length * prices.length)
        rows.forEach((row, index) => {
          expect(grid.slice(index * prices.length, (index + 1) * prices.length)).toEqual(
            payoffBefore(package_, 100, row, prices),
          )
        })
      }),
      { numRuns: 30 },
    )
  })
})

const options = fc.record({
  strike: fc.double({ min: 0.01, max: 1e6, noNaN: true }),
  deviation: fc.oneof(
    fc.double({ min: -0.1, max: 3, noNaN: true }),
    fc.double({ min: 0, max: 0.02, noNaN: true }),
    fc.constant(5e-324),
  ),
  isCall: fc.boolean(),
  ratio: fc.constantFrom(-3, 1, 2),
  forwardRatio: fc.double({ min: 0.5, max: 2, noNaN: true }),
})
const parts = fc.oneof(
  fc.constantFrom(0, 1),
  fc.double({ min: 0.9, max: 1.1, noNaN: true }),
  fc.double({ min: 0, max: 1e4, noNaN: true }),
)

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
    addBlackPrices(
      { strike: 100, deviation: 0, isCall: true, ratio: 2, forwardRatio: 1 },
      Float64Array.of(90, 110),
      out,
      0,
    )
    expect([...out]).toEqual([5, 27])
  })
})
