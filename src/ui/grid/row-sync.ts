/**
 * Brings a new list of rows into the grid at the least cost. Same ids in the same order: rows are replaced in their slots, and of the rows
 * in the document the columns that changed are drawn; sorting and filtering run again only when the changes could move a row. Rows that sorting moves are
 * written into one another's places, and the grid moves nothing, unless the reader has hold of a row. Other ids:
 * the grid is given the new slots, those of rows that stay being the same objects. Where rows are recycled nothing stays: each place
 * of the table is given another row, of which it writes the cells, since making a row takes the grid many times as long.
 */
import type { Column } from './column.ts'
import { type FlashWay, flashWay } from './flash.ts'
import { createNodeId, createSlot, putAt, putRow, type Slot, sortValueOf } from './slot.ts'

/** The part of the grid library that this needs. */
export interface GridHandle<Row> {
  readonly setRows: (slots: readonly Slot<Row>[]) => void
  /** The rows that have cells in the document. */
  readonly shown: () => readonly Slot<Row>[]
  /** Ids of the columns that are shown; of the others nothing is read. */
  readonly shownColumnIds: () => readonly string[]
  readonly refreshCells: (slots: readonly Slot<Row>[], columnIds: readonly string[]) => void
  readonly refreshAllCells: () => void
  /** Marks cells whose price moved. */
  readonly flash: (columnId: string, ways: readonly (readonly [Slot<Row>, FlashWay])[]) => void
  /** Draws whole rows again (their class is not a cell's affair). */
  readonly redrawRows: (slots: readonly Slot<Row>[]) => void
  readonly refilter: () => void
  /** Do the rows stand as the sorted columns ask for? */
  readonly isInOrder: () => boolean
  /** Moves each place with its row. */
  readonly resort: () => void
  /** All places from the top, where rows may change theirs; undefined where a row must keep its own. */
  readonly places: () => readonly Slot<Row>[] | undefined
  /** Indexes of these, which stand as the list has them, as the sorted columns ask for. */
  readonly order: (slots: readonly Slot<Row>[]) => Int32Array
  /** Takes off what cells have on them of the rows that were in their places before, and draws them whole. */
  readonly drawOthers: (slots: readonly Slot<Row>[]) => void
  readonly sortedColumnIds: () => readonly string[]
}

interface Inputs<Row> {
  readonly slots: readonly Slot<Row>[]
  readonly rows: readonly Row[]
  readonly rowId: (row: Row) => string
  readonly columns: readonly Column<Row>[]
  readonly rowTone: ((row: Row) => string | undefined) | undefined
  readonly isFiltered: boolean
  /** The row that is shown elsewhere, which the grid marks. */
  readonly activeId?: string | undefined
  /** Other rows take the places of those before them, instead of places of their own; `paused`: not while the reader has hold of one. */
  readonly recycling?: 'on' | 'paused' | undefined
  readonly grid: GridHandle<Row>
}

interface Drawn<Row> {
  readonly slot: Slot<Row>
  readonly before: Row
}

/** A row in sight, in what was its place. */
interface Seen<Row> extends Drawn<Row> {
  readonly id: string
}

/** What a cell was last drawn of, and in what form: asked of each row once, not again when the next takes its place. */
interface CellInputs {
  readonly row: unknown
  readonly value: unknown
  readonly form: unknown
}
const asked = new WeakMap<object, Map<Column<never>, CellInputs>>()

/** Does the cell show something else than when `before` was in its row? */
function isOther<Row>({ slot, before }: Drawn<Row>, column: Column<Row>): boolean {
  const known = asked.get(slot) ?? new Map<Column<never>, CellInputs>()
  asked.set(slot, known)
  const last = known.get(column)
  const then = last?.row === before ? last : inputsOf(before, column)
  const now = inputsOf(slot.row, column)
  known.set(column, now)
  return then.value !== now.value || then.form !== now.form
}

const inputsOf = <Row>(row: Row, column: Column<Row>): CellInputs => ({ row, value: column.value(row), form: column.form?.(row) })

/** Draws the cells whose value or form is another than before, of the rows in the document. */
function drawChanged<Row>(drawn: readonly Drawn<Row>[], inputs: Inputs<Row>): void {
  const { columns, grid } = inputs
  const changed = drawn.filter(({ slot, before }) => slot.row !== before)
  if (changed.length === 0) return
  const ids = new Set(grid.shownColumnIds())
  const moved = columns.filter(column => {
    if (!ids.has(column.id)) return false
    const differing = changed.filter(each => isOther(each, column))
    flashColumn(differing, column, grid)
    return differing.length > 0
  })
  if (moved.length > 0)
    grid.refreshCells(
      changed.map(({ slot }) => slot),
      moved.map(column => column.id),
    )
  redrawRetoned(changed, inputs)
}

function flashColumn<Row>(drawn: readonly Drawn<Row>[], column: Column<Row>, grid: GridHandle<Row>): void {
  if (column.flashStep === undefined) return
  const ways = drawn.flatMap(({ slot, before }) => {
    const way = flashWay(column, before, slot.row)
    return way === undefined ? [] : [[slot, way] as const]
  })
  if (ways.length > 0) grid.flash(column.id, ways)
}

/** A row's class is not a cell's affair. */
function redrawRetoned<Row>(drawn: readonly Drawn<Row>[], { rowTone, rowId, activeId, grid }: Inputs<Row>): void {
  const isActive = (row: Row): boolean => activeId !== undefined && rowId(row) === activeId
  const retoned = drawn.filter(
    ({ slot, before }) => slot.row !== before && (rowTone?.(before) !== rowTone?.(slot.row) || isActive(before) !== isActive(slot.row)),
  )
  if (retoned.length > 0) grid.redrawRows(retoned.map(({ slot }) => slot))
}

const areSameIds = <Row>({ slots, rows, rowId }: Inputs<Row>): boolean =>
  rows.length === slots.length && rows.every((row, index) => slots[index]?.id === rowId(row))

function inPlace<Row>(inputs: Inputs<Row>): readonly Slot<Row>[] {
  const { slots, rows, columns, isFiltered, grid } = inputs
  const sorted = new Set(grid.sortedColumnIds())
  const sortedBy = columns.filter(column => sorted.has(column.id))
  const drawn = grid.shown().map(slot => ({ slot, before: slot.row, id: slot.id }))
  let changed = false
  let moved = false
  rows.forEach((row, index) => {
    const slot = slots[index]
    if (slot === undefined || slot.row === row) return
    changed = true
    moved ||= sortedBy.some(column => sortValueOf(slot, column) !== column.sortValue(row))
    putRow(slot, row)
  })
  if (!changed) return slots
  const isMoved = moved && !isFiltered && !grid.isInOrder()
  const places = isMoved ? grid.places() : undefined
  if (places?.length === slots.length) return changePlaces(places, drawn, inputs)
  if (isFiltered) grid.refilter()
  else if (isMoved) grid.resort()
  drawChanged(drawn, inputs)
  return slots
}

/** Writes each row into the place where it stands now. */
function changePlaces<Row>(places: readonly Slot<Row>[], seen: readonly Seen<Row>[], inputs: Inputs<Row>): readonly Slot<Row>[] {
  const { slots, rows, rowId, columns, grid } = inputs
  const order = grid.order(slots)
  const next = [...slots]
  for (const [at, slot] of places.entries()) {
    const index = order[at] as number
    const row = rows[index] as Row
    if (slot.index !== index) putAt(slot, rowId(row), row, index)
    next[index] = slot
  }
  const others = seen.filter(({ slot, id }) => slot.id !== id)
  grid.drawOthers(others.map(({ slot }) => slot))
  redrawRetoned(others, inputs)
  drawChanged(
    seen.filter(({ slot, id }) => slot.id === id),
    inputs,
  )
  const before = new Map(seen.map(each => [each.id, each.before]))
  const stillSeen = others.flatMap(({ slot }) => {
    const then = before.get(slot.id)
    return then === undefined ? [] : [{ slot, before: then }]
  })
  for (const column of columns) flashColumn(stillSeen, column, grid)
  return next
}

/** Applies `rows` and gives the slots that hold them. */
export function syncRows<Row>(inputs: Inputs<Row>): readonly Slot<Row>[] {
  const { grid } = inputs
  if (areSameIds(inputs)) return inPlace(inputs)
  const drawn = grid.shown().map(slot => ({ slot, before: slot.row }))
  const next = inputs.recycling === 'on' ? inSamePlaces(inputs) : withTheirRows(inputs)
  grid.setRows(next)
  grid.refreshAllCells()
  redrawRetoned(
    drawn.filter(({ slot }) => next[slot.index] === slot),
    inputs,
  )
  return next
}

/** Each slot goes where its row has gone. */
function withTheirRows<Row>({ slots, rows, rowId, recycling }: Inputs<Row>): readonly Slot<Row>[] {
  const known = new Map(slots.map(slot => [slot.id, slot]))
  const taken = new Set(slots.map(slot => slot.nodeId))
  return rows.map((row, index) => {
    const id = rowId(row)
    const slot = known.get(id) ?? createSlot(id, row, index, recycling === undefined && !taken.has(id) ? id : createNodeId())
    // One id twice would be two rows in one slot: the second gets none of the first.
    known.delete(id)
    putAt(slot, id, row, index)
    return slot
  })
}

/** Each slot stays where it is, whatever row comes there. */
const inSamePlaces = <Row>({ slots, rows, rowId }: Inputs<Row>): readonly Slot<Row>[] =>
  rows.map((row, index) => {
    const id = rowId(row)
    const slot = slots[index] ?? createSlot(id, row, index, createNodeId())
    putAt(slot, id, row, index)
    return slot
  })
