/** The order that the sorted columns of a grid ask for: of rows side by side, or of a tree, where rows move among their siblings. */
import type { GridApi, IRowNode } from 'ag-grid-community'
import { type Column, compareSortValues } from './column.ts'
import { isSorted } from './column-state.ts'
import { type Slot, compareSlots, sortValueOf } from './slot.ts'
import { sortTree } from './tree-order.ts'

interface SortedColumn<Row> {
  readonly column: Column<Row>
  readonly descending: boolean
}

/** In the order in which they count. */
export const sortedColumns = <Row>(api: GridApi<Slot<Row>>, columns: readonly Column<Row>[]): readonly SortedColumn<Row>[] =>
  api
    .getColumnState()
    .filter(isSorted)
    .sort((a, b) => (a.sortIndex ?? 0) - (b.sortIndex ?? 0))
    .flatMap(({ colId, sort }) => columns.filter(column => column.id === colId).map(column => ({ column, descending: sort === 'desc' })))

function compareBy<Row>(sorted: readonly SortedColumn<Row>[], a: Slot<Row>, b: Slot<Row>): number {
  for (const { column, descending } of sorted) {
    const order = compareSlots(a, b, column, descending)
    if (order !== 0) return descending ? -order : order
  }
  return 0
}

interface Parent<Row> {
  readonly depth: number
  /** The last row that stood under it. */
  last: Slot<Row> | undefined
}

/** Do the displayed rows stand as sorting would put them? Asked before sorting, which takes many times as long: where they do not, the first that does not ends it. */
export function areInOrder<Row>(
  rowAt: (index: number) => Slot<Row> | undefined,
  count: number,
  sorted: readonly SortedColumn<Row>[],
  depthOf: (row: Row) => number = () => 0,
): boolean {
  const path: Parent<Row>[] = [{ depth: -1, last: undefined }]
  for (let index = 0; index < count; index += 1) {
    const slot = rowAt(index)
    if (slot === undefined) return false
    const depth = depthOf(slot.row)
    while (path.length > 1 && (path.at(-1)?.depth ?? -1) >= depth) path.pop()
    const parent = path.at(-1) as Parent<Row>
    if (parent.last !== undefined) {
      const order = compareBy(sorted, parent.last, slot)
      // Equal ones stand as the list has them.
      if (order > 0 || (order === 0 && parent.last.index > slot.index)) return false
    }
    parent.last = slot
    path.push({ depth, last: undefined })
  }
  return true
}

/** Indexes of `slots`, which stand as the list has them, in the order that the sorted columns ask for; equal ones as they stand. */
export function sortedOrder<Row>(
  slots: readonly Slot<Row>[],
  [first, ...more]: readonly SortedColumn<Row>[],
  depthOf: (row: Row) => number = () => 0,
): Int32Array {
  if (first === undefined) return Int32Array.from(slots.keys())
  const depths = Int32Array.from(slots, slot => depthOf(slot.row))
  const values = slots.map(slot => sortValueOf(slot, first.column))
  const way = first.descending ? -1 : 1
  const compare = (a: number, b: number): number => {
    const [left, right] = [values[a], values[b]]
    const isMissing = left === undefined || right === undefined
    // The missing stand last either way.
    const order = compareSortValues(left, right) * (isMissing ? 1 : way)
    return order !== 0 || more.length === 0 ? order : compareBy(more, slots[a] as Slot<Row>, slots[b] as Slot<Row>)
  }
  return sortTree(depths, compare)
}

const isInListOrder = <Row>(nodes: readonly IRowNode<Slot<Row>>[]): boolean =>
  nodes.every(({ data }, at) => at === 0 || (nodes[at - 1]?.data?.index ?? 0) <= (data?.index ?? 0))

/** Gives the grid its rows as the list has them. */
function restoreOrder<Row>(api: GridApi<Slot<Row>>): void {
  if (api.isDestroyed()) return
  const slots: Slot<Row>[] = []
  api.forEachNode(({ data }) => data !== undefined && slots.push(data))
  api.setGridOption(
    'rowData',
    slots.sort((a, b) => a.index - b.index),
  )
}

/** Puts the nodes in the order of the sorted columns. They may come in another than the list's, since rows take one another's places (`row-sync.ts`). */
export function sortNodes<Row>(
  nodes: IRowNode<Slot<Row>>[],
  api: GridApi<Slot<Row>>,
  columns: readonly Column<Row>[],
  depthOf?: (row: Row) => number,
): void {
  const sorted = sortedColumns(api, columns)
  if (sorted.length === 0) {
    // These may be the grid's own list, which is not ours to change.
    if (!isInListOrder(nodes)) queueMicrotask(() => restoreOrder(api))
    return
  }
  const before = nodes.toSorted((a, b) => (a.data?.index ?? 0) - (b.data?.index ?? 0))
  const order = sortedOrder(
    before.map(({ data }) => data as Slot<Row>),
    sorted,
    depthOf,
  )
  for (const [at, index] of order.entries()) nodes[at] = before[index] as IRowNode<Slot<Row>>
}
