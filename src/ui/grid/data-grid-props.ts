/** Props of the two tables: `Table`, which is our own, and `DataGrid`, which the grid library draws. */
import type { Column } from './column.ts'
import type { ColumnSet } from './fit-columns.ts'
import type { ViewTable } from './view-table.ts'
import type { ReactNode, Ref } from 'react'

export interface RowMenuItem {
  readonly id: string
  readonly label: string
  readonly enabled?: boolean | undefined
  readonly run: () => void
}

/** What both take. */
export interface RowsProps<Row> {
  /** Widths, order and sorting of the columns are stored under it. */
  readonly id: string
  /** Accessible name. */
  readonly label: string
  readonly rows: readonly Row[]
  /** Stable: a constant or a memo. */
  readonly columns: readonly Column<Row>[]
  readonly rowId: (row: Row) => string
  readonly testId?: string | undefined
  /** A click on a row, or Enter on one of its cells. */
  readonly onRowClick?: ((row: Row) => void) | undefined
  /** The row that is shown elsewhere. */
  readonly activeId?: string | undefined
  /** Stands over a table without rows. */
  readonly empty?: ReactNode
  readonly rowTone?: ((row: Row) => 'muted' | 'warning' | 'group' | undefined) | undefined
  /** What a right click on a row offers, or the menu key on one of its cells. */
  readonly rowMenu?: ((row: Row) => readonly RowMenuItem[]) | undefined
  readonly compact?: boolean | undefined
  /** Which columns are shown; else as the columns say. Stable. */
  readonly columnSet?: ColumnSet | undefined
  /** A key on a cell; true when it was taken. */
  readonly onCellKey?: ((key: string, row: Row, columnId: string) => boolean) | undefined
}

export type DataGridProps<Row> = RowsProps<Row>

/** What the grid adds to the props of the table. */
export interface GridViewProps<Row> extends DataGridProps<Row> {
  /** Its rows are on the screen for the first time. */
  readonly onDrawn: () => void
}

export interface TableHandle {
  /** What is shown now; of the ticked rows only where some are. */
  readonly table: () => ViewTable
  /** Ids of the rows that are ticked at this moment, drawn or not yet. */
  readonly tickedIds: () => readonly string[]
  /** Id of the row that has the focus. */
  readonly focusedId: () => string | undefined
}

export interface TableProps<Row> extends RowsProps<Row> {
  /** Gives check boxes; called with the ticked rows in the order shown. */
  readonly onSelectionChange?: ((rows: readonly Row[]) => void) | undefined
  readonly selectedIds?: readonly string[] | undefined
  /** Rows that can be ticked; else all. */
  readonly canTick?: ((row: Row) => boolean) | undefined
  /** Called with those of the set that there is room for. Stable. */
  readonly onColumnsShown?: ((ids: readonly string[]) => void) | undefined
  readonly handle?: Ref<TableHandle> | undefined
  /** The rows are a tree, each before its children, this deep: sorting moves them among their siblings. Stable. */
  readonly depthOf?: ((row: Row) => number) | undefined
  /** Height of a row, px; else by density. */
  readonly rowPx?: number | undefined
}
