import type { ColDef, ValueFormatterParams } from 'ag-grid-community'
import { cx } from '../cx.ts'
import { withinCell } from '../format/within-cell.ts'
import { type Column, compareSortValues } from './column.ts'
import type { PlacedColumn } from './column-layout.ts'
import { leastWidth } from './fit-columns.ts'
import styles from './grid.module.css'
import { componentCell, flashingCell } from './cells.tsx'

const heads = { left: undefined, right: styles.headRight, centre: styles.headCentre }

const cellClassOf =
  <Row>({ align, render, tone }: Column<Row>) =>
  (row: Row | undefined): string => {
    const toned = row === undefined ? undefined : tone?.(row)
    return cx(styles[align], render !== undefined && styles.component, toned !== undefined && styles[toned])
  }

function formatterOf<Row>({ text, isFigure }: Column<Row>): (params: ValueFormatterParams<Row>) => string {
  if (isFigure !== true) return ({ data }) => (data === undefined ? '' : text(data))
  return ({ data, column }) => (data === undefined ? '' : withinCell(text(data), column.getActualWidth()))
}

export function columnDefs<Row>(placed: readonly PlacedColumn<Row>[]): ColDef<Row>[] {
  return placed.map(({ column, width, flex, pinned, isHidden, sort, sortIndex }) => {
    const { render } = column
    const classOf = cellClassOf(column)
    const definition: ColDef<Row> = {
      colId: column.id,
      headerName: column.header,
      headerClass: cx(heads[column.align], column.quietHeader === true && styles.headQuiet),
      cellClass: ({ data }) => classOf(data),
      minWidth: leastWidth(column),
      initialPinned: pinned ?? false,
      initialHide: isHidden,
      initialSort: sort ?? null,
      sortable: column.sortable,
      valueGetter: ({ data }) => (data === undefined ? undefined : column.value(data)),
      comparator: (_, __, a, b, isDescending) => compareRows(a.data, b.data, column, isDescending),
    }
    if (width !== undefined) definition.initialWidth = width
    if (flex !== undefined) definition.initialFlex = flex
    if (sort !== undefined) definition.initialSortIndex = sortIndex
    if (render === undefined) definition.valueFormatter = formatterOf(column)
    if (column.flashStep !== undefined) definition.cellRenderer = flashingCell(column)
    if (render !== undefined) definition.cellRenderer = componentCell(render)
    return definition
  })
}

/** Cached: sorting reads each value many times, and converting a decimal is slow. */
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

/** Compares rows. Missing values are last, also for callers that negate the result for descending order. */
export function compareRows<Row>(
  a: Row | undefined,
  b: Row | undefined,
  column: Column<Row>,
  isDescending: boolean,
): number {
  const left = a === undefined ? undefined : sortValueOf(a, column)
  const right = b === undefined ? undefined : sortValueOf(b, column)
  const order = compareSortValues(left, right)
  return isDescending && (left === undefined || right === undefined) ? -order : order
}
