import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  millsRatio,
  millsRatiosInPlace,
  normalCdf,
  normalPdf,
  normalPdfsInPlace,
  normalQuantile,
  twoSidedQuantile,
} from './normal.ts'

/** Reference values to 60 digits (mpmath). */
const millsValues: [number, number][] = [
  [0, 1.2533141373155003],
  [0.1, 1.1592623996187363],
  [0.66, 0.7935669641718955],
  [1, 0.6556795424187984],
  [1.999, 0.42152654426936165],
  [2, 0.4213692292880545],
  [2.5, 0.35426511132979366],
  [3.3, 0.2806413905555233],
  [4.2, 0.22641761828600443],
  [5.65, 0.17190028810638783],
  [5.66, 0.17161312299917833],
  [10, 0.09902859647173193],
  [26.5, 0.037682341361842536],
  [100, 0.009999000299850106],
  [1e6, 9.99999999999e-7],
]
const cdfValues: [number, number][] = [
  [-38, 2.88542835e-316],
  [-37.3, 8.205494844930773e-305],
  [-25.7, 5.844410374380774e-146],
  [-10.1, 2.762109471764517e-24],
  [-8, 6.220960574271784e-16],
  [-5.5, 1.8989562465887718e-8],
  [-3, 0.0013498980316300946],
  [-1, 0.15865525393145705],
  [-0.66, 0.25462691467133614],
  [-0.1, 0.460172162722971],
  [0, 0.5],
  [0.3, 0.6179114221889527],
  [1.7, 0.955434537241457],
  [6, 0.9999999990134123],
]
const quantileValues: [number, number][] = [
  [1e-300, -37.0470962993612],
  [1e-50, -14.933337534788489],
  [1e-17, -8.493793224109599],
  [1e-10, -6.361340902404057],
  [0.001, -3.0902323061678136],
  [0.02, -2.053748910631823],
  [0.0749, -1.4402382675279637],
  [0.0751, -1.43882539275254],
  [0.3, -0.5244005127080408],
  [0.5, 0],
  [0.7, 0.5244005127080407],
  [0.975, 1.9599639845400538],
  [0.9999, 3.7190164854557084],
]

const relativeError = (got: number, want: number): number => (want === 0 ? Math.abs(got) : Math.abs(got / want - 1))

describe('the normal distribution is right to the last digits', () => {
  test.each(millsValues)('the Mills ratio at %f to 7e-16, alone and in a row', (a, want) => {
    const row = Float64Array.of(a, -1)
    millsRatiosInPlace(row, 1)
    expect(relativeError(millsRatio(a), want)).toBeLessThan(7e-16)
    expect([...row]).toEqual([millsRatio(a), -1])
  })

  test('a row of densities is each of them alone, what lies beyond it left as it is', () => {
    const points = [0, -0.3, 2.5, -9, 40, Number.NaN]
    const row = Float64Array.of(...points, -7)
    normalPdfsInPlace(row, points.length)
    expect([...row]).toEqual([...points.map(normalPdf), -7])
  })

  test.each(cdfValues.filter(([z]) => z > -37.5))('Φ(%f) to 2e-15 relative, deep tail included', (z, want) => {
    expect(relativeError(normalCdf(z), want)).toBeLessThan(2e-15)
  })

  test('a denormal probability keeps the digits it has', () => {
    expect(relativeError(normalCdf(-38), 2.88542835e-316)).toBeLessThan(1e-7)
  })

  test.each(quantileValues)('the quantile of %f to 1e-15', (p, want) => {
    expect(relativeError(normalQuantile(p), want)).toBeLessThan(1e-15)
  })

  test('the quantile has its limits at 0 and 1 and none outside', () => {
    expect(normalQuantile(0)).toBe(Number.NEGATIVE_INFINITY)
    expect(normalQuantile(1)).toBe(Number.POSITIVE_INFINITY)
    expect(normalQuantile(-0.1)).toBeNaN()
    expect(normalQuantile(Number.NaN)).toBeNaN()
  })

  test('quantile and distribution are inverse', () => {
    fc.assert(
      fc.property(fc.double({ min: -36, max: 5, noNaN: true }), z => {
        const back = normalQuantile(normalCdf(z))
        // Above zero the probability itself has lost digits: one ulp of 1 divided by the density.
        const lost = z > 0 ? 4e-16 / normalPdf(z) : 0
        expect(Math.abs(back - z)).toBeLessThan(2e-15 * (1 + Math.abs(z)) + lost)
      }),
    )
  })

  test('the two-sided quantile keeps the digits of both ends', () => {
    expect(relativeError(twoSidedQuantile(1e-200, 1), 1.2533141373155004e-200)).toBeLessThan(1e-15)
    expect(relativeError(twoSidedQuantile(1, 2e-50), 14.933337534788489)).toBeLessThan(1e-15)
  })

  test('the Mills ratio is the tail over the density', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 30, noNaN: true }), a => {
        expect(relativeError(millsRatio(a) * normalPdf(a), normalCdf(-a))).toBeLessThan(2e-15 * (1 + a * a))
      }),
    )
  })
})
