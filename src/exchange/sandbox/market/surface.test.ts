import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashText, mix, normal, uniform } from './hash.ts'
import { createPath, deviationOf } from './surface.ts'

const span = 2 ** 21
const second = fc.integer({ min: 1_500_000_000, max: 2_100_000_000 })

describe('a random path', () => {
  it('answers the same for a second whatever was asked before', () => {
    fc.assert(
      fc.property(fc.integer(), fc.array(second, { minLength: 2, maxLength: 20 }), (key, seconds) => {
        const one = createPath(key, span, 0.1)
        const other = createPath(key, span, 0.1)
        const forwards = seconds.map(one)
        const backwards = seconds.toReversed().map(other).toReversed()
        expect(forwards).toEqual(backwards)
      }),
    )
  })

  it('moves from second to second as its volatility says', () => {
    const path = createPath(hashText('vol'), span, deviationOf(0.5, span))
    const steps = Array.from(
      { length: 20_000 },
      (_, at) => path(1_700_000_001 + at * 37) - path(1_700_000_000 + at * 37),
    )
    const perYear = Math.sqrt((steps.reduce((total, step) => total + step * step, 0) / steps.length) * 365 * 86_400)
    expect(perYear).toBeGreaterThan(0.48)
    expect(perYear).toBeLessThan(0.52)
  })

  it('stays around zero over decades', () => {
    const path = createPath(hashText('far'), span, 0.08)
    const values = Array.from({ length: 5_000 }, (_, at) => path(1_500_000_000 + at * 100_003))
    const mean = values.reduce((total, value) => total + value, 0) / values.length
    expect(Math.abs(mean)).toBeLessThan(0.02)
    expect(Math.max(...values.map(Math.abs))).toBeLessThan(0.5)
  })
})

it('hashed numbers are uniform and normal', () => {
  const count = 50_000
  const hashes = Array.from({ length: count }, (_, at) => mix(99, at))
  const mean = (values: number[]) => values.reduce((total, value) => total + value, 0) / values.length
  expect(mean(hashes.map(uniform))).toBeCloseTo(0.5, 2)
  expect(mean(hashes.map(normal))).toBeCloseTo(0, 1)
  expect(mean(hashes.map(hash => normal(hash) ** 2))).toBeCloseTo(1, 1)
  expect(new Set(hashes).size).toBeGreaterThan(count - 5)
})
