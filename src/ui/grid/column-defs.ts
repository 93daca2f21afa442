/** Our columns in the grid library's terms. */
import type { ColDef } from 'ag-grid-community'
import { cx } from '../cx.ts'
import { withinCell } from '../format/within-cell.ts'
import type { Column } from './column.ts'
import { leastWidth } from './fit-columns.ts'
import styles from './grid.module.css'
import { componentCell, textCell } from './cells.tsx'
import { compareRows } from './row-order.ts'
import { drawTreeCell, takeTreeKey } from './tree-cell.tsx'

const heads = { left: undefined, right: styles.headRight, centre: styles.headCentre }

/** Of a column whose cells are text and nothing else. */
const isTextColumn = <Row>({ render, tree }: Column<Row>): boolean => render === undefined && tree === undefined

/** Another value for each cell that is to be drawn again. */
const drawnOf = <Row>({ value, form }: Column<Row>, row: Row): unknown =>
  form === undefined ? value(row) : `${String(value(row))} ${String(form(row))}`

/** The rows of a tree are sorted after the grid library's own sorting, which moves nothing then: see `row-order.ts`. */
export function columnDefs<Row>(columns: readonly Column<Row>[], isTree: boolean): ColDef<Row>[] {
  return columns.map(column => {
    const { tone, render, text, searchText, isFigure } = column
    const base = cx(styles[column.align], column.align === 'right' && styles.figure, render !== undefined && styles.component)
    const toneOf = (row: Row): string => {
      const said = tone?.(row)
      return said === undefined ? '' : (styles[said] ?? '')
    }
    const isText = isTextColumn(column)
    const sizing = column.flex === undefined ? {} : { initialFlex: column.flex }
    const definition: ColDef<Row> = {
      colId: column.id,
      headerName: column.header,
      headerClass: cx(heads[column.align], column.quietHeader === true && styles.headQuiet),
      // A text carries its tone itself: the grid library takes no class away.
      cellClass: ({ data }) => (data === undefined || isText ? base : cx(base, toneOf(data))),
      ...sizing,
      minWidth: leastWidth(column),
      initialPinned: column.pinned ?? false,
      initialHide: column.hide ?? false,
      initialSort: column.sort ?? null,
      sortable: column.sortable,
      valueGetter: ({ data }) => (data === undefined ? undefined : drawnOf(column, data)),
      getQuickFilterText: ({ data }) => (data === undefined ? '' : (searchText ?? text)(data)),
      comparator: isTree ? () => 0 : (_, __, a, b, isDescending) => compareRows(a.data, b.data, column, isDescending),
    }
    if (column.width !== undefined) definition.initialWidth = column.width
    if (isText) {
      const shown = isFigure === true ? (row: Row, widthPx: number): string => withinCell(text(row), widthPx) : text
      definition.cellRenderer = textCell({ column, text: shown, className: toneOf })
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
