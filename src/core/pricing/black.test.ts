import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Right } from '../domain/instrument.ts'
import { absoluteLogMoneyness } from './black-core.ts'
import { greekSlot } from './black-chain.ts'
import { blackGreeks, blackGreeksInto, blackPrice, blackPriceOf } from './black.ts'

const days = (count: number): number => count / 365

/** The table of the conventions: forward, strike, days, volatility, right -> price, delta, gamma, vega, theta. */
const conventionCases: [number, number, number, number, Right, number, number, number, number, number][] = [
  [20000, 20000, 30, 0.6, 'call', 1370.7881, 0.53427, 0.00011553, 22.7902, -22.7902],
  [20000, 20000, 30, 0.6, 'put', 1370.7881, -0.46573, 0.00011553, 22.7902, -22.7902],
  [17000, 18000, 7, 0.75, 'call', 331.7307, 0.3091, 0.00019955, 8.2951, -44.4383],
  [17000, 16000, 7, 0.75, 'put', 296.4533, -0.26251, 0.00018461, 7.6741, -41.1115],
  [60000, 70000, 90, 0.55, 'call', 3146.3295, 0.33437, 0.00002222, 108.4631, -33.1415],
]

/** Forward, strike, years, volatility, right, price to 60 digits (mpmath). */
const preciseCases: [number, number, number, number, Right, number][] = [
  [20000, 20000, 0.0821917808219178, 0.6, 'call', 1370.7881436507093],
  [17000, 18000, 0.019178082191780823, 0.75, 'call', 331.7306726584894],
  [17000, 30000, 0.019178082191780823, 0.75, 'call', 9.156389508358584e-6],
  [17000, 16999.5, 0.00011415525114155251, 0.4, 'put', 28.734812330262727],
  [20000, 20001, 1e-6, 0.3, 'call', 1.9268811358560405],
  [100, 150, 1, 0.05, 'call', 1.8672551913332252e-16],
  [100, 400, 0.25, 0.2, 'call', 7.575532479186121e-44],
  [60000, 1000, 0.5, 0.8, 'put', 1.2811580492528056e-10],
  [60000, 300000, 2, 1.5, 'call', 26791.052424465575],
  [1, 1.5, 30, 2, 'call', 0.9999999471194962],
  [50000, 49000, 0.02, 0.01, 'put', 6.5416065617061595e-46],
  [100, 100.0001, 0.001, 0.02, 'call', 0.02518136895447287],
  [100, 130, 0.01, 0.4, 'call', 1.802824887863154e-11],
  [100, 108, 0.01, 0.2, 'call', 2.8817117803879592e-5],
]

/**
 * Forward, strike, years, volatility, then ∂²price/∂F∂σ, ∂²price/∂σ² and −∂delta/∂years as differences of 60-digit
 * prices (mpmath).
 */
const secondOrder: [number, number, number, number, number, number, number][] = [
  [20000, 20000, 0.0821917808219178, 0.6, 0.05697547710999909, -28.09749556109544, -0.2079604914514967],
  [17000, 18000, 0.019178082191780823, 0.75, 0.2829373224468859, 331.9789729634537, -5.532435144273929],
  [17000, 30000, 0.019178082191780823, 0.75, 1.249617018192809e-6, 0.01593517192195784, -2.443447562359154e-5],
  [17000, 16999.5, 0.00011415525114155251, 0.4, -0.004732467623580128, 0.007752474027373889, 8.291283276512385],
  [20000, 20001, 1e-6, 0.3, 0.2187744942683569, 0.7285737601448797, -32816.17414025353],
  [60000, 1000, 0.5, 0.8, -1.81176338694601e-12, 5.780899284965139e-7, 1.449410709556808e-12],
  [60000, 300000, 2, 1.5, 0.4623135802903422, -11845.62208403387, -0.1733675926088783],
  [1, 1.5, 30, 2, 4.11809712779839e-7, -1.227080414853904e-5, -1.372699042599463e-8],
  [100, 100.0001, 0.001, 0.02, 0.03784694178425395, 0.0001513876725260063, -0.3784694178425395],
  [100, 130, 0.01, 0.4, 3.402666397838443e-9, 2.225039833947149e-7, -6.805332795676886e-8],
  [60000, 70000, 0.2465753424657534, 0.55, 0.4639809971227396, 5914.804069347204, -0.5174676954021666],
  [117250.5, 90000, 0.00273972602739726, 0.62, -1.722026413635396e-14, 8.630921477978151e-10, 1.948472887028451e-12],
  [117250.5, 240000, 1.3, 0.48, 0.7696603335586319, 106518.065915474, -0.142091138503132],
  [0.0213, 0.02, 0.3, 1.9, 0.08156136066650337, -0.0005526989817920853, -0.258277642110594],
  [3500, 3499, 0.7, 0.051, 0.1144586161637566, -9.395409309729223, -0.004169563874536849],
  [100, 100, 4, 4, 0.0001338302257648854, -0.1070641806119083, -6.691511288244268e-5],
]

const positive = (min: number, max: number): fc.Arbitrary<number> =>
  fc.double({ min: Math.log(min), max: Math.log(max), noNaN: true }).map(Math.exp)
const market = fc
  .record({
    forward: positive(0.01, 1e6),
    moneyness: fc.double({ min: -2, max: 2, noNaN: true }),
    years: positive(1e-6, 10),
    volatility: positive(0.01, 5),
  })
  .map(({ forward, moneyness, years, volatility }) => ({
    forward,
    strike: forward * Math.exp(moneyness),
    years,
    volatility,
  }))

const atTheMoney: [number, number][] = [
  [0.0602, 2.4012699267816067],
  [0.067, 2.6724134166835407],
  [0.1, 3.9877611676744924],
  [0.1654, 6.590991512595658],
  [0.1999, 7.96159792000885],
  [0.21, 8.362419127940926],
]

describe('Black-76', () => {
  test.each(atTheMoney)('at the money the price is right to 4e-15 of itself, s = %d', (s, want) => {
    for (const isCall of [true, false])
      expect(Math.abs(blackPriceOf(100, 100, s, isCall) / want - 1)).toBeLessThan(4e-15)
  })

  test.each(conventionCases)(
    '%d / %d, %d days, %d, %s: price and greeks as the conventions print them',
    (forward, strike, count, volatility, right, price, delta, gamma, vega, theta) => {
      const got = blackGreeks({ forward, strike, years: days(count), volatility, right })
      expect(got.price).toBeCloseTo(price, 4)
      expect(got.delta).toBeCloseTo(delta, 5)
      expect(got.gamma).toBeCloseTo(gamma, 8)
      expect(got.vegaPerVolPoint).toBeCloseTo(vega, 4)
      expect(got.thetaPerDay).toBeCloseTo(theta, 4)
    },
  )

  test.each(preciseCases)(
    '%d / %d, %d years, %d, %s: as exact as rounding of the inputs allows',
    (forward, strike, years, volatility, right, want) => {
      const a = absoluteLogMoneyness(forward, strike) / (volatility * Math.sqrt(years))
      const got = blackPrice({ forward, strike, years, volatility, right })
      expect(Math.abs(got / want - 1)).toBeLessThan(1e-14 + 4e-16 * a * a)
    },
  )

  test('call less put is forward less strike', () => {
    fc.assert(
      fc.property(market, given => {
        const call = blackPrice({ ...given, right: 'call' })
        const put = blackPrice({ ...given, right: 'put' })
        expect(Math.abs(call - put - (given.forward - given.strike))).toBeLessThanOrEqual(
          4e-16 * (given.forward + given.strike),
        )
      }),
    )
  })

  test('the price lies between intrinsic value and bound, rises with volatility and falls with the strike of a call', () => {
    fc.assert(
      fc.property(market, fc.double({ min: 1e-6, max: 1, noNaN: true }), (given, step) => {
        const price = blackPrice({ ...given, right: 'call' })
        const dust = 1e-13 * given.forward
        expect(price).toBeGreaterThanOrEqual(Math.max(given.forward - given.strike, 0))
        expect(price).toBeLessThanOrEqual(given.forward)
        expect(
          blackPrice({ ...given, right: 'call', volatility: given.volatility * (1 + step) }),
        ).toBeGreaterThanOrEqual(price - dust)
        expect(blackPrice({ ...given, right: 'call', strike: given.strike * (1 + step) })).toBeLessThanOrEqual(
          price + dust,
        )
      }),
    )
  })

  test('greeks are the slopes of the price', () => {
    const tame = fc.record({
      moneyness: fc.double({ min: -1, max: 1, noNaN: true }),
      years: positive(0.01, 2),
      volatility: positive(0.2, 2),
      right: fc.constantFrom<Right>('call', 'put'),
    })
    fc.assert(
      fc.property(tame, ({ moneyness, years, volatility, right }) => {
        const given = {
          forward: 1000,
          strike: 1000 * Math.exp(moneyness * volatility * Math.sqrt(years) * 2),
          years,
          volatility,
          right,
        }
        const greeks = blackGreeks(given)
        const slope = (field: 'forward' | 'volatility' | 'years', h: number): number =>
          (blackPrice({ ...given, [field]: given[field] + h }) - blackPrice({ ...given, [field]: given[field] - h })) /
          (2 * h)
        expect(Math.abs(greeks.price / blackPrice(given) - 1)).toBeLessThan(2e-14)
        expect(greeks.delta).toBeCloseTo(slope('forward', 0.01), 6)
        expect(greeks.vegaPerVolPoint).toBeCloseTo(slope('volatility', 1e-5) / 100, 6)
        expect(greeks.thetaPerDay).toBeCloseTo(-slope('years', 1e-6) / 365, 4)
        const up = blackGreeks({ ...given, forward: 1000.01 }).delta
        const down = blackGreeks({ ...given, forward: 999.99 }).delta
        expect(greeks.gamma).toBeCloseTo((up - down) / 0.02, 7)
      }),
    )
  })

  test.each(secondOrder)(
    '%d / %d, %d years, %d: vanna, volga and charm to 1e-12',
    (forward, strike, years, volatility, ...want) => {
      for (const right of ['call', 'put'] as const) {
        const greeks = blackGreeks({ forward, strike, years, volatility, right })
        const found = [greeks.vannaPerVolPoint * 100, greeks.volgaPerVolPoint * 10_000, greeks.charmPerDay * 365]
        // If d2 is near zero, the rounding of the inputs dominates.
        found.forEach((value, at) => expect(Math.abs(value / (want[at] ?? 0) - 1)).toBeLessThan(2e-12))
      }
    },
  )

  test('the second order is the slope of the first, in the units of the first', () => {
    const given = { forward: 60_000, strike: 70_000, years: days(90), volatility: 0.55, right: 'put' } as const
    const now = blackGreeks(given)
    const point = blackGreeks({ ...given, volatility: 0.5501 })
    const day = blackGreeks({ ...given, years: days(89.99) })
    expect(now.vannaPerVolPoint).toBeCloseTo((point.delta - now.delta) / 0.01, 5)
    expect(now.volgaPerVolPoint).toBeCloseTo((point.vegaPerVolPoint - now.vegaPerVolPoint) / 0.01, 3)
    expect(now.charmPerDay).toBeCloseTo((day.delta - now.delta) / 0.01, 6)
  })

  test('under a day to expiry theta is at most the remaining time value', () => {
    const hour = blackGreeks({ forward: 20000, strike: 20000, years: 1 / 8760, volatility: 0.6, right: 'call' })
    expect(hour.thetaPerDay).toBeCloseTo(-hour.price, 10)
    const day = blackGreeks({ forward: 20000, strike: 20000, years: days(1), volatility: 0.6, right: 'call' })
    expect(-day.thetaPerDay).toBeLessThan(day.price)
  })

  test('with no time or no volatility left the price is intrinsic and delta is whether it pays', () => {
    expect(blackGreeks({ forward: 110, strike: 100, years: 0, volatility: 0.5, right: 'call' })).toEqual({
      price: 10,
      delta: 1,
      gamma: 0,
      vegaPerVolPoint: 0,
      thetaPerDay: 0,
      vannaPerVolPoint: 0,
      volgaPerVolPoint: 0,
      charmPerDay: 0,
    })
    expect(blackGreeks({ forward: 110, strike: 100, years: 1, volatility: 0, right: 'put' }).price).toBe(0)
    expect(blackPrice({ forward: 90, strike: 100, years: -1, volatility: 0.5, right: 'put' })).toBe(10)
    expect(blackPrice({ forward: 0, strike: 100, years: 1, volatility: 0.5, right: 'put' })).toBe(100)
  })

  test('what is not a number stays not a number, and never becomes zero', () => {
    const given = { forward: 100, strike: 100, years: 1, volatility: Number.NaN, right: 'call' } as const
    expect(blackPrice(given)).toBeNaN()
    expect(Object.values(blackGreeks(given)).every(Number.isNaN)).toBe(true)
  })

  test('the loop form fills its place in the array and nothing else', () => {
    const out = new Float64Array(3 * greekSlot.width).fill(-7)
    blackGreeksInto(17000, 18000, days(7), 0.75, true, out, greekSlot.width)
    expect(out[greekSlot.width]).toBeCloseTo(blackPriceOf(17000, 18000, 0.75 * Math.sqrt(days(7)), true), 9)
    expect(out.filter(value => value === -7)).toHaveLength(2 * greekSlot.width)
  })

  test('the extremes of the domain give bounds, not nonsense', () => {
    expect(blackPriceOf(100, 100, 1e-300, true)).toBeGreaterThanOrEqual(0)
    expect(blackPriceOf(100, 200, 1e-300, true)).toBe(0)
    expect(blackPriceOf(100, 200, 1e3, true)).toBe(100)
    expect(blackPriceOf(1e-150, 1e150, 0.5, true)).toBe(0)
  })
})
