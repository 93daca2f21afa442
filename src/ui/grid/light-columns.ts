/** Columns and order of rows as the grid will have them, for the table that stands in for it: as the reader left them, else as given. */
import { type Column, compareSortValues } from './column.ts'
import { readColumnState } from './column-state.ts'
import { leastWidth } from './fit-columns.ts'
import { sortTree } from './tree-order.ts'

export interface LightColumn<Row> {
  readonly column: Column<Row>
  readonly width: number | undefined
  /** Share of the room that is left; undefined for a fixed width. */
  readonly flex: number | undefined
  readonly pinned: 'left' | 'right' | undefined
  readonly sort: 'asc' | 'desc' | undefined
  readonly sortIndex: number
}

/** `shown` are the ids of a set of columns, where one is chosen; what is pinned stands beside them. */
export function lightColumns<Row>(gridId: string, columns: readonly Column<Row>[], shown?: readonly string[]): readonly LightColumn<Row>[] {
  const states = readColumnState(
    gridId,
    columns.map(each => each.id),
  )
  const placed = (states ?? []).flatMap(state => columns.filter(column => column.id === state.colId).map(column => ({ column, state })))
  const known = new Set(placed.map(each => each.column))
  const all: { column: Column<Row>; state?: (typeof placed)[number]['state'] }[] = [...placed]
  columns.forEach((column, index) => {
    if (known.has(column)) return
    const before = columns[index - 1]
    all.splice(all.findIndex(each => each.column === before) + 1, 0, { column })
  })
  return all.flatMap(({ column, state }) => {
    const isHidden = shown === undefined ? (state?.hide ?? column.hide ?? false) : column.pinned === undefined && !shown.includes(column.id)
    if (isHidden) return []
    const flex = state?.flex === null ? undefined : (state?.flex ?? column.flex)
    return [
      {
        column,
        width: state?.width ?? column.width,
        flex,
        pinned: (state?.pinned === undefined ? column.pinned : state.pinned) || undefined,
        sort: (state?.sort === undefined ? column.sort : state.sort) || undefined,
        sortIndex: state?.sortIndex ?? 0,
      } as LightColumn<Row>,
    ]
  })
}

/** Width in px of each column in a table with so much room for them (px): those that grow share what the others leave, none has less than its least. */
export function columnWidths<Row>(columns: readonly LightColumn<Row>[], roomPx: number): ReadonlyMap<Column<Row>, number> {
  const widths = new Map<Column<Row>, number>()
  let room = roomPx
  const keep = ({ column }: LightColumn<Row>, widthPx: number): void => {
    widths.set(column, widthPx)
    room -= widthPx
  }
  for (const each of columns) if (each.flex === undefined) keep(each, each.width ?? leastWidth(each.column))
  let growing = columns.filter(each => each.flex !== undefined)
  while (growing.length > 0) {
    const perFlex = room / growing.reduce((sum, each) => sum + (each.flex ?? 0), 0)
    const share = ({ flex = 0 }: LightColumn<Row>): number => flex * perFlex
    const isTight = (each: LightColumn<Row>): boolean => share(each) < leastWidth(each.column)
    const tight = growing.filter(isTight)
    const settled = tight.length === 0 ? growing : tight
    for (const each of settled) keep(each, Math.max(share(each), leastWidth(each.column)))
    growing = growing.filter(each => !settled.includes(each))
  }
  return widths
}

/** Sorting more than this would hold the page up for what the grid is about to do itself. */
const mostSorted = 3_000

/** The rows in the order of the sorted columns; undefined where that takes too long. */
export function lightOrder<Row>(
  rows: readonly Row[],
  columns: readonly LightColumn<Row>[],
  depthOf: ((row: Row) => number) | undefined,
): readonly Row[] | undefined {
  const sorted = columns.filter(each => each.sort !== undefined).sort((a, b) => a.sortIndex - b.sortIndex)
  if (sorted.length === 0) return rows
  if (rows.length > mostSorted) return undefined
  const values = rows.map(row => sorted.map(each => each.column.sortValue(row)))
  const compare = (a: number, b: number): number => {
    for (const [index, { sort }] of sorted.entries()) {
      const [left, right] = [values[a]?.[index], values[b]?.[index]]
      const order = compareSortValues(left, right)
      // The missing stand last either way.
      if (order !== 0) return sort === 'desc' && left !== undefined && right !== undefined ? -order : order
    }
    return 0
  }
  // Side by side they all stand at one depth.
  const depths = Int32Array.from(rows, row => depthOf?.(row) ?? 0)
  return Array.from(sortTree(depths, compare), index => rows[index] as Row)
}
