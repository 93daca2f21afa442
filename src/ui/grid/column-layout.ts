/** Where each column of a table stands and how wide it is, and the order of its rows: as the reader left them, else as the columns say. */
import type { ColumnState } from 'ag-grid-community'
import { type Column, compareSortValues } from './column.ts'
import { leastWidth } from './fit-columns.ts'

export interface PlacedColumn<Row> {
  readonly column: Column<Row>
  readonly width: number | undefined
  /** Share of the room that is left; undefined for a fixed width. */
  readonly flex: number | undefined
  readonly pinned: 'left' | 'right' | undefined
  readonly isHidden: boolean
  readonly sort: 'asc' | 'desc' | undefined
  readonly sortIndex: number
}

/** All columns in their order, shown or not. Columns that came since the states were stored are at their place by default. */
export function placeColumns<Row>(states: readonly ColumnState[], columns: readonly Column<Row>[]): readonly PlacedColumn<Row>[] {
  const stateOf = new Map(states.map(state => [state.colId, state]))
  const byId = new Map(columns.map(column => [column.id, column]))
  const placed = states.flatMap(({ colId }) => byId.get(colId) ?? [])
  columns.forEach((column, index) => {
    if (!stateOf.has(column.id)) placed.splice(placed.indexOf(columns[index - 1] as Column<Row>) + 1, 0, column)
  })
  return placed.map(column => {
    const state = stateOf.get(column.id)
    return {
      column,
      width: state?.width ?? column.width,
      flex: state?.flex === null ? undefined : (state?.flex ?? column.flex),
      pinned: placeOf(state?.pinned === undefined ? column.pinned : state.pinned),
      isHidden: state?.hide ?? column.hide ?? false,
      sort: (state?.sort === undefined ? column.sort : state.sort) ?? undefined,
      sortIndex: state?.sortIndex ?? 0,
    }
  })
}

const placeOf = (pinned: ColumnState['pinned'] | undefined): 'left' | 'right' | undefined =>
  pinned === 'left' || pinned === 'right' ? pinned : undefined

/** The same to be stored. */
export const statesOf = <Row>(placed: readonly PlacedColumn<Row>[]): ColumnState[] =>
  placed.map(({ column, width, flex, pinned, isHidden, sort, sortIndex }) => ({
    colId: column.id,
    ...(width === undefined ? {} : { width }),
    flex: flex ?? null,
    hide: isHidden,
    pinned: pinned ?? null,
    sort: sort ?? null,
    sortIndex: sort === undefined ? null : sortIndex,
  }))

/** Those that are shown, from left to right. `chosen` are the ids of a set of columns, where there is one; what is pinned stands beside them. */
export function shownColumns<Row>(
  placed: readonly PlacedColumn<Row>[],
  chosen: readonly string[] | undefined,
): readonly PlacedColumn<Row>[] {
  const isShown = ({ column, isHidden }: PlacedColumn<Row>): boolean =>
    chosen === undefined ? !isHidden : column.pinned !== undefined || chosen.includes(column.id)
  const shown = placed.filter(isShown)
  return (['left', undefined, 'right'] as const).flatMap(place => shown.filter(({ pinned }) => pinned === place))
}

/** Width in px of each column with so much room for all: those that grow share what the others leave, none has less than its least. */
export function columnWidths<Row>(columns: readonly PlacedColumn<Row>[], roomPx: number): ReadonlyMap<string, number> {
  const widths = new Map<string, number>()
  let room = roomPx
  const settle = ({ column }: PlacedColumn<Row>, widthPx: number): void => {
    widths.set(column.id, widthPx)
    room -= widthPx
  }
  for (const each of columns) if (each.flex === undefined) settle(each, each.width ?? leastWidth(each.column))
  let growing = columns.filter(each => each.flex !== undefined)
  while (growing.length > 0) {
    const perFlex = room / growing.reduce((sum, each) => sum + (each.flex ?? 0), 0)
    const share = ({ flex = 0 }: PlacedColumn<Row>): number => flex * perFlex
    const isTight = (each: PlacedColumn<Row>): boolean => share(each) < leastWidth(each.column)
    const tight = growing.filter(isTight)
    const settled = tight.length === 0 ? growing : tight
    for (const each of settled) settle(each, Math.max(share(each), leastWidth(each.column)))
    growing = growing.filter(each => !settled.includes(each))
  }
  return widths
}

/** The rows in the order of the sorted columns, those of a tree among their siblings. Missing values stand last either way. */
export function orderRows<Row>(
  rows: readonly Row[],
  placed: readonly PlacedColumn<Row>[],
  depthOf: ((row: Row) => number) | undefined,
): readonly Row[] {
  const sorted = placed.filter(each => each.sort !== undefined).toSorted((a, b) => a.sortIndex - b.sortIndex)
  if (sorted.length === 0) return rows
  const keys = sorted.map(({ column, sort }) => ({ values: rows.map(row => column.sortValue(row)), isDescending: sort === 'desc' }))
  const compare = (a: number, b: number): number => {
    for (const { values, isDescending } of keys) {
      const [left, right] = [values[a], values[b]]
      const order = compareSortValues(left, right)
      if (order !== 0) return isDescending && left !== undefined && right !== undefined ? -order : order
    }
    return 0
  }
  const depths = Int32Array.from(rows, row => depthOf?.(row) ?? 0)
  return Array.from(sortTree(depths, compare), index => rows[index] as Row)
}

/** Sorting of rows that are a tree: rows move among their siblings, each with what is under it. */

/**
 * `depths` of rows that stand with each parent before its children. The answer: their indexes in the new order, siblings in the order of `compare`
 * (equal ones as they stood). A depth that skips a level hangs under the last shallower row.
 */
export function sortTree(depths: Int32Array, compare: (a: number, b: number) => number): Int32Array {
  const roots: number[] = []
  /** Of rows that have any. */
  const children: (number[] | undefined)[] = Array.from({ length: depths.length })
  const path: number[] = []
  for (let index = 0; index < depths.length; index += 1) {
    const depth = depths[index] as number
    while (path.length > 0 && (depths[path[path.length - 1] as number] as number) >= depth) path.pop()
    const parent = path[path.length - 1]
    if (parent === undefined) roots.push(index)
    else (children[parent] ??= []).push(index)
    path.push(index)
  }
  const sorted = new Int32Array(depths.length)
  let next = 0
  const place = (siblings: number[]): void => {
    if (siblings.length > 1) siblings.sort(compare)
    for (const index of siblings) {
      sorted[next++] = index
      const under = children[index]
      if (under !== undefined) place(under)
    }
  }
  place(roots)
  return sorted
}
