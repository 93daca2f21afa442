import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dec, eq, formatDecimal, parseDecimal, roundTo, visibleStep } from '../../../core/domain/decimal.ts'
import { formatCompact, formatNumber, formatPercent, formatPnl, formatQuantity } from './format-decimal.ts'

const decimals = fc
  .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.integer({ min: 0, max: 8 }))
  .map(([units, places]) => {
    const digits = String(units < 0n ? -units : units).padStart(places + 1, '0')
    const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
    return dec(units < 0n ? `-${text}` : text)
  })

describe('a decimal', () => {
  test.each([
    ['1234567.5', { step: '0.05' }, '1,234,567.50'],
    ['-1234.5', { step: '0.5' }, '−1,234.5'],
    ['999', {}, '999'],
    ['1000', {}, '1,000'],
    ['0.00001234', {}, '0.00001234'],
    ['0.125', { places: 2 }, '0.12'],
    ['10.0', {}, '10.0'],
    ['10', { step: '1' }, '10'],
    ['12', { step: '10' }, '12'],
    ['-0.001', { places: 2 }, '0.00'],
    ['5', { sign: 'always' }, '+5'],
    ['0', { sign: 'always' }, '0'],
  ] as const)('%s as %o reads %s', (value, form, text) => {
    expect(formatDecimal(dec(value), 'step' in form ? { ...form, step: dec(form.step) } : form)).toBe(text)
  })

  test.each([
    ['0.0000000123', '0.01', '0.0000000123'],
    ['-0.00000001', '0.01', '−0.00000001'],
    ['0.000123456789', '0.01', '0.000123'],
    ['0.004', '0.01', '0.004'],
    ['0.006', '0.01', '0.01'],
    ['0', '0.01', '0.00'],
    ['96000.5', '0.5', '96,000.5'],
  ])('%s at the step %s is never shown as nothing while it is there: %s', (value, step, text) => {
    expect(formatDecimal(dec(value), { step: visibleStep(dec(step), dec(value)) })).toBe(text)
  })

  test('read back is the same value, rounded to what is shown', () => {
    fc.assert(
      fc.property(decimals, fc.integer({ min: 0, max: 8 }), (value, places) => {
        const shown = formatDecimal(value, { places })
        const back = parseDecimal(shown.replaceAll(',', '').replace('−', '-').replace('+', ''))
        expect(back !== undefined && eq(back, roundTo(value, places))).toBe(true)
      }),
    )
  })

  test('has as many decimals whatever its value, so that columns line up', () => {
    fc.assert(
      fc.property(decimals, value => {
        expect(formatDecimal(value, { step: dec('0.05') })).toMatch(/^−?\d{1,3}(,\d{3})*\.\d{2}$/)
      }),
    )
  })
})

test('profit and loss is signed, but zero has no sign', () => {
  expect(['1234.5', '-3', '0', '-0.001'].map(value => formatPnl(dec(value)))).toEqual([
    '+1,234.50',
    '−3.00',
    '0.00',
    '0.00',
  ])
})
test('a quantity has no needless zeros unless its step asks for them', () => {
  expect(formatQuantity(dec('10.500'))).toBe('10.5')
  expect(formatQuantity(dec('10'), dec('0.1'))).toBe('10.0')
})
test('a quantity is not rounded to its step: 1.85 structures of two are 3.7', () => {
  expect(['1.85', '3.7', '-0.85', '0.66666667'].map(size => formatQuantity(dec(size), dec('0.1')))).toEqual([
    '1.85',
    '3.7',
    '−0.85',
    '0.6667',
  ])
})
test('what is not finite reads as missing', () => {
  expect(formatNumber(Number.NaN)).toBe('–')
  expect(formatPercent(Number.POSITIVE_INFINITY)).toBe('–')
  expect(formatCompact(Number.NEGATIVE_INFINITY)).toBe('–')
})
test('percent is of a fraction', () => {
  expect(formatPercent(0.0123)).toBe('1.2 %')
  expect(formatPercent(-0.5, { places: 0, sign: 'always' })).toBe('−50 %')
})
test.each([
  [0, '0'],
  [950, '950'],
  [1500, '1.5k'],
  [102_000, '102k'],
  [999_990, '1M'],
  [-1_250_000, '−1.25M'],
  [0.25, '0.25'],
  [1.614e-11, '0'],
  [-1e-12, '0'],
])('on an axis %d reads %s', (value, text) => expect(formatCompact(value)).toBe(text))
