import type { KeyboardEvent } from 'react'
import { copyText } from '../controls/copy-text.ts'
import type { TableProps } from './data-grid-props.ts'
import type { ColumnLayout } from './use-column-layout.ts'
import { cellAt, headIndex, type TableFocus, tickColumn } from './use-table-focus.ts'
import type { TableTicks } from './use-table-ticks.ts'
import { tabbedText } from '../../../core/domain/csv.ts'
import type { ViewTable } from './view-table.ts'

interface TableState<Row> {
  readonly props: TableProps<Row>
  readonly layout: ColumnLayout<Row>
  readonly focus: TableFocus
  readonly ticks: TableTicks | undefined
  readonly tableOf: (ids: ReadonlySet<string>) => ViewTable
  readonly pageRows: number
}

interface At {
  readonly rowId: string | undefined
  readonly columnId: string
  readonly index: number
}

const stepPx = 10

export function takeTableKey<Row>(event: KeyboardEvent, state: TableState<Row>): void {
  const cell = cellAt(event.target)
  if (cell === undefined || event.defaultPrevented) return
  const { rows } = state.layout
  const index = cell.rowId === undefined ? headIndex : rows.findIndex(row => state.props.rowId(row) === cell.rowId)
  const at = { ...cell, index }
  const isTaken =
    cell.rowId === undefined
      ? takeHeadKey(event, state, at) || goByKey(event, state, at)
      : index >= 0 && takeCellKey(event, state, at)
  if (isTaken) event.preventDefault()
}

function goByKey<Row>(
  event: KeyboardEvent,
  { layout, focus, pageRows }: TableState<Row>,
  { index, columnId }: At,
): boolean {
  if (event.altKey || event.shiftKey) return false
  const isFar = event.ctrlKey || event.metaKey
  const lastRow = layout.rows.length - 1
  const { columnIds } = focus
  const column = columnIds.indexOf(columnId)
  const toRow = (to: number): true => {
    focus.go(Math.min(lastRow, to), columnId)
    return true
  }
  const toColumn = (to: number): true => {
    focus.go(index, columnIds[Math.max(0, Math.min(columnIds.length - 1, to))] ?? columnId)
    return true
  }
  switch (event.key) {
    case 'ArrowDown':
      return toRow(isFar ? lastRow : index + 1)
    case 'ArrowUp':
      return toRow(isFar ? 0 : Math.max(headIndex, index - 1))
    case 'ArrowRight':
      return toColumn(isFar ? columnIds.length : column + 1)
    case 'ArrowLeft':
      return toColumn(isFar ? 0 : column - 1)
    case 'PageDown':
      return toRow(index + pageRows)
    case 'PageUp':
      return toRow(Math.max(0, index - pageRows))
    case 'Home':
      return toRow(0)
    case 'End':
      return toRow(lastRow)
    default:
      return false
  }
}

/** Enter sorts, Alt and arrow resizes, Shift and arrow moves; Space ticks all. */
function takeHeadKey<Row>(event: KeyboardEvent, { layout, ticks }: TableState<Row>, { columnId }: At): boolean {
  if (columnId === tickColumn) {
    if (event.key !== ' ' || ticks === undefined) return false
    ticks.tickAll(ticks.all !== 'all')
    return true
  }
  const at = layout.drawn.findIndex(({ column }) => column.id === columnId)
  const drawn = layout.drawn[at]
  if (drawn === undefined) return false
  if (event.key === 'Enter') {
    if (drawn.column.sortable) layout.sortBy(columnId, event.shiftKey)
    return true
  }
  const way = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (way === 0 || event.altKey === event.shiftKey) return false
  const beside = layout.drawn[at + way]
  if (event.altKey) layout.resize(columnId, drawn.widthPx + way * stepPx)
  else if (beside !== undefined) layout.move(columnId, beside.column.id)
  return true
}

function takeCellKey<Row>(event: KeyboardEvent, state: TableState<Row>, at: At): boolean {
  const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event
  const { layout, ticks, tableOf, props } = state
  const row = layout.rows[at.index] as Row
  const id = at.rowId ?? ''
  const hasCommand = ctrlKey || metaKey
  if (hasCommand && !shiftKey && !altKey && key.toLowerCase() === 'c') {
    copyRows(tabbedText(tableOf(ticks !== undefined && ticks.now().size > 0 ? ticks.now() : new Set([id]))))
    return false
  }
  if (hasCommand && !shiftKey && !altKey && key.toLowerCase() === 'a' && ticks !== undefined) {
    ticks.tickAll(true)
    return true
  }
  if (hasCommand || altKey) return goByKey(event, state, at)
  const isOnCell = target instanceof HTMLElement && target.getAttribute('col-id') === at.columnId
  if (takeTreeKey(key, row, at.columnId, props) || props.onCellKey?.(key, row, at.columnId) === true) return true
  if (key === ' ' && isOnCell) {
    if (props.canTick?.(row) !== false) ticks?.toggle(id, shiftKey)
    return true
  }
  if (key === 'Enter' && isOnCell) {
    // Enter on a cell with a control moves the focus to the control.
    const control = target.querySelector<HTMLElement>('button:not([aria-expanded]), a, input')
    if (control !== null) control.focus()
    else props.onRowClick?.(row)
    return true
  }
  return goByKey(event, state, at)
}

function takeTreeKey<Row>(key: string, row: Row, columnId: string, { columns, onRowClick }: TableProps<Row>): boolean {
  const tree = columns.find(({ id }) => id === columnId)?.tree
  const isOpen = tree?.isOpen(row)
  const keys = [isOpen === true ? 'ArrowLeft' : 'ArrowRight', ...(onRowClick === undefined ? ['Enter'] : [])]
  if (tree === undefined || isOpen === undefined || !keys.includes(key)) return false
  tree.toggle(row)
  return true
}

function copyRows(text: string): void {
  if ((globalThis.getSelection()?.toString() ?? '') === '') void copyText(text)
}
