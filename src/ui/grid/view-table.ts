/** What a table shows, as a table of texts to take elsewhere: its rows in their order, its columns in theirs, numbers as they came. */
import { sheetNumber } from '../../domain/csv.ts'
import { isDecimal } from '../../domain/decimal.ts'
import { dash } from '../format/format-decimal.ts'
import { areAmountsHidden } from '../format/privacy.ts'
import type { Column } from './column.ts'

/** The head first, then each row; every line has as many cells. */
export type ViewTable = readonly (readonly string[])[]

/** A number whole and without separators, as programs read it; the words of the cell otherwise, or while amounts are hidden. */
export function plainText<Row>(column: Pick<Column<Row>, 'text' | 'value' | 'isFigure'>, row: Row): string {
  const text = column.text(row)
  if (text === dash || text === '') return ''
  if (column.isFigure !== true || areAmountsHidden()) return text
  const value = column.value(row)
  if (typeof value === 'string' && isDecimal(value)) return value
  const plain = text.replaceAll(',', '').replace('−', '-').replace('+', '').replace(/ %$/, '')
  if (isDecimal(plain)) return plain
  return typeof value === 'number' ? (sheetNumber(value) ?? '') : text
}

/** A share is written in percent: its head says so, since its cells are bare numbers. */
const headOf = <Row>({ header, isFigure, text }: Column<Row>, rows: readonly Row[]): string =>
  isFigure === true && !header.includes('%') && rows.some(row => text(row).endsWith(' %')) ? `${header}, %` : header

export const plainTable = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): ViewTable => [
  columns.flatMap(column => column.sheet?.heads ?? [headOf(column, rows)]),
  ...rows.map(row => columns.flatMap(column => column.sheet?.cells(row) ?? [plainText(column, row)])),
]
