import { expect, test } from 'vitest'
import { dec } from '../../../core/domain/decimal.ts'
import { formatCompact, formatNumber, formatPercent, formatPnl, formatQuantity } from './format-decimal.ts'

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
