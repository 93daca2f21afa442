/** The visible table as texts for export: rows and columns in order, raw numbers. */
import { sheetNumber } from '../../../core/domain/csv.ts'
import { isDecimal } from '../../../core/domain/decimal.ts'
import { dash } from '../format/format-decimal.ts'
import { areAmountsHidden } from '../format/privacy.ts'
import type { Column } from './column.ts'

/** Header first; every line has the same number of cells. */
export type ViewTable = readonly (readonly string[])[]

/** A plain number without separators, for programs; otherwise the cell's text, also while amounts are hidden. */
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

/** A share is exported in percent, which the header says, since cells are plain numbers. */
const headOf = <Row>({ header, isFigure, text }: Column<Row>, rows: readonly Row[]): string =>
  isFigure === true && !header.includes('%') && rows.some(row => text(row).endsWith(' %')) ? `${header}, %` : header

export const plainTable = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): ViewTable => [
  columns.flatMap(column => column.sheet?.heads ?? [headOf(column, rows)]),
  ...rows.map(row => columns.flatMap(column => column.sheet?.cells(row) ?? [plainText(column, row)])),
]
