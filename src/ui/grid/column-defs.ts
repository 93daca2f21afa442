/** Our columns in the grid library's terms. */
import type { ColDef, ValueFormatterParams } from 'ag-grid-community'
import { cx } from '../cx.ts'
import { withinCell } from '../format/within-cell.ts'
import type { Column } from './column.ts'
import { leastWidth } from './fit-columns.ts'
import styles from './grid.module.css'
import { componentCell, flashingCell } from './cells.tsx'
import { compareRows } from './row-order.ts'

const heads = { left: undefined, right: styles.headRight, centre: styles.headCentre }

/** The class of a cell: its column's, and the tone of its row. */
const cellClassOf =
  <Row>({ align, render, tone }: Column<Row>) =>
  (row: Row | undefined): string => {
    const toned = row === undefined ? undefined : tone?.(row)
    return cx(
      styles[align],
      align === 'right' && styles.figure,
      render !== undefined && styles.component,
      toned !== undefined && styles[toned],
    )
  }

/** What a text cell shows: a figure shortened where it does not fit. */
function formatterOf<Row>({ text, isFigure }: Column<Row>): (params: ValueFormatterParams<Row>) => string {
  if (isFigure !== true) return ({ data }) => (data === undefined ? '' : text(data))
  return ({ data, column }) => (data === undefined ? '' : withinCell(text(data), column.getActualWidth()))
}

export function columnDefs<Row>(columns: readonly Column<Row>[]): ColDef<Row>[] {
  return columns.map(column => {
    const { render } = column
    const classOf = cellClassOf(column)
    const sizing = column.flex === undefined ? {} : { initialFlex: column.flex }
    const definition: ColDef<Row> = {
      colId: column.id,
      headerName: column.header,
      headerClass: cx(heads[column.align], column.quietHeader === true && styles.headQuiet),
      cellClass: ({ data }) => classOf(data),
      ...sizing,
      minWidth: leastWidth(column),
      initialPinned: column.pinned ?? false,
      initialHide: column.hide ?? false,
      initialSort: column.sort ?? null,
      sortable: column.sortable,
      valueGetter: ({ data }) => (data === undefined ? undefined : column.value(data)),
      comparator: (_, __, a, b, isDescending) => compareRows(a.data, b.data, column, isDescending),
    }
    if (column.width !== undefined) definition.initialWidth = column.width
    if (render === undefined) definition.valueFormatter = formatterOf(column)
    if (column.flashStep !== undefined) definition.cellRenderer = flashingCell(column)
    if (render !== undefined) definition.cellRenderer = componentCell(render)
    return definition
  })
}
