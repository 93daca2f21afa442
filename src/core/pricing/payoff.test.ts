import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ExpiryLeg, expiryPayoff, payoffAt, profitAtExpiry, zeroBetween } from './payoff.ts'

const call = (strike: number, ratio = 1): ExpiryLeg => ({ kind: 'call', strike, ratio })
const put = (strike: number, ratio = 1): ExpiryLeg => ({ kind: 'put', strike, ratio })
const linear = (ratio = 1): ExpiryLeg => ({ kind: 'linear', ratio })
const point = (price: number) => ({ kind: 'point', price })
const endless = Number.POSITIVE_INFINITY

const ratios = fc.integer({ min: -5, max: 5 }).filter(ratio => ratio !== 0)
const strikes = fc.integer({ min: 1, max: 40 }).map(units => units * 500)
const legs = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constantFrom('call' as const, 'put' as const), strike: strikes, ratio: ratios }),
    fc.record({ kind: fc.constant('linear' as const), ratio: ratios }),
  ),
  { minLength: 1, maxLength: 10 },
)
const costs = fc.oneof(
  fc.constant(0),
  fc.integer({ min: -4000, max: 4000 }),
  fc.double({ min: -4000, max: 4000, noNaN: true }),
)
const grid = Array.from({ length: 601 }, (_, index) => index * 50)

describe('payoff at expiry', () => {
  test('a long call loses its cost at most and wins without end', () => {
    const payoff = expiryPayoff([call(100)], 7)
    expect(payoff.points).toEqual([
      { price: 0, value: -7 },
      { price: 100, value: -7 },
    ])
    expect(payoff.slopes).toEqual([0, 1])
    expect(payoff.breakEvens).toEqual([point(107)])
    expect(payoff.maxProfit).toEqual({ value: 'unlimited', at: [] })
    expect(payoff.maxLoss).toEqual({ value: -7, at: [{ from: 0, to: 100 }] })
  })

  test('a short put loses no more than its strike, at price zero', () => {
    const payoff = expiryPayoff([put(100, -1)], -7)
    expect(payoff.maxLoss).toEqual({ value: -93, at: [{ from: 0, to: 0 }] })
    expect(payoff.maxProfit).toEqual({ value: 7, at: [{ from: 100, to: endless }] })
    expect(payoff.breakEvens).toEqual([point(93)])
  })

  test('a short call loses without end', () => {
    expect(expiryPayoff([call(100, -1)], -7).maxLoss).toEqual({ value: 'unlimited', at: [] })
  })

  test('an iron condor has two break-evens and is flat between the sold strikes and beyond the wings', () => {
    const payoff = expiryPayoff([put(90), put(95, -1), call(105, -1), call(110)], -2)
    expect(payoff.breakEvens).toEqual([point(93), point(107)])
    expect(payoff.maxProfit).toEqual({ value: 2, at: [{ from: 95, to: 105 }] })
    expect(payoff.maxLoss).toEqual({
      value: -3,
      at: [
        { from: 0, to: 90 },
        { from: 110, to: endless },
      ],
    })
  })

  test('a future with a put and against a call of one strike (conversion) is the strike wherever the price goes', () => {
    const payoff = expiryPayoff([linear(), put(100), call(100, -1)], 98)
    expect(payoff.points).toEqual([{ price: 0, value: 2 }])
    expect(payoff.slopes).toEqual([0])
    expect(payoff.breakEvens).toEqual([])
    expect(payoff.maxLoss).toEqual({ value: 2, at: [{ from: 0, to: endless }] })
  })

  test('profit that is zero over a stretch is an interval, and one that only touches zero a point', () => {
    expect(expiryPayoff([call(100)], 0).breakEvens).toEqual([{ kind: 'interval', from: 0, to: 100 }])
    expect(expiryPayoff([call(90), call(100, -2), call(110)], 0).breakEvens).toEqual([
      { kind: 'interval', from: 0, to: 90 },
      { kind: 'interval', from: 110, to: endless },
    ])
    expect(expiryPayoff([call(100), put(100)], 0).breakEvens).toEqual([point(100)])
    expect(expiryPayoff([linear(), put(100), call(100, -1)], 100).breakEvens).toEqual([
      { kind: 'interval', from: 0, to: endless },
    ])
  })

  test('the future of a position breaks even at what was paid', () => {
    const payoff = expiryPayoff([linear(-2)], -34_000)
    expect(payoff.breakEvens).toEqual([point(17_000)])
    expect(payoff.maxProfit).toEqual({ value: 34_000, at: [{ from: 0, to: 0 }] })
  })

  test('rounding of decimal prices does not hide a flat stretch', () => {
    const payoff = expiryPayoff([call(0.3, 0.1), call(0.3, 0.2), call(0.3, -0.3)], 0.1 + 0.2 - 0.3)
    expect(payoff.points).toEqual([{ price: 0, value: 0 }])
    expect(payoff.breakEvens).toEqual([{ kind: 'interval', from: 0, to: endless }])
  })

  test('the payoff of a package is the sum of its legs less its cost', () => {
    fc.assert(
      fc.property(legs, costs, fc.double({ min: 0, max: 60_000, noNaN: true }), (package_, cost, price) => {
        const whole = payoffAt(expiryPayoff(package_, cost), price)
        const parts = package_.reduce((total, leg) => total + payoffAt(expiryPayoff([leg], 0), price), -cost)
        expect(Math.abs(whole - parts)).toBeLessThan(1e-6)
        expect(Math.abs(whole - profitAtExpiry(package_, cost, price))).toBeLessThan(1e-6)
      }),
    )
  })

  test('extremes are never beaten by a dense grid, and are reached where they say', () => {
    fc.assert(
      fc.property(legs, costs, (package_, cost) => {
        const payoff = expiryPayoff(package_, cost)
        const { maxProfit, maxLoss } = payoff
        const values = grid.map(price => profitAtExpiry(package_, cost, price))
        expect(Math.max(...values)).toBeLessThanOrEqual(
          (maxProfit.value === 'unlimited' ? endless : maxProfit.value) + 1e-6,
        )
        expect(Math.min(...values)).toBeGreaterThanOrEqual(
          (maxLoss.value === 'unlimited' ? -endless : maxLoss.value) - 1e-6,
        )
        for (const { value, at } of [maxProfit, maxLoss]) {
          expect(at.length > 0).toBe(value !== 'unlimited')
          for (const { from, to } of at) {
            for (const price of [from, Math.min(to, 1e6)])
              expect(Math.abs(profitAtExpiry(package_, cost, price) - Number(value))).toBeLessThan(1e-6)
          }
        }
        const far = profitAtExpiry(package_, cost, 1e9)
        expect(maxProfit.value === 'unlimited').toBe(far > 1e7)
        expect(maxLoss.value === 'unlimited').toBe(far < -1e7)
      }),
    )
  })

  test('break-evens are zeros, and between two of them the sign does not change', () => {
    fc.assert(
      fc.property(legs, costs, (package_, cost) => {
        const { breakEvens } = expiryPayoff(package_, cost)
        const edges = breakEvens.flatMap(each => (each.kind === 'point' ? [each.price] : [each.from, each.to]))
        for (const price of edges.filter(Number.isFinite))
          expect(Math.abs(profitAtExpiry(package_, cost, price))).toBeLessThan(1e-6)
        expect(edges).toEqual([...edges].sort((a, b) => a - b))
        const signs = new Map<number, Set<number>>()
        for (const price of grid) {
          const value = profitAtExpiry(package_, cost, price)
          if (Math.abs(value) < 1e-6) continue
          const stretch = edges.filter(edge => edge < price).length
          signs.set(stretch, (signs.get(stretch) ?? new Set()).add(Math.sign(value)))
        }
        expect([...signs.values()].every(each => each.size === 1)).toBe(true)
      }),
    )
  })
})

const find = (from: number, to: number, valueAt: (x: number) => number, tolerance = 1e-9): number =>
  zeroBetween([from, valueAt(from)], [to, valueAt(to)], valueAt, tolerance)

describe('the zero between two arguments', () => {
  test('is found to within the tolerance, wherever it lies and however the function bends', () => {
    const shapes = fc.constantFrom(
      (x: number) => x,
      (x: number) => x ** 3,
      (x: number) => Math.atan(x * 50),
      (x: number) => Math.exp(x) - 1,
      (x: number) => Math.sign(x) * Math.sqrt(Math.abs(x)),
      (x: number) => (x < 0 ? x * 1e-6 : x * 1e6),
      Math.sign,
    )
    const at = fc.double({ min: -0.999, max: 0.999, noNaN: true })
    fc.assert(
      fc.property(shapes, at, fc.boolean(), (shape, zero, isFalling) => {
        const found = find(-1, 1, x => (isFalling ? -1 : 1) * shape(x - zero))
        expect(Math.abs(found - zero)).toBeLessThanOrEqual(1e-9)
      }),
    )
  })

  test('a smooth function is asked a third as often as halving would', () => {
    let asked = 0
    const found = find(60_000, 160_000, x => {
      asked += 1
      return Math.log(x / 97_531)
    })
    expect(found).toBeCloseTo(97_531, 6)
    expect(asked).toBeLessThan(15)
  })
})
