import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { yearMs } from '../domain/time.ts'
import { chanceAbove, chanceBelow, priceAtSigma } from './chance.ts'
import { type ModelLeg, payoffBefore } from './payoff-before.ts'
import { positionGreeks } from './position-greeks.ts'

const option: fc.Arbitrary<ModelLeg> = fc.record({
  kind: fc.constantFrom('call' as const, 'put' as const),
  strike: fc.double({ min: 60, max: 160, noNaN: true }),
  ratio: fc.integer({ min: -5, max: 5 }),
  expiryMs: fc.double({ min: 0.05, max: 2, noNaN: true }).map(years => years * yearMs),
  volatility: fc.double({ min: 0.2, max: 1.5, noNaN: true }),
  forwardRatio: fc.double({ min: 0.95, max: 1.1, noNaN: true }),
})
const linear: fc.Arbitrary<ModelLeg> = fc.record({ kind: fc.constant('linear' as const), ratio: fc.integer({ min: -5, max: 5 }) })
const packages = fc.array(fc.oneof(option, linear), { minLength: 1, maxLength: 6 })
const now = { atMs: 0, volatilityShift: 0 }
/** The legs with every forward `by` away from where it is at `price`. */
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
        const shifted = valueOf(legs, price, { atMs: 0, volatilityShift: 1e-4 }) - valueOf(legs, price, { atMs: 0, volatilityShift: -1e-4 })
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
    expect(positionGreeks([leg], 90, { atMs: 10, volatilityShift: 0 })).toEqual({
      value: -20,
      delta: 2,
      gamma: 0,
      vegaPerVolPoint: 0,
      thetaPerDay: 0,
    })
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
