import { describe, expect, test } from 'vitest'
import { dec, type Decimal } from '../../domain/decimal.ts'
import { decimalColumn, percentColumn, textColumn } from './columns.ts'
import { plainText, tabbedText } from './view-table.ts'

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
  test('is empty where nothing is known, and no zero', () => expect(plainText(price, { ...row, price: undefined })).toBe(''))
})
test('no text breaks its line or its cell', () => {
  expect(
    tabbedText([
      ['Name', 'Note'],
      ['a\tb', 'c\nd'],
    ]),
  ).toBe('Name\tNote\na b\tc d')
})
