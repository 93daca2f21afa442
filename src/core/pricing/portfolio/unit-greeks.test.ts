import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { decimalFromNumber } from '../../domain/decimal.ts'
import type { Quotes } from '../../domain/market-data.ts'
import { dayMs, yearMs } from '../../domain/time.ts'
import { call, nearMs, nowMs, put, quote, surfaceOf } from '../../../testing/universe.fixture.ts'
import { blackPriceOf } from '../black.ts'
import { chanceAbove, chanceBelow, priceAtSigma } from '../chance.ts'
import { type ModelLeg, payoffBefore } from '../payoff-before.ts'
import { greeksOfSize, noGreeks, positionGreeks, sumGreeks, type UnitGreeks, unitGreeks } from './unit-greeks.ts'

const years = (nearMs - nowMs) / yearMs
const quotes: Quotes = new Map([
  quote('BTC-USD-PERPETUAL', '99990', '100010'),
  quote('BTC-20261225', '100990', '101010'),
  ...[90, 95, 100, 105].flatMap(thousand =>
    [[call(thousand), true] as const, [put(thousand), false] as const].map(([symbol, isCall]) => {
      const price = blackPriceOf(101_000, thousand * 1000, 0.6 * Math.sqrt(years), isCall)
      return quote(symbol, String(decimalFromNumber(price - 5)), String(decimalFromNumber(price + 5)))
    }),
  ),
])
const surface = surfaceOf(quotes)
const bare = surfaceOf(new Map())

const whyOf = (unit: UnitGreeks) => (unit.isPriced ? undefined : unit.why)

describe('greeks of one unit', () => {
  it('what is linear has a delta of one, quoted or not', () => {
    for (const symbol of ['BTC-USD-PERPETUAL', 'BTC-20261225', 'BTC-USD'])
      expect(unitGreeks(symbol, undefined, nowMs)).toEqual({
        isPriced: true,
        greeks: { ...noGreeks, delta: 1 },
        inputs: undefined,
      })
  })

  it('an option is priced on the forward of its expiry at the volatility of its mid', () => {
    const unit = unitGreeks(call(105), surface, nowMs)
    if (!unit.isPriced) throw new Error('not priced')
    expect(unit.inputs).toMatchObject({ forward: 101_000, source: 'mid' })
    expect(unit.inputs?.volatility).toBeCloseTo(0.6, 4)
    const sqrtYears = Math.sqrt(years)
    const d1 = (Math.log(101 / 105) + 0.18 * years) / (0.6 * sqrtYears)
    const density = Math.exp(-d1 * d1 * 0.5) / Math.sqrt(2 * Math.PI)
    expect(unit.greeks.gamma).toBeCloseTo(density / (101_000 * 0.6 * sqrtYears), 8)
    expect(unit.greeks.vegaPerVolPoint).toBeCloseTo((101_000 * density * sqrtYears) / 100, 1)
    expect(unit.greeks.thetaPerDay).toBeCloseTo((-101_000 * density * 0.6) / (2 * sqrtYears * 365), 1)
    const other = unitGreeks(put(105), surface, nowMs)
    expect(other.isPriced && unit.greeks.delta - other.greeks.delta).toBeCloseTo(1, 6)
  })

  it('an option without a quote, or no longer listed, takes the surface and says so', () => {
    for (const symbol of [call(110), 'BTC-20261225-102500C']) {
      const unit = unitGreeks(symbol, surface, nowMs)
      expect(unit.isPriced && unit.inputs?.source).toBe('surface')
    }
  })

  it('what cannot be priced says why, and is never zero', () => {
    expect(whyOf(unitGreeks('NONSENSE', surface, nowMs))).toBe('unreadable')
    expect(whyOf(unitGreeks(call(100), surface, nearMs))).toBe('expired')
    expect(whyOf(unitGreeks('BTC-20261225', surface, nearMs + dayMs))).toBe('expired')
    expect(whyOf(unitGreeks(call(100), undefined, nowMs))).toBe('no_market')
    expect(whyOf(unitGreeks('BTC-20270101-100000C', surface, nowMs))).toBe('not_listed')
    expect(whyOf(unitGreeks(call(100), bare, nowMs))).toBe('no_forward')
    expect(greeksOfSize(unitGreeks(call(100), bare, nowMs), 3)).toBeUndefined()
  })
})

const symbols = [call(95), put(100), 'BTC-USD-PERPETUAL', 'NONSENSE', 'BTC-20270101-100000C']
it('greeks of positions a sum is that of its parts whichever way they are grouped, and counts those that went in', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom(...symbols), fc.integer({ min: -50, max: 50 }), fc.boolean()), {
        maxLength: 30,
      }),
      held => {
        const partOf = ([symbol, size]: (typeof held)[number]) => greeksOfSize(unitGreeks(symbol, surface, nowMs), size)
        const whole = sumGreeks(held.map(partOf))
        const [left, right] = [true, false].map(side => sumGreeks(held.filter(each => each[2] === side).map(partOf)))
        if (left === undefined || right === undefined) throw new Error('two halves')
        expect(whole.of).toBe(held.length)
        expect(whole.priced).toBe(left.priced + right.priced)
        expect(whole.greeks.delta).toBeCloseTo(left.greeks.delta + right.greeks.delta, 9)
        expect(whole.greeks.thetaPerDay).toBeCloseTo(left.greeks.thetaPerDay + right.greeks.thetaPerDay, 6)
      },
    ),
  )
})

const option: fc.Arbitrary<ModelLeg> = fc.record({
  kind: fc.constantFrom('call' as const, 'put' as const),
  strike: fc.double({ min: 60, max: 160, noNaN: true }),
  ratio: fc.integer({ min: -5, max: 5 }),
  expiryMs: fc.double({ min: 0.05, max: 2, noNaN: true }).map(years => years * yearMs),
  volatility: fc.double({ min: 0.2, max: 1.5, noNaN: true }),
  forwardRatio: fc.double({ min: 0.95, max: 1.1, noNaN: true }),
})
const linear: fc.Arbitrary<ModelLeg> = fc.record({
  kind: fc.constant('linear' as const),
  ratio: fc.integer({ min: -5, max: 5 }),
})
const packages = fc.array(fc.oneof(option, linear), { minLength: 1, maxLength: 6 })
const now = { atMs: 0, volatilityShift: 0 }
const moved = (legs: readonly ModelLeg[], price: number, by: number): ModelLeg[] =>
  legs.map(leg => ({ ...leg, forwardRatio: (leg.forwardRatio ?? 1) + by / price }))
const valueOf = (legs: readonly ModelLeg[], price: number, scenario = now): number =>
  payoffBefore(legs, 0, scenario, Float64Array.of(price))[0] ?? Number.NaN

describe('greeks of a position', () => {
  test('its value is that of the payoff, and the greeks are its slopes as every forward moves by the same', () => {
    fc.assert(
      fc.property(packages, fc.double({ min: 70, max: 140, noNaN: true }), (legs, price) => {
        const { value, delta, gamma, vegaPerVolPoint } = positionGreeks(legs, price, now)
        expect(value).toBeCloseTo(valueOf(legs, price), 8)
        const [up, down] = [valueOf(moved(legs, price, 0.01), price), valueOf(moved(legs, price, -0.01), price)]
        expect(delta).toBeCloseTo((up - down) / 0.02, 4)
        expect(gamma).toBeCloseTo((up - 2 * valueOf(legs, price) + down) / 1e-4, 2)
        const shifted =
          valueOf(legs, price, { atMs: 0, volatilityShift: 1e-4 }) -
          valueOf(legs, price, { atMs: 0, volatilityShift: -1e-4 })
        expect(vegaPerVolPoint).toBeCloseTo(shifted / 0.02, 4)
      }),
    )
  })

  test('a dated future has a delta of its size, as it has in the portfolio', () => {
    const future: ModelLeg = { kind: 'linear', ratio: -20, expiryMs: yearMs, forwardRatio: 1.0105 }
    expect(positionGreeks([future], 3_470, now).delta).toBe(-20)
  })

  test('a leg past its expiry is its intrinsic value and no more', () => {
    const leg: ModelLeg = { kind: 'put', strike: 100, ratio: -2, expiryMs: 10, volatility: 0.5 }
    expect(positionGreeks([leg], 90, { atMs: 10, volatilityShift: 0 })).toEqual({ ...noGreeks, value: -20, delta: 2 })
  })
})

describe('chances', () => {
  const law = { forward: 100, deviation: 0.2 }
  test('a price so many deviations away is passed as often as the normal law says', () => {
    expect(chanceBelow(priceAtSigma(1, law), law)).toBeCloseTo(0.841344746068543, 12)
    expect(chanceBelow(priceAtSigma(-2, law), law)).toBeCloseTo(0.0227501319481792, 12)
    expect([chanceBelow(0, law), chanceBelow(Number.POSITIVE_INFINITY, law)]).toEqual([0, 1])
  })
  test('of profit and of loss add up to one', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 50, max: 200 }), { maxLength: 4 }), prices => {
        const zeros = prices.toSorted((a, b) => a - b)
        const valueAt = (price: number) => zeros.reduce((value, zero) => value * (price - zero), 1)
        const both = chanceAbove(zeros, valueAt, law) + chanceAbove(zeros, price => -valueAt(price), law)
        expect(both).toBeCloseTo(1, 12)
      }),
    )
  })
})
