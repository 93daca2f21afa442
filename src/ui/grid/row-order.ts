/** The order of two rows by a column, for the grid library. */
import { type Column, compareSortValues } from './column.ts'

/** Sorting asks for each value a dozen times, and a number is read out of a decimal. */
const readValues = new WeakMap<object, WeakMap<object, string | number | undefined>>()

function sortValueOf<Row>(row: Row, column: Column<Row>): string | number | undefined {
  if (typeof row !== 'object' || row === null) return column.sortValue(row)
  const known = readValues.get(column) ?? new WeakMap<object, string | number | undefined>()
  readValues.set(column, known)
  if (known.has(row)) return known.get(row)
  const value = column.sortValue(row)
  known.set(row, value)
  return value
}

/** For a caller that turns the sign where the order falls: the missing stand last either way. */
export function compareRows<Row>(a: Row | undefined, b: Row | undefined, column: Column<Row>, isDescending: boolean): number {
  const left = a === undefined ? undefined : sortValueOf(a, column)
  const right = b === undefined ? undefined : sortValueOf(b, column)
  const order = compareSortValues(left, right)
  return isDescending && (left === undefined || right === undefined) ? -order : order
}
