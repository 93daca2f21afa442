import { describe, expect, test } from 'vitest'
import { dec, type Decimal } from '../../../core/domain/decimal.ts'
import { compareSortValues } from './column.ts'
import { ageColumn, decimalColumn, percentColumn, pnlColumn, quantityColumn, timeColumn } from './columns.ts'

const common = { id: 'x', header: 'X' }
interface Row {
  readonly value?: Decimal
  readonly step?: Decimal
}

test('a missing value is drawn as missing and has no place in the order', () => {
  const column = decimalColumn<Row>({ ...common, value: row => row.value })
  expect([column.text({}), column.sortValue({})]).toEqual(['–', undefined])
})
test('a decimal has the decimals of its own instrument', () => {
  const column = decimalColumn<Row>({ ...common, value: row => row.value, step: row => row.step })
  expect(column.text({ value: dec('1234.5'), step: dec('0.05') })).toBe('1,234.50')
  expect(column.text({ value: dec('1234.5') })).toBe('1,234.5')
})
test('decimals are sorted by size, not by letters', () => {
  const column = quantityColumn<Row>({ ...common, value: row => row.value })
  expect(compareSortValues(column.sortValue({ value: dec('9') }), column.sortValue({ value: dec('10') }))).toBeLessThan(
    0,
  )
})

describe('profit and loss', () => {
  const column = pnlColumn<Row>({ ...common, value: row => row.value })
  test.each([
    ['12', '+12.00', 'gain'],
    ['-12', '−12.00', 'loss'],
    ['0', '0.00', undefined],
    ['-0.001', '0.00', undefined],
  ])('%s reads %s in tone %s', (value, text, tone) =>
    expect([column.text({ value: dec(value) }), column.tone?.({ value: dec(value) })]).toEqual([text, tone]),
  )
  test('that is missing has no colour', () => expect(column.tone?.({})).toBeUndefined())
})

test('percent of profit and loss is signed and coloured', () => {
  const column = percentColumn<{ part: number | undefined }>({ ...common, value: row => row.part, pnl: true })
  expect([column.text({ part: 0.05 }), column.tone?.({ part: 0.05 }), column.tone?.({ part: undefined })]).toEqual([
    '+5.0 %',
    'gain',
    undefined,
  ])
})
test('ages are read again as time passes, and sorted by time', () => {
  const age = ageColumn<number>({ ...common, value: row => row })
  expect([age.ticking, age.text(12_000), age.sortValue(12_000)]).toEqual([true, '12 s', 12_000])
})
test('a time is shown in UTC', () => {
  const column = timeColumn<number>({ ...common, value: row => row })
  expect(column.text(Date.UTC(2026, 0, 2, 3, 4, 5))).toBe('03:04:05')
})

test('the order: missing last, numbers in texts by size', () => {
  expect(
    ['BTC 01JAN27 90000 C', 'PTF 04DEC26 0.5 C', 'BTC 04DEC26 90000 C', 'PTF 04DEC26 0.25 C'].toSorted(
      compareSortValues,
    ),
  ).toEqual(['BTC 04DEC26 90000 C', 'BTC 01JAN27 90000 C', 'PTF 04DEC26 0.25 C', 'PTF 04DEC26 0.5 C'])
  expect(['b', undefined, 'a10', 'a9'].toSorted(compareSortValues)).toEqual(['a9', 'a10', 'b', undefined])
  expect(compareSortValues(1, undefined)).toBeLessThan(0)
  expect(compareSortValues(undefined, undefined)).toBe(0)
})
