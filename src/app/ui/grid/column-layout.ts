/** Order and width of a table's columns and order of its rows: as the reader left them, else the defaults. */
import type { ColumnState } from 'ag-grid-community'
import { type Column, compareSortValues } from './column.ts'
import { leastWidth } from './fit-columns.ts'

export interface PlacedColumn<Row> {
  readonly column: Column<Row>
  readonly width: number | undefined
  readonly flex: number | undefined
  readonly pinned: 'left' | 'right' | undefined
  readonly isHidden: boolean
  readonly sort: 'asc' | 'desc' | undefined
  readonly sortIndex: number
}

/** All columns in order, visible or not. New columns go to their default position. */
export function placeColumns<Row>(
  states: readonly ColumnState[],
  columns: readonly Column<Row>[],
): readonly PlacedColumn<Row>[] {
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

export function shownColumns<Row>(
  placed: readonly PlacedColumn<Row>[],
  chosen: readonly string[] | undefined,
): readonly PlacedColumn<Row>[] {
  const isShown = ({ column, isHidden }: PlacedColumn<Row>): boolean =>
    chosen === undefined ? !isHidden : column.pinned !== undefined || chosen.includes(column.id)
  const shown = placed.filter(isShown)
  return (['left', undefined, 'right'] as const).flatMap(place => shown.filter(({ pinned }) => pinned === place))
}

/**
 * Widths in px within `roomPx`: flexible columns share the rest, none below its minimum. Where room is short, fixed ones
 * shrink to theirs, but not those that the reader has resized.
 */
export function columnWidths<Row>(columns: readonly PlacedColumn<Row>[], roomPx: number): ReadonlyMap<string, number> {
  const widths = new Map<string, number>()
  let room = roomPx
  const settle = ({ column }: PlacedColumn<Row>, widthPx: number): void => {
    widths.set(column.id, widthPx)
    room -= widthPx
  }
  const most = ({ column, width, flex }: PlacedColumn<Row>): number =>
    (flex === undefined ? width : undefined) ?? leastWidth(column)
  const least = (each: PlacedColumn<Row>): number =>
    each.width === each.column.width ? Math.min(most(each), each.column.minWidth ?? most(each)) : most(each)
  const sum = (widthOf: (each: PlacedColumn<Row>) => number): number =>
    columns.reduce((px, each) => px + widthOf(each), 0)
  const mostPx = sum(most)
  // Without a measured width nothing is short.
  const short = roomPx > 0 ? Math.min(1, Math.max(0, mostPx - roomPx) / (mostPx - sum(least) || 1)) : 0
  for (const each of columns) if (each.flex === undefined) settle(each, most(each) - short * (most(each) - least(each)))
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

export function orderRows<Row>(
  rows: readonly Row[],
  placed: readonly PlacedColumn<Row>[],
  depthOf: ((row: Row) => number) | undefined,
): readonly Row[] {
  const sorted = placed.filter(each => each.sort !== undefined).toSorted((a, b) => a.sortIndex - b.sortIndex)
  if (sorted.length === 0) return rows
  const keys = sorted.map(({ column, sort }) => ({
    values: rows.map(row => column.sortValue(row)),
    isDescending: sort === 'desc',
  }))
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

/**
 * `depths` lists rows with parents before children. Returns their indexes in the new order, siblings by `compare`
 * (stable). A row that skips a level belongs to the last shallower row.
 */
export function sortTree(depths: Int32Array, compare: (a: number, b: number) => number): Int32Array {
  const roots: number[] = []
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
