import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normalQuantile, twoSidedQuantile } from './normal-quantile.ts'
import { erfcx, millsRatio, normalCdf, normalPdf } from './normal.ts'

/** Reference values to 20 digits by arithmetic of 60 digits (mpmath). */
const erfcxValues: [number, number][] = [
  [-5, 144009798674.66104041],
  [-1.5, 18.653886256262733939],
  [-0.46875, 1.8594024168714221464],
  [-0.3, 1.4537492328427655512],
  [0, 1.0],
  [0.1, 0.89645697996912663666],
  [0.46, 0.63678738383271302914],
  [0.47, 0.63140051666003431849],
  [1, 0.42758357615580700441],
  [2.5, 0.21080636406114358065],
  [3.999, 0.13703184859827120526],
  [4, 0.13699945762506138989],
  [7, 0.07980005432915293349],
  [26.5, 0.021275046685371105955],
  [100, 0.0056416137829894329036],
  [1e6, 5.6418958354747419216e-7],
]
const cdfValues: [number, number][] = [
  [-38, 2.8854283600687843084e-316],
  [-37.3, 8.2054948449307733469e-305],
  [-25.7, 5.844410374380774338e-146],
  [-10.1, 2.7621094717645167894e-24],
  [-8, 6.2209605742717841235e-16],
  [-5.5, 1.8989562465887719384e-8],
  [-3, 0.0013498980316300945267],
  [-1, 0.15865525393145705141],
  [-0.66, 0.25462691467133613764],
  [-0.1, 0.46017216272297101633],
  [0, 0.5],
  [0.3, 0.61791142218895263307],
  [1.7, 0.95543453724145695634],
  [6, 0.99999999901341235496],
]
const quantileValues: [number, number][] = [
  [1e-300, -37.047096299361199237],
  [1e-50, -14.933337534788488981],
  [1e-17, -8.4937932241095980661],
  [1e-10, -6.3613409024040561991],
  [0.001, -3.0902323061678135354],
  [0.02, -2.0537489106318230443],
  [0.0749, -1.4402382675279636631],
  [0.0751, -1.4388253927525399824],
  [0.3, -0.52440051270804081597],
  [0.5, 0],
  [0.7, 0.52440051270804065631],
  [0.975, 1.9599639845400538556],
  [0.9999, 3.7190164854557083867],
]

const relativeError = (got: number, want: number): number => (want === 0 ? Math.abs(got) : Math.abs(got / want - 1))

describe('the normal distribution is right to the last digits', () => {
  test.each(erfcxValues)('erfcx(%f) to 2e-15', (x, want) => {
    expect(relativeError(erfcx(x), want)).toBeLessThan(2e-15)
  })

  test.each(cdfValues.filter(([z]) => z > -37.5))('Φ(%f) to 2e-15 relative, deep tail included', (z, want) => {
    expect(relativeError(normalCdf(z), want)).toBeLessThan(2e-15)
  })

  test('a denormal probability keeps the digits it has', () => {
    expect(relativeError(normalCdf(-38), 2.8854283600687843e-316)).toBeLessThan(1e-7)
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
        // Above zero the probability itself has lost digits: an error of one ulp of 1 is divided by the density.
        const lost = z > 0 ? 4e-16 / normalPdf(z) : 0
        expect(Math.abs(back - z)).toBeLessThan(2e-15 * (1 + Math.abs(z)) + lost)
      }),
    )
  })

  test('the two-sided quantile keeps the digits of both ends', () => {
    expect(relativeError(twoSidedQuantile(1e-200, 1), 1.2533141373155003e-200)).toBeLessThan(1e-15)
    expect(relativeError(twoSidedQuantile(1, 2e-50), 14.933337534788488981)).toBeLessThan(1e-15)
  })

  test('the Mills ratio is the tail over the density', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 30, noNaN: true }), a => {
        expect(relativeError(millsRatio(a) * normalPdf(a), normalCdf(-a))).toBeLessThan(2e-15 * (1 + a * a))
      }),
    )
  })
})
