/**
 * A column of a table, independent of the grid library: how a row's value is read, compared, formatted and coloured.
 * Created by `columns.ts`.
 */
import type { ReactNode } from 'react'
import { compareNames } from '../../../core/domain/compare-names.ts'

export interface ColumnOptions<Row> {
  readonly id: string
  readonly header: string
  readonly title?: string | undefined
  readonly width?: number | undefined
  readonly minWidth?: number | undefined
  readonly flex?: number | undefined
  readonly pinned?: 'left' | 'right' | undefined
  readonly sort?: 'asc' | 'desc' | undefined
  readonly hide?: boolean | undefined
  readonly tip?: ((row: Row) => string | undefined) | undefined
  /** Its text may run over the next cell of a row in which that has no value, as in a spreadsheet. */
  readonly runsOver?: boolean | undefined
}

export type CellTone = 'muted' | 'warning' | 'danger' | 'strong' | 'buy' | 'sell' | 'gain' | 'loss'

export interface Sheet<Row> {
  readonly heads: readonly string[]
  readonly cells: (row: Row) => readonly string[]
}

export interface Column<Row> extends ColumnOptions<Row> {
  readonly align: 'left' | 'right' | 'centre'
  readonly sortable: boolean
  /** Must be cheap; a cell re-renders when it or its text changes. */
  readonly value: (row: Row) => unknown
  readonly text: (row: Row) => string
  readonly sortValue: (row: Row) => string | number | undefined
  readonly isFigure?: boolean | undefined
  /** Replacement for spreadsheets: a zoned time, or a number without its unit. One cell per header. */
  readonly sheet?: Sheet<Row> | undefined
  readonly tone?: ((row: Row) => CellTone | undefined) | undefined
  /** A price that moves by more than this flashes for 300 ms, green up and red down; undefined: never. */
  readonly flashStep?: ((row: Row) => number | undefined) | undefined
  readonly ticking?: boolean | undefined
  readonly quietHeader?: boolean | undefined
  readonly render?: ((row: Row, current: () => Row) => ReactNode) | undefined
  readonly tree?: TreeColumn<Row> | undefined
}

export interface TreeColumn<Row> {
  /** 0 at the root. */
  readonly depth: (row: Row) => number
  readonly isOpen: (row: Row) => boolean | undefined
  readonly toggle: (row: Row) => void
  readonly note: (row: Row) => string | undefined
  /** True if no row has a toggle or an indentation. */
  readonly isFlat?: boolean | undefined
}

/** Order of two sort values: numbers by size, texts as names, missing values last in ascending order. */
export function compareSortValues(a: string | number | undefined, b: string | number | undefined): number {
  if (a === b) return 0
  if (a === undefined) return 1
  if (b === undefined) return -1
  return typeof a === 'number' && typeof b === 'number' ? a - b : compareNames(String(a), String(b))
}
