/** The order of the rows by the sorted columns: of rows side by side by the grid library, of a tree among siblings. */
import type { GridApi, IRowNode } from 'ag-grid-community'
import { type Column, compareSortValues } from './column.ts'
import { isSorted } from './column-state.ts'
import { sortTree } from './tree-order.ts'

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

/** Sorts the nodes of a tree, each among its siblings, which the grid library does not know. */
export function sortNodes<Row>(
  nodes: IRowNode<Row>[],
  api: GridApi<Row>,
  columns: readonly Column<Row>[],
  depthOf: (row: Row) => number,
): void {
  const sorted = api
    .getColumnState()
    .filter(isSorted)
    .sort((a, b) => (a.sortIndex ?? 0) - (b.sortIndex ?? 0))
    .flatMap(({ colId, sort }) => columns.filter(column => column.id === colId).map(column => ({ column, isDescending: sort === 'desc' })))
  // These may be the grid's own list, which is not ours to change.
  if (sorted.length === 0) return
  const before = nodes.toSorted((a, b) => a.sourceRowIndex - b.sourceRowIndex)
  const compare = (a: number, b: number): number => {
    for (const { column, isDescending } of sorted) {
      const order = compareRows(before[a]?.data, before[b]?.data, column, isDescending)
      if (order !== 0) return isDescending ? -order : order
    }
    return 0
  }
  const depths = Int32Array.from(before, ({ data }) => (data === undefined ? 0 : depthOf(data)))
  for (const [at, index] of sortTree(depths, compare).entries()) nodes[at] = before[index] as IRowNode<Row>
}
