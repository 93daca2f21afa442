import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dec, isDecimal, isMultipleOf, toNumber } from '../../../core/domain/decimal.ts'
import { nearestPower, niceStep, roundText, stepsOf, stepText } from './steps.ts'

const hurting = [
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  1e308,
  -1e308,
  1e-308,
  -1e-308,
  5e-324,
  1e21,
  -1e22,
  -0,
]
const anyFloat = fc.oneof(
  fc.double(),
  fc.constantFrom(...hurting),
  fc.double({ min: -1e9, max: 1e9 }),
  fc.double({ min: 1e15, max: 1e80 }),
)
const aStep = fc.constantFrom(...['0.0001', '0.5', '5.0', '1', '0.00000001', '250', '1.0'].map(text => dec(text)))
const canonical = /^(?:0|-?(?:[1-9]\d*|0\.\d*[1-9]|[1-9]\d*\.\d*[1-9]))$/
const isWritten = (text: string | undefined): boolean => text === undefined || (isDecimal(text) && canonical.test(text))

describe('from floats to text', () => {
  it('writes any float as canonical decimal text, or says that there is none', () => {
    fc.assert(
      fc.property(anyFloat, fc.integer({ min: 0, max: 12 }), aStep, (value, places, step) => {
        expect(isWritten(roundText(value, places))).toBe(true)
        expect(isWritten(stepText(value, step))).toBe(true)
        for (const way of ['down', 'up', 'nearest'] as const)
          expect(isWritten(stepText(stepsOf(value, step, way), step))).toBe(true)
      }),
      { numRuns: 3_000 },
    )
  })

  it('finds text for every finite float up to 1e60, next to its value', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e60, max: 1e60, noNaN: true }),
        fc.integer({ min: 0, max: 8 }),
        (value, places) => {
          const text = roundText(value, places)
          expect(text).toBeDefined()
          expect(Math.abs(toNumber(dec(text ?? 'none')) - value)).toBeLessThanOrEqual(
            0.5 * 10 ** -places + Math.abs(value) * 1e-12,
          )
        },
      ),
    )
  })

  it('puts whole steps on the step, however many', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e30, max: 1e30, noNaN: true }), aStep, (value, step) => {
        const text = stepText(stepsOf(value, step, 'nearest'), step)
        expect(text === undefined ? false : isMultipleOf(text, step)).toBe(true)
      }),
    )
  })

  it.each([
    [Number.NaN, undefined],
    [Number.POSITIVE_INFINITY, undefined],
    [Number.NEGATIVE_INFINITY, undefined],
    [1e308, undefined],
    [-1e308, undefined],
    [1e-308, '0'],
    [-1e-308, '0'],
    [-0, '0'],
    [1e22, '10000000000000000000000'],
    [-1.5e21, '-1500000000000000000000'],
    [2.5e15, '2500000000000000'],
    [-0.005, '0'],
    [1.005, '1'],
    [-12.34, '-12.34'],
  ])('writes %s with two decimals as %s', (value, text) => expect(roundText(value, 2)).toBe(text))
})

describe('steps', () => {
  it('come of any float, as a power of ten times 1, 2 or 5', () => {
    fc.assert(
      fc.property(anyFloat, size => {
        for (const step of [niceStep(size), nearestPower(size)]) expect(step).toMatch(/^(?:[125]0*|0\.0*[125])$/)
      }),
    )
  })

  it('of a size in use are not above it', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-12, max: 1e12, noNaN: true }), size => {
        expect(toNumber(niceStep(size))).toBeLessThanOrEqual(size * (1 + 1e-8))
        expect(toNumber(niceStep(size)) * 2.5).toBeGreaterThanOrEqual(size * (1 - 1e-8))
      }),
    )
  })
})
