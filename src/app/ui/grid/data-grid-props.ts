/** Props of `Table`, our own, and `DataGrid`, which uses the grid library. */
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

export interface RowsProps<Row> {
  readonly id: string
  readonly label: string
  readonly rows: readonly Row[]
  /** Must be stable: a constant or memo. */
  readonly columns: readonly Column<Row>[]
  readonly rowId: (row: Row) => string
  readonly testId?: string | undefined
  readonly onRowClick?: ((row: Row) => void) | undefined
  readonly activeId?: string | undefined
  readonly empty?: ReactNode
  readonly rowTone?: ((row: Row) => 'muted' | 'warning' | 'group' | undefined) | undefined
  readonly rowMenu?: ((row: Row) => readonly RowMenuItem[]) | undefined
  readonly compact?: boolean | undefined
  /** Visible columns; by default as the columns say. Must be stable. */
  readonly columnSet?: ColumnSet | undefined
  readonly onCellKey?: ((key: string, row: Row, columnId: string) => boolean) | undefined
}

export type DataGridProps<Row> = RowsProps<Row>

export interface GridViewProps<Row> extends DataGridProps<Row> {
  readonly onDrawn: () => void
}

export interface TableHandle {
  /** The visible content; if rows are ticked, only those. */
  readonly table: () => ViewTable
  readonly tickedIds: () => readonly string[]
  readonly focusedId: () => string | undefined
}

export interface TableProps<Row> extends RowsProps<Row> {
  readonly onSelectionChange?: ((rows: readonly Row[]) => void) | undefined
  readonly selectedIds?: readonly string[] | undefined
  readonly canTick?: ((row: Row) => boolean) | undefined
  /** Called with the columns of the set that fit. Must be stable. */
  readonly onColumnsShown?: ((ids: readonly string[]) => void) | undefined
  readonly handle?: Ref<TableHandle> | undefined
  /** The rows are a tree in depth-first order, with these depths; sorting keeps subtrees together. Must be stable. */
  readonly depthOf?: ((row: Row) => number) | undefined
  readonly rowPx?: number | undefined
}
