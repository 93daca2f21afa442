/**
 * A place in the grid: its identity stays while the row in it is replaced. It remembers the sort value that was last asked of its row,
 * since sorting asks for it a dozen times and reading a number out of a decimal is what sorting would otherwise spend its time on.
 */
import { type Column, compareSortValues } from './column.ts'

/** How long a moved price is marked. */
export const flashMs = 300

interface Flash {
  readonly columnId: string
  readonly direction: 'up' | 'down'
  readonly atMs: number
  readonly turn: 0 | 1
}

export interface Slot<Row> {
  readonly id: string
  readonly row: Row
  /** Of the last price that moved. */
  readonly flash: Flash | undefined
  readonly sortColumnId: string | undefined
  readonly sortValue: string | number | undefined
}

type Mutable<Row> = { -readonly [K in keyof Slot<Row>]: Slot<Row>[K] }

export const createSlot = <Row>(id: string, row: Row): Slot<Row> => ({
  id,
  row,
  flash: undefined,
  sortColumnId: undefined,
  sortValue: undefined,
})

export function putRow<Row>(slot: Slot<Row>, row: Row): void {
  const mutable: Mutable<Row> = slot
  if (mutable.row !== row) mutable.sortColumnId = undefined
  mutable.row = row
}

/** Marks the price of `column` as moved, where it moved by more than its step since `before`. */
export function flashMoved<Row>(slot: Slot<Row>, before: Row, column: Column<Row>): void {
  const step = column.flashStep?.(slot.row)
  const [from, to] = [column.sortValue(before), column.sortValue(slot.row)]
  if (step === undefined || typeof from !== 'number' || typeof to !== 'number' || Math.abs(to - from) <= step) return
  const mutable: Mutable<Row> = slot
  mutable.flash = {
    columnId: column.id,
    direction: to > from ? 'up' : 'down',
    atMs: performance.now(),
    turn: slot.flash?.turn === 0 ? 1 : 0,
  }
}

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
