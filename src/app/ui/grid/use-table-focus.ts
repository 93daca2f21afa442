/**
 * The focused cell of a table, now or last: Tab returns to it, and the next row gets the focus if its row is removed.
 */
import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { registerRows } from '../panel/enter-rows.ts'
import type { DrawnColumn } from './use-column-layout.ts'

export const tickColumn = 'tick'
export const headIndex = -1

export interface Cell {
  /** Undefined in the header. */
  readonly rowId: string | undefined
  readonly columnId: string
}

export interface TableFocus {
  readonly columnIds: readonly string[]
  readonly stop: { readonly index: number; readonly columnId: string | undefined }
  readonly focusedId: () => string | undefined
  readonly go: (index: number, columnId: string) => void
  readonly onFocus: (event: FocusEvent) => void
  readonly onBlur: () => void
}

export function cellAt(target: EventTarget | null): Cell | undefined {
  const cell = target instanceof Element ? target.closest('[col-id]') : null
  const columnId = cell?.getAttribute('col-id')
  if (cell === null || columnId === null || columnId === undefined) return undefined
  return { rowId: cell.closest('[row-id]')?.getAttribute('row-id') ?? undefined, columnId }
}

function elementOf(host: HTMLElement | null, { rowId, columnId }: Cell): HTMLElement | undefined {
  const rows = host === null ? [] : [...host.querySelectorAll('[role="row"]')]
  const row = rows.find(each => (each.getAttribute('row-id') ?? undefined) === rowId)
  return [...(row?.querySelectorAll<HTMLElement>('[col-id]') ?? [])].find(
    each => each.getAttribute('col-id') === columnId,
  )
}

interface FocusInputs<Row> {
  readonly rows: readonly Row[]
  readonly rowId: (row: Row) => string
  readonly columns: readonly DrawnColumn<Row>[]
  readonly hasBoxes: boolean
}

export function useTableFocus<Row>(
  host: RefObject<HTMLElement | null>,
  { rows, rowId, columns, hasBoxes }: FocusInputs<Row>,
): TableFocus {
  const [last, setLast] = useState<Cell>()
  const isInside = useRef(false)
  const lastIndex = useRef(0)
  const awaited = useRef<Cell>(undefined)
  const index =
    last === undefined || last.rowId === undefined ? headIndex : rows.findIndex(row => rowId(row) === last.rowId)
  const isGone = last === undefined || (last.rowId !== undefined && index < 0)
  const named = columns.find(({ column }) => column.tree !== undefined)?.column.id ?? columns[0]?.column.id
  const go = (at: number, columnId: string): void => {
    if (at !== headIndex && rows[at] === undefined) return
    const cell = { rowId: at === headIndex ? undefined : rowId(rows[at] as Row), columnId }
    const element = elementOf(host.current, cell)
    if (element !== undefined) return element.focus()
    awaited.current = cell
    flushSync(() => setLast(cell))
  }
  useLayoutEffect(() => {
    if (index >= 0) lastIndex.current = index
    const isLost =
      isGone && last !== undefined && isInside.current && host.current?.contains(document.activeElement) !== true
    if (isLost && rows.length > 0) {
      const beside = rows[Math.min(lastIndex.current, rows.length - 1)] as Row
      awaited.current = { rowId: rowId(beside), columnId: last.columnId }
      setLast(awaited.current)
    }
    const element = awaited.current === undefined ? undefined : elementOf(host.current, awaited.current)
    if (element === undefined) return
    awaited.current = undefined
    element.focus()
  }, [host, index, isGone, last, rows, rowId])
  const enter = useRef<(row: 'first' | 'last') => boolean>(() => false)
  useLayoutEffect(() => {
    enter.current = row => {
      if (rows.length === 0 || named === undefined) return false
      go(row === 'last' ? Math.max(0, index) : 0, named)
      return true
    }
  })
  useEffect(() => {
    const { current } = host
    return current === null ? undefined : registerRows(current, row => enter.current(row))
  }, [host])
  return {
    columnIds: [...(hasBoxes ? [tickColumn] : []), ...columns.map(({ column }) => column.id)],
    stop: isGone ? { index: rows.length === 0 ? headIndex : 0, columnId: named } : { index, columnId: last.columnId },
    focusedId: () =>
      host.current?.contains(document.activeElement) === true ? cellAt(document.activeElement)?.rowId : undefined,
    go,
    onFocus: ({ target }) => {
      isInside.current = true
      const cell = cellAt(target)
      if (cell !== undefined)
        setLast(before => (before?.rowId === cell.rowId && before?.columnId === cell.columnId ? before : cell))
    },
    onBlur: () => {
      isInside.current = false
    },
  }
}
