import { describe, expect, test } from 'vitest'
import { dec, type Decimal } from '../../../core/domain/decimal.ts'
import { ageColumn, decimalColumn, numberColumn, percentColumn, textColumn, timeColumn } from './columns.ts'
import { tabbedText } from '../../../core/domain/csv.ts'
import { plainTable, plainText } from './view-table.ts'

interface Row {
  readonly name: string
  readonly price: Decimal | undefined
  readonly share: number
}
const row: Row = { name: 'BTC PERP', price: dec('-1234567.125'), share: -0.0123 }
const name = textColumn<Row>({ id: 'name', header: 'Name', value: each => each.name })
const price = decimalColumn<Row>({ id: 'price', header: 'Price', value: each => each.price, places: 2 })
const share = percentColumn<Row>({ id: 'share', header: 'Share', value: each => each.share, pnl: true, places: 2 })

describe('a cell taken elsewhere', () => {
  test('keeps all digits of a decimal, without separators', () => expect(plainText(price, row)).toBe('-1234567.125'))
  test('writes a share as the number of percent that it reads', () => expect(plainText(share, row)).toBe('-1.23'))
  test('keeps words', () => expect(plainText(name, row)).toBe('BTC PERP'))
  test('is empty where nothing is known, and no zero', () =>
    expect(plainText(price, { ...row, price: undefined })).toBe(''))
})
test('a time is written with its zone, an age as a number, and a short figure whole', () => {
  const at = timeColumn<{ readonly atMs: number }>({ id: 'at', header: 'At', value: each => each.atMs })
  const age = ageColumn<{ readonly atMs: number }>({ id: 'age', header: 'Updated', value: () => 1300 })
  const size = numberColumn<{ readonly atMs: number }>({
    id: 'usd',
    header: 'USD',
    value: () => 1_234_567.5,
    format: () => '1.23M',
  })
  expect(plainTable([at, age, size], [{ atMs: Date.UTC(2026, 10, 28, 23, 16) }])).toEqual([
    ['At, UTC', 'Updated, s', 'USD'],
    ['2026-11-28T23:16:00.000Z', '1.3', '1234567.5'],
  ])
})
test('no text breaks its line or its cell', () => {
  expect(
    tabbedText([
      ['Name', 'Note'],
      ['a\tb', 'c\nd'],
    ]),
  ).toBe('Name\tNote\na b\tc d')
})
