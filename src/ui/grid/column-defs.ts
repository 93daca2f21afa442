/** Our columns in the grid library's terms. */
import type { ColDef, ICellRendererParams } from 'ag-grid-community'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { type Column, compareSortValues } from './column.ts'
import styles from './grid.module.css'
import { type Slot, sortValueOf } from './slot.ts'

const heads = { left: undefined, right: styles.headRight, centre: styles.headCentre }

function renderer<Row>(render: (row: Row) => ReactNode): (params: ICellRendererParams<Slot<Row>, Row>) => ReactNode {
  return ({ data }) => (data === undefined ? null : render(data.row))
}

export function columnDefs<Row>(columns: readonly Column<Row>[]): ColDef<Slot<Row>>[] {
  return columns.map(column => {
    const { tone, tip, render, text, searchText } = column
    const base = cx(styles[column.align], column.align === 'right' && styles.figure, render !== undefined && styles.component)
    const toneClass = (row: Row): string => {
      const said = tone?.(row)
      return said === undefined ? base : `${base} ${styles[said] ?? ''}`
    }
    const sizing = column.flex === undefined ? {} : { initialFlex: column.flex }
    const definition: ColDef<Slot<Row>> = {
      colId: column.id,
      headerName: column.header,
      headerTooltip: column.title ?? column.header,
      headerClass: cx(heads[column.align], column.quietHeader === true && styles.headQuiet),
      cellClass: ({ data }) => (data === undefined ? base : toneClass(data.row)),
      ...sizing,
      minWidth: column.minWidth ?? 40,
      initialPinned: column.pinned ?? false,
      initialHide: column.hide ?? false,
      initialSort: column.sort ?? null,
      sortable: column.sortable,
      enableCellChangeFlash: column.flash ?? false,
      valueGetter: ({ data }) => (data === undefined ? undefined : column.value(data.row)),
      valueFormatter: ({ data }) => (data === undefined ? '' : text(data.row)),
      getQuickFilterText: ({ data }) => (data === undefined ? '' : (searchText ?? text)(data.row)),
      comparator: (_a, _b, { data: a }, { data: b }, descending) => {
        const [left, right] = [a && sortValueOf(a, column), b && sortValueOf(b, column)]
        // The missing stay last in falling order too: the grid turns the sign of what is said here.
        if (left === undefined || right === undefined) return compareSortValues(left, right) * (descending ? -1 : 1)
        return compareSortValues(left, right)
      },
    }
    if (column.width !== undefined) definition.initialWidth = column.width
    if (tip !== undefined) definition.tooltipValueGetter = ({ data }) => (data === undefined ? undefined : tip(data.row))
    if (render !== undefined) definition.cellRenderer = renderer(render)
    return definition
  })
}
