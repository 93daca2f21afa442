/**
 * Brings a new list of rows into the grid at the least cost. Same ids in the same order: rows are replaced in their slots, shown cells
 * compare their value and only changed ones are drawn; sorting and filtering run again only when the changes could move a row. Other ids:
 * the grid is given the new slots, those of rows that stay being the same objects.
 */
import type { Column } from './column.ts'
import { createSlot, putRow, type Slot, sortValueOf } from './slot.ts'

/** The part of the grid library that this needs. */
export interface GridFace<Row> {
  readonly setRows: (slots: Slot<Row>[]) => void
  readonly refreshCells: () => void
  /** Draws whole rows again (their class is not a cell's affair). */
  readonly redrawRows: (ids: readonly string[]) => void
  readonly refilter: () => void
  readonly resort: () => void
  readonly sortedColumnIds: () => readonly string[]
}

interface Inputs<Row> {
  readonly slots: readonly Slot<Row>[]
  readonly rows: readonly Row[]
  readonly rowId: (row: Row) => string
  readonly columns: readonly Column<Row>[]
  readonly rowTone: ((row: Row) => string | undefined) | undefined
  readonly isFiltered: boolean
  readonly grid: GridFace<Row>
}

function inPlace<Row>({ slots, rows, columns, rowTone, isFiltered, grid }: Inputs<Row>): void {
  const sorted = new Set(grid.sortedColumnIds())
  const sortedBy = columns.filter(column => sorted.has(column.id))
  const retoned: string[] = []
  let changed = false
  let moved = false
  rows.forEach((row, place) => {
    const slot = slots[place]
    if (slot === undefined || slot.row === row) return
    const before = slot.row
    changed = true
    moved ||= sortedBy.some(column => sortValueOf(slot, column) !== column.sortValue(row))
    if (rowTone !== undefined && rowTone(before) !== rowTone(row)) retoned.push(slot.id)
    putRow(slot, row)
  })
  if (!changed) return
  if (isFiltered) grid.refilter()
  else if (moved) grid.resort()
  grid.refreshCells()
  if (retoned.length > 0) grid.redrawRows(retoned)
}

/** Applies `rows` and gives the slots that hold them. */
export function syncRows<Row>(inputs: Inputs<Row>): readonly Slot<Row>[] {
  const { slots, rows, rowId, grid } = inputs
  if (rows.length === slots.length && rows.every((row, place) => slots[place]?.id === rowId(row))) {
    inPlace(inputs)
    return slots
  }
  const known = new Map(slots.map(slot => [slot.id, slot]))
  const next = rows.map(row => {
    const id = rowId(row)
    const slot = known.get(id) ?? createSlot(id, row)
    // One id twice would be two rows in one slot: the second gets none of the first.
    known.delete(id)
    putRow(slot, row)
    return slot
  })
  grid.setRows(next)
  grid.refreshCells()
  return next
}
