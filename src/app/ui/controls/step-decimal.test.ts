import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dec, isMultipleOf, parseDecimal } from '../../../core/domain/decimal.ts'
import { stepDecimal } from './step-decimal.ts'

test.each([
  ['1.00', '0.05', 1, true, '1.05'],
  ['1.02', '0.05', 1, true, '1.05'],
  ['1.02', '0.05', -1, true, '1.00'],
  ['', '0.1', 1, true, '0.1'],
  ['0', '0.1', -1, true, '-0.1'],
  ['0.05', '0.1', -3, false, '0.0'],
  ['abc', '0.1', 1, true, 'abc'],
  [' −2 ', '1', 1, true, '-1'],
  ['5', '0.5', 10, true, '10.0'],
  ['1,995.0', '5', 1, false, '2000'],
  ['10k', '5', 10, false, '10050'],
  // Ambiguous, so it must be resolved first.
  ['3.500', '5', 1, false, '3.500'],
  ['3,500', '5', 1, false, '3,500'],
] as const)('%j by %s × %d is %5$s', (text, step, count, negative, result) => {
  expect(stepDecimal(text, dec(step), count, negative)).toBe(result)
})

test('a step always ends on the raster', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1_000_000, max: 1_000_000 }),
      fc.constantFrom('0.05', '0.5', '1', '25'),
      fc.constantFrom(-10, -1, 1, 10),
      (units, step, count) => {
        const next = parseDecimal(stepDecimal(String(units / 100), dec(step), count, true))
        expect(next !== undefined && isMultipleOf(next, dec(step))).toBe(true)
      },
    ),
  )
})
