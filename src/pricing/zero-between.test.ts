import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { zeroBetween } from './zero-between.ts'

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
