/** A column of a DataGrid, free of the grid library: how a row's value is read, compared, written and coloured. Made by the helpers of `columns.ts`. */
import type { ReactNode } from 'react'
import { compareNames } from '../../domain/compare-names.ts'

export interface ColumnOptions<Row> {
  readonly id: string
  readonly header: string
  /** Tooltip of the header. */
  readonly title?: string | undefined
  readonly width?: number | undefined
  readonly minWidth?: number | undefined
  readonly flex?: number | undefined
  readonly pinned?: 'left' | 'right' | undefined
  /** Sorted by it at first. */
  readonly sort?: 'asc' | 'desc' | undefined
  readonly hide?: boolean | undefined
  /** Tooltip of a cell. */
  readonly tip?: ((row: Row) => string | undefined) | undefined
}

export type CellTone = 'muted' | 'warning' | 'danger' | 'strong' | 'buy' | 'sell' | 'gain' | 'loss'

export interface Sheet<Row> {
  readonly heads: readonly string[]
  readonly cells: (row: Row) => readonly string[]
}

export interface Column<Row> extends ColumnOptions<Row> {
  readonly align: 'left' | 'right' | 'centre'
  readonly sortable: boolean
  /** Cheap; a cell is drawn again when it changes, or its text does. */
  readonly value: (row: Row) => unknown
  /** What the cell shows. */
  readonly text: (row: Row) => string
  readonly sortValue: (row: Row) => string | number | undefined
  /** A number: shortened where the cell is too narrow for it. */
  readonly isFigure?: boolean | undefined
  /** What a spreadsheet takes in its place: a time of a zone, a number without its unit. As many cells as heads. */
  readonly sheet?: Sheet<Row> | undefined
  readonly tone?: ((row: Row) => CellTone | undefined) | undefined
  /** A price that moved by more than this flashes for 300 ms, green up and red down; undefined: it never does. */
  readonly flashStep?: ((row: Row) => number | undefined) | undefined
  /** Changes only with time: read again each second. */
  readonly ticking?: boolean | undefined
  /** The header's words are for those who hear them. */
  readonly quietHeader?: boolean | undefined
  /** Drawn by React; `current` gives the row of the moment at which it is called. */
  readonly render?: ((row: Row, current: () => Row) => ReactNode) | undefined
  /** Draws a tree: see `tree-cell.tsx`. */
  readonly tree?: TreeColumn<Row> | undefined
}

/** How a row stands in a tree of rows, and opens. */
export interface TreeColumn<Row> {
  /** 0 at the root. */
  readonly depth: (row: Row) => number
  /** Undefined for a leaf. */
  readonly isOpen: (row: Row) => boolean | undefined
  readonly toggle: (row: Row) => void
  /** Said after the text, more quietly. */
  readonly note: (row: Row) => string | undefined
}

/** Order of two sort values: numbers by size, texts as names, the missing last in rising order. */
export function compareSortValues(a: string | number | undefined, b: string | number | undefined): number {
  if (a === b) return 0
  if (a === undefined) return 1
  if (b === undefined) return -1
  return typeof a === 'number' && typeof b === 'number' ? a - b : compareNames(String(a), String(b))
}
