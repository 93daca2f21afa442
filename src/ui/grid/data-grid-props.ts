/** What a table is given. */
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

export interface GridHandle {
  /** What is shown now; of the ticked rows alone where some are. */
  readonly table: () => ViewTable
  /** Ids of the rows that are ticked at this moment, told by `onSelectionChange` or not yet. */
  readonly tickedIds: () => readonly string[]
  /** Id of the row that stands in a place, which the grid knows by the `row-id` of its element. */
  readonly idAt: (place: string) => string | undefined
  /** Id of the row that has the focus. */
  readonly focusedId: () => string | undefined
}

export interface DataGridProps<Row> {
  /** Widths, order and sorting of the columns are remembered under it. */
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
  /** Gives check boxes; called with the ticked rows in the order shown. */
  readonly onSelectionChange?: ((rows: readonly Row[]) => void) | undefined
  readonly selectedIds?: readonly string[] | undefined
  /** Rows that can be ticked; else all. Of a row it never changes. Stable. */
  readonly canTick?: ((row: Row) => boolean) | undefined
  /** Stands over a grid without rows. */
  readonly empty?: ReactNode
  readonly rowTone?: ((row: Row) => 'muted' | 'warning' | 'group' | undefined) | undefined
  /** Words that a row must all have. */
  readonly quickFilter?: string | undefined
  /** Stable; a new function filters again. */
  readonly filter?: ((row: Row) => boolean) | undefined
  /** A key on a cell; true when it was taken. */
  readonly onCellKey?: ((key: string, row: Row, columnId: string) => boolean) | undefined
  /** What a right click on a row offers, or the menu key on one of its cells. */
  readonly rowMenu?: ((row: Row) => readonly RowMenuItem[]) | undefined
  readonly onCellClick?: ((row: Row, columnId: string) => void) | undefined
  /** `content` is as high as its rows; else it fills its parent. */
  readonly height?: 'fill' | 'content' | undefined
  readonly compact?: boolean | undefined
  /** Which columns are shown; else as the columns say. Stable. */
  readonly columnSet?: ColumnSet | undefined
  /** Told which of the set there was room for. Stable. */
  readonly onColumnsShown?: ((ids: readonly string[]) => void) | undefined
  readonly handle?: Ref<GridHandle> | undefined
  /** The rows are a tree, each before its children, this deep: sorting moves them among their siblings. Stable; given or not for good. */
  readonly depthOf?: ((row: Row) => number) | undefined
}

/** What the grid adds to the props of the table. */
export interface GridViewProps<Row> extends DataGridProps<Row> {
  /** Its rows are on the screen for the first time. */
  readonly onDrawn: () => void
}
