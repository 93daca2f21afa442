/** Our columns in the grid library's terms. */
import type { ColDef } from 'ag-grid-community'
import { cx } from '../cx.ts'
import { withinCell } from '../format/within-cell.ts'
import type { Column } from './column.ts'
import { leastWidth } from './fit-columns.ts'
import styles from './grid.module.css'
import { componentCell, textCell } from './cells.tsx'
import type { Slot } from './slot.ts'
import { drawTreeCell, takeTreeKey } from './tree-cell.tsx'

const heads = { left: undefined, right: styles.headRight, centre: styles.headCentre }

/** Of a column whose cells are text and nothing else. */
export const isTextColumn = <Row>({ render, tree }: Column<Row>): boolean => render === undefined && tree === undefined

/** The grid's own sorting moves nothing: the rows are sorted after it, see `row-order.ts`. */
export function columnDefs<Row>(columns: readonly Column<Row>[]): ColDef<Slot<Row>>[] {
  return columns.map(column => {
    const { tone, render, text, searchText, isFigure } = column
    const base = cx(styles[column.align], column.align === 'right' && styles.figure, render !== undefined && styles.component)
    const toneOf = (row: Row): string => {
      const said = tone?.(row)
      return said === undefined ? '' : (styles[said] ?? '')
    }
    const toneClass = (row: Row): string => cx(base, toneOf(row))
    const isText = isTextColumn(column)
    const sizing = column.flex === undefined ? {} : { initialFlex: column.flex }
    const definition: ColDef<Slot<Row>> = {
      colId: column.id,
      headerName: column.header,
      headerClass: cx(heads[column.align], column.quietHeader === true && styles.headQuiet),
      // A text carries its tone itself: it changes without the grid.
      cellClass: ({ data }) => (data === undefined || isText ? base : toneClass(data.row)),
      ...sizing,
      minWidth: leastWidth(column),
      initialPinned: column.pinned ?? false,
      initialHide: column.hide ?? false,
      initialSort: column.sort ?? null,
      sortable: column.sortable,
      // A text is written past the grid, which would read its value for each comparison of a sort.
      ...(isText ? {} : { valueGetter: ({ data }) => (data === undefined ? undefined : column.value(data.row)) }),
      getQuickFilterText: ({ data }) => (data === undefined ? '' : (searchText ?? text)(data.row)),
      comparator: () => 0,
    }
    if (column.width !== undefined) definition.initialWidth = column.width
    if (isText) {
      const shown = isFigure === true ? (row: Row, widthPx: number): string => withinCell(text(row), widthPx) : text
      definition.cellRenderer = textCell({ columnId: column.id, text: shown, className: toneOf })
    }
    if (render !== undefined) definition.cellRenderer = componentCell(render)
    if (column.tree !== undefined) {
      const { tree } = column
      definition.cellRenderer = componentCell(drawTreeCell(column, tree))
      definition.suppressKeyboardEvent = press => takeTreeKey(press, tree)
    }
    return definition
  })
}
