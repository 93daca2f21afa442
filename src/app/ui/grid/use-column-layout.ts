import { useLayoutEffect, useMemo, useState } from 'react'
import { type PlacedColumn, columnWidths, orderRows, placeColumns, shownColumns, statesOf } from './column-layout.ts'
import { readColumnState, writeColumnState } from './column-state.ts'
import type { TableProps } from './data-grid-props.ts'
import { checkBoxPx, fittingColumns, leastWidth } from './fit-columns.ts'

export interface TableBox {
  readonly widthPx: number
  readonly heightPx: number
  readonly outerPx: number
}

export interface DrawnColumn<Row> extends PlacedColumn<Row> {
  readonly widthPx: number
}

export interface ColumnLayout<Row> {
  readonly drawn: readonly DrawnColumn<Row>[]
  readonly rows: readonly Row[]
  /** Cycles through ascending, descending and none; `isAdded` keeps other sort columns. */
  readonly sortBy: (id: string, isAdded: boolean) => void
  readonly resize: (id: string, widthPx: number) => void
  readonly move: (id: string, to: string) => void
}

const unmeasured: TableBox = { widthPx: 0, heightPx: 0, outerPx: 0 }

const nextSort = { none: 'asc', asc: 'desc', desc: undefined } as const

export function useColumnLayout<Row>(props: TableProps<Row>, box: TableBox | undefined): ColumnLayout<Row> {
  const { id: tableId, columns, columnSet, onColumnsShown, depthOf, rows } = props
  const [states, setStates] = useState(() =>
    readColumnState(
      tableId,
      columns.map(({ id }) => id),
    ),
  )
  const placed = useMemo(() => placeColumns(states, columns), [states, columns])
  const hasBoxes = props.onSelectionChange !== undefined
  const { widthPx, outerPx } = box ?? unmeasured
  const drawn = useMemo(() => {
    // A page without layout has room for all.
    const fitted = columnSet && (outerPx === 0 ? columnSet.ids : fittingColumns(columns, columnSet, outerPx, hasBoxes))
    const shown = shownColumns(placed, fitted)
    const widths = columnWidths(shown, widthPx - (hasBoxes ? checkBoxPx : 0))
    return shown.map(each => ({ ...each, widthPx: Math.floor(widths.get(each.column.id) ?? 0) }))
  }, [placed, columns, columnSet, widthPx, outerPx, hasBoxes])
  const free = drawn.flatMap(({ column }) => (column.pinned === undefined ? column.id : [])).join(' ')
  useLayoutEffect(() => {
    if (outerPx > 0 && columnSet !== undefined)
      onColumnsShown?.(columnSet.ids.filter(each => free.split(' ').includes(each)))
  }, [free, columnSet, outerPx, onColumnsShown])
  const change = (next: readonly PlacedColumn<Row>[]): void => {
    const changed = statesOf(next)
    setStates(changed)
    writeColumnState(tableId, changed)
  }
  return {
    drawn,
    rows: useMemo(() => orderRows(rows, placed, depthOf), [rows, placed, depthOf]),
    sortBy: (id, isAdded) => change(sortedBy(placed, id, isAdded)),
    resize: (id, px) =>
      change(
        placed.map(each =>
          each.column.id === id ? { ...each, width: Math.max(leastWidth(each.column), px), flex: undefined } : each,
        ),
      ),
    move: (id, to) => change(moved(placed, id, to)),
  }
}

function sortedBy<Row>(
  placed: readonly PlacedColumn<Row>[],
  id: string,
  isAdded: boolean,
): readonly PlacedColumn<Row>[] {
  const last = Math.max(-1, ...placed.map(each => (each.sort === undefined ? -1 : each.sortIndex)))
  return placed.map(each => {
    if (each.column.id !== id) return isAdded ? each : { ...each, sort: undefined, sortIndex: 0 }
    const sortIndex = !isAdded ? 0 : each.sort === undefined ? last + 1 : each.sortIndex
    return { ...each, sort: nextSort[each.sort ?? 'none'], sortIndex }
  })
}

function moved<Row>(placed: readonly PlacedColumn<Row>[], id: string, to: string): readonly PlacedColumn<Row>[] {
  const [from, at] = [id, to].map(each => placed.findIndex(({ column }) => column.id === each)) as [number, number]
  const taken = placed[from]
  if (taken === undefined || from === at || placed[at]?.pinned !== taken.pinned) return placed
  return placed.toSpliced(from, 1).toSpliced(at, 0, taken)
}
