/**
 * The cell that opens and closes a row of a tree (`tree-content.tsx`). On its cell Enter opens or closes,
 * arrow right opens, arrow left closes.
 */
import type { SuppressKeyboardEventParams } from 'ag-grid-community'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import type { Column, TreeColumn } from './column.ts'
import type { DrawCell } from './cells.tsx'
import { TreeContent } from './tree-content.tsx'

interface TreeCellProps<Row> {
  readonly row: Row
  readonly text: string
  readonly tree: TreeColumn<Row>
}

function TreeCell<Row>({ row, text, tree }: TreeCellProps<Row>): ReactNode {
  const cell = useRef<HTMLSpanElement>(null)
  const isOpen = tree.isOpen(row)
  const level = tree.depth(row) + 1
  // The row is the grid library's, which knows nothing of our tree.
  useLayoutEffect(() => {
    const place = cell.current?.closest('[role="row"]')
    place?.setAttribute('aria-level', String(level))
    if (isOpen === undefined) place?.removeAttribute('aria-expanded')
    else place?.setAttribute('aria-expanded', String(isOpen))
  }, [level, isOpen])
  return <TreeContent ref={cell} row={row} text={text} tree={tree} />
}

export const drawTreeCell =
  <Row,>({ text }: Column<Row>, tree: TreeColumn<Row>): DrawCell<Row> =>
  row => <TreeCell row={row} text={text(row)} tree={tree} />

/** Takes the keys that open and close; true when the grid is to do nothing. */
export function takeTreeKey<Row>({ event, data }: SuppressKeyboardEventParams<Row>, tree: TreeColumn<Row>): boolean {
  const isOpen = data === undefined ? undefined : tree.isOpen(data)
  if (data === undefined || isOpen === undefined || event.ctrlKey || event.metaKey || event.altKey) return false
  const does = event.key === 'Enter' || event.key === (isOpen ? 'ArrowLeft' : 'ArrowRight')
  if (does && event.type === 'keydown') {
    event.preventDefault()
    tree.toggle(data)
  }
  return does
}
