import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { yearMs } from '../domain/time.ts'
import { type ModelLeg, payoffBefore } from './payoff-before.ts'
import { modelExtremes } from './payoff-extremes.ts'

const firstMs = Date.UTC(2026, 11, 25, 8)
const laterMs = Date.UTC(2027, 2, 26, 8)
const present = { atMs: firstMs, volatilityShift: 0 }

const option = fc.record({
  kind: fc.constantFrom('call' as const, 'put' as const),
  strike: fc.integer({ min: 20, max: 400 }).map(step => step * 500),
  ratio: fc.constantFrom(-3, -2, -1, 1, 2, 3),
  expiryMs: fc.constantFrom(firstMs, laterMs, laterMs + yearMs),
  volatility: fc.double({ min: 0.02, max: 3, noNaN: true }),
})
const linear = fc.record({ kind: fc.constant('linear' as const), ratio: fc.constantFrom(-2, -1, 1, 2) })
const legs: fc.Arbitrary<ModelLeg[]> = fc.array(
  fc.oneof({ weight: 5, arbitrary: option }, { weight: 1, arbitrary: linear }),
  {
    minLength: 2,
    maxLength: 6,
  },
)

function prices(of: readonly ModelLeg[]): Float64Array {
  const dense = Array.from({ length: 1500 }, (_, index) => index * 200)
  const near = of.flatMap(leg => (leg.kind === 'linear' ? [] : [0.999, 1, 1.001].map(part => leg.strike * part)))
  const far = Array.from({ length: 60 }, (_, index) => 300_000 * 1.4 ** index)
  return Float64Array.from([...dense, ...near, ...far])
}

const coinsLeft = (of: readonly ModelLeg[]): number =>
  of.reduce((sum, leg) => sum + (leg.kind === 'put' ? 0 : leg.ratio), 0)

describe('the extremes of a package that a model values', () => {
  test('no price from zero to far out gives more or less, and some price gives nearly as much', () => {
    fc.assert(
      fc.property(legs, fc.integer({ min: -50_000, max: 50_000 }), (structure, cost) => {
        const { greatest, least } = modelExtremes(structure, cost, present, 200_000)
        const size = structure.reduce(
          (sum, leg) => sum + (leg.kind === 'linear' ? 0 : Math.abs(leg.ratio) * leg.strike),
          Math.abs(cost),
        )
        const coins = coinsLeft(structure)
        expect([greatest === 'unlimited', least === 'unlimited']).toEqual([coins > 0, coins < 0])
        const values = payoffBefore(structure, cost, present, prices(structure))
        // Far out a growing package loses digits to its size.
        const slack = size * 1e-6
        const [most, fewest] = [Math.max(...values), Math.min(...values)]
        if (greatest !== 'unlimited') {
          expect(most).toBeLessThanOrEqual(greatest + slack)
          expect(greatest - most).toBeLessThan(size * 0.01)
        }
        if (least !== 'unlimited') {
          expect(fewest).toBeGreaterThanOrEqual(least - slack)
          expect(fewest - least).toBeLessThan(size * 0.01)
        }
      }),
      { numRuns: 150 },
    )
  })

  test('two puts sold for a nearer one lose most at a price of zero', () => {
    const structure: ModelLeg[] = [
      { kind: 'put', strike: 90_000, ratio: 1, expiryMs: firstMs, volatility: 0.5 },
      { kind: 'put', strike: 100_000, ratio: -2, expiryMs: laterMs, volatility: 0.5 },
    ]
    const { least, greatest, atZero } = modelExtremes(structure, -23_540, present, 150_000)
    expect(least).toBeCloseTo(-86_460, 2)
    expect(greatest).toBeCloseTo(23_540, 2)
    expect(atZero).toEqual({ value: -86_460, slope: 1 })
  })

  test('a calendar loses at most what it cost, and gains most at its strike', () => {
    const calendar: ModelLeg[] = [
      { kind: 'call', strike: 100_000, ratio: -1, expiryMs: firstMs, volatility: 0.5 },
      { kind: 'call', strike: 100_000, ratio: 1, expiryMs: laterMs, volatility: 0.5 },
    ]
    const { least, greatest } = modelExtremes(calendar, 5_000, present, 150_000)
    expect(least).toBeCloseTo(-5_000, 2)
    expect(greatest).toBeCloseTo(payoffBefore(calendar, 5_000, present, Float64Array.of(100_000))[0] as number, 2)
  })

  test('carry between expiries changes the profit at most by the stated bound', () => {
    const carried: ModelLeg[] = [
      { kind: 'call', strike: 100_000, ratio: 1, expiryMs: firstMs, volatility: 0.5 },
      { kind: 'call', strike: 100_000, ratio: -1, expiryMs: laterMs, volatility: 0.5, forwardRatio: 1.02 },
    ]
    const upTo = 150_000
    const { least } = modelExtremes(carried, -9_000, present, upTo)
    const drawn = payoffBefore(
      carried,
      -9_000,
      present,
      Float64Array.from({ length: 15_001 }, (_, index) => index * 10),
    )
    expect(least).toBeLessThanOrEqual(Math.min(...drawn) + 1e-3)
    expect(least).toBeGreaterThan(Math.min(...drawn) - 1)
  })
})
