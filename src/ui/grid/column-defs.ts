/** Our columns in the grid library's terms. */
import type { ColDef } from 'ag-grid-community'
import { cx } from '../cx.ts'
import { type CellPortalStore, portalRenderer } from './cell-portals.tsx'
import { type Column, compareSortValues } from './column.ts'
import styles from './grid.module.css'
import { type Slot, sortValueOf } from './slot.ts'

const heads = { left: undefined, right: styles.headRight, centre: styles.headCentre }

export function columnDefs<Row>(columns: readonly Column<Row>[], portals: CellPortalStore): ColDef<Slot<Row>>[] {
  return columns.map(column => {
    const { tone, render, text, searchText } = column
    const base = cx(styles[column.align], column.align === 'right' && styles.figure, render !== undefined && styles.component)
    const toneClass = (row: Row): string => {
      const said = tone?.(row)
      return said === undefined ? base : `${base} ${styles[said] ?? ''}`
    }
    const sizing = column.flex === undefined ? {} : { initialFlex: column.flex }
    const definition: ColDef<Slot<Row>> = {
      colId: column.id,
      headerName: column.header,
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
    if (render !== undefined) definition.cellRenderer = portalRenderer(portals, render)
    return definition
  })
}
