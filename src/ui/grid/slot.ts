/**
 * A place in the grid: its identity stays while the row in it is replaced. It remembers the sort value that was last asked of its row,
 * since sorting asks for it a dozen times and reading a number out of a decimal is what sorting would otherwise spend its time on.
 */
import { type Column, compareSortValues } from './column.ts'

export interface Slot<Row> {
  /** What the grid library knows the place by: mostly the id of the row that was first in it. */
  readonly nodeId: string
  /** Of the row in it. */
  readonly id: string
  readonly row: Row
  /** Where it stands in the list of rows. */
  readonly index: number
  readonly sortColumnId: string | undefined
  readonly sortValue: string | number | undefined
}

type Mutable<Row> = { -readonly [K in keyof Slot<Row>]: Slot<Row>[K] }

/** `nodeId`: another than the row's where other rows may take their turn in the place. */
export const createSlot = <Row>(id: string, row: Row, index: number, nodeId = id): Slot<Row> => ({
  nodeId,
  id,
  row,
  index,
  sortColumnId: undefined,
  sortValue: undefined,
})

export function putRow<Row>(slot: Slot<Row>, row: Row): void {
  const mutable: Mutable<Row> = slot
  if (mutable.row !== row) mutable.sortColumnId = undefined
  mutable.row = row
}

/** The same in another list, where it may be another row. */
export function putAt<Row>(slot: Slot<Row>, id: string, row: Row, index: number): void {
  const mutable: Mutable<Row> = slot
  putRow(slot, row)
  mutable.id = id
  mutable.index = index
}

let madePlaces = 0

/** Of a place that any row may have. */
export const createNodeId = (): string => `place ${(madePlaces += 1)}`

export function sortValueOf<Row>(slot: Slot<Row>, column: Column<Row>): string | number | undefined {
  if (slot.sortColumnId === column.id) return slot.sortValue
  const mutable: Mutable<Row> = slot
  mutable.sortColumnId = column.id
  mutable.sortValue = column.sortValue(slot.row)
  return mutable.sortValue
}

/** Order by one column; with `descending` the caller turns the sign of the answer, which leaves the missing last. */
export function compareSlots<Row>(a: Slot<Row>, b: Slot<Row>, column: Column<Row>, descending: boolean): number {
  const [left, right] = [sortValueOf(a, column), sortValueOf(b, column)]
  if (left === undefined || right === undefined) return compareSortValues(left, right) * (descending ? -1 : 1)
  return compareSortValues(left, right)
}
