import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blackPriceOf } from './black.ts'
import { type AtmTerm, type SsviShape, atmTotalVariance, ssviShape, ssviTotalVariance } from './smile.ts'

const unit = fc.double({ min: 0, max: 1, noNaN: true })
const shapeOf = (rho: number, eta: number, gamma: number): SsviShape => {
  const made = ssviShape(rho, eta, gamma)
  if (!made.ok) throw new Error(made.reason)
  return made.shape
}
/** Any admissible shape, including the boundary. */
const shapes = fc
  .tuple(fc.double({ min: -0.98, max: 0.98, noNaN: true }), fc.oneof(unit, fc.constant(1)), unit)
  .map(([rho, part, gamma]) =>
    shapeOf(rho, (2 / (1 + Math.abs(rho))) * (0.02 + 0.98 * part) * (1 - 1e-15), 0.01 + 0.49 * gamma),
  )
const terms: fc.Arbitrary<AtmTerm> = fc.record({
  shortVolatility: fc.double({ min: 0.05, max: 3, noNaN: true }),
  longVolatility: fc.double({ min: 0.05, max: 2, noNaN: true }),
  reversionPerYear: fc.double({ min: 0.05, max: 60, noNaN: true }),
})
const thetas = fc.double({ min: Math.log(1e-5), max: Math.log(8), noNaN: true }).map(Math.exp)
const volatilityAt = (strike: number, years: number, term: AtmTerm, shape: SsviShape): number =>
  Math.sqrt(ssviTotalVariance(Math.log(strike / 100), atmTotalVariance(years, term), shape) / years)
const grid = Array.from({ length: 121 }, (_, index) => (index - 60) / 20)

/** Durrleman's g with exact derivatives of SSVI: the density is non-negative exactly where g is. */
function durrleman(k: number, theta: number, { rho, eta, gamma }: SsviShape): number {
  const phi = eta / (theta ** gamma * (1 + theta) ** (1 - gamma))
  const root = Math.sqrt((phi * k + rho) ** 2 + 1 - rho * rho)
  const w = 0.5 * theta * (1 + rho * phi * k + root)
  const slope = 0.5 * theta * phi * (rho + (phi * k + rho) / root)
  const bend = (0.5 * theta * phi * phi * (1 - rho * rho)) / root ** 3
  return (1 - (k * slope) / (2 * w)) ** 2 - ((slope * slope) / 4) * (1 / w + 0.25) + bend / 2
}

describe('SSVI smiles', () => {
  test('no butterfly arbitrage: the density is nowhere negative', () => {
    fc.assert(
      fc.property(shapes, thetas, (shape, theta) => {
        const width = 4 * Math.sqrt(theta) + theta
        expect(Math.min(...grid.map(step => durrleman(step * width, theta, shape)))).toBeGreaterThanOrEqual(-1e-12)
      }),
    )
  })

  test('no butterfly arbitrage: call prices fall and bend upwards along strikes', () => {
    fc.assert(
      fc.property(shapes, thetas, (shape, theta) => {
        const step = 0.05 * Math.min(1, Math.sqrt(theta))
        const calls = Array.from({ length: 60 }, (_, index) => 1 + (index - 30) * step * 0.6)
          .filter(strike => strike > 0)
          .map(strike => blackPriceOf(1, strike, Math.sqrt(ssviTotalVariance(Math.log(strike), theta, shape)), true))
        for (let index = 1; index < calls.length - 1; index++) {
          const [below = 0, here = 0, above = 0] = calls.slice(index - 1, index + 2)
          expect(here).toBeLessThanOrEqual(below + 1e-14)
          expect(below - 2 * here + above).toBeGreaterThanOrEqual(-1e-14)
        }
      }),
    )
  })

  test('no calendar arbitrage: total variance rises with time at every strike', () => {
    fc.assert(
      fc.property(
        shapes,
        terms,
        fc.double({ min: 0.0005, max: 3, noNaN: true }),
        fc.double({ min: 1.001, max: 4, noNaN: true }),
        (shape, term, years, longer) => {
          const near = atmTotalVariance(years, term)
          const far = atmTotalVariance(years * longer, term)
          expect(far).toBeGreaterThan(near)
          for (const step of grid) {
            const k = step * 2 * Math.sqrt(far)
            expect(ssviTotalVariance(k, far, shape)).toBeGreaterThanOrEqual(
              ssviTotalVariance(k, near, shape) * (1 - 1e-12),
            )
          }
        },
      ),
    )
  })

  test('parameters that admit arbitrage are refused with the reason', () => {
    expect(ssviShape(-0.7, 1.2, 0.5)).toEqual({ ok: false, reason: 'butterfly_possible' })
    expect(ssviShape(1, 0.5, 0.5)).toEqual({ ok: false, reason: 'rho_out_of_range' })
    expect(ssviShape(0, 0, 0.5)).toEqual({ ok: false, reason: 'eta_not_positive' })
    expect(ssviShape(0, 1, 0.6)).toEqual({ ok: false, reason: 'gamma_out_of_range' })
    expect(ssviShape(Number.NaN, 1, 0.4)).toEqual({ ok: false, reason: 'rho_out_of_range' })
  })

  test('what is refused would indeed have negative densities', () => {
    const beyond = { rho: -0.9, eta: 4, gamma: 0.5 } as SsviShape
    expect(Math.min(...grid.map(k => durrleman(k, 1, beyond)))).toBeLessThan(0)
  })

  test('at the money the volatility is the term structure, from the short end to the long', () => {
    const term: AtmTerm = { shortVolatility: 0.8, longVolatility: 0.5, reversionPerYear: 6 }
    const shape = shapeOf(-0.2, 1, 0.4)
    expect(volatilityAt(100, 1e-9, term, shape)).toBeCloseTo(0.8, 6)
    expect(volatilityAt(100, 1000, term, shape)).toBeCloseTo(0.5, 3)
    expect(volatilityAt(100, 0.25, term, shape)).toBeGreaterThan(0.5)
  })

  test('a negative skew makes low strikes dearer than high ones', () => {
    const term: AtmTerm = { shortVolatility: 0.6, longVolatility: 0.6, reversionPerYear: 1 }
    const shape = shapeOf(-0.3, 1, 0.4)
    expect(volatilityAt(80, 0.1, term, shape)).toBeGreaterThan(volatilityAt(125, 0.1, term, shape))
  })
})
