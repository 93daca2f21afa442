/**
 * The cell that opens and closes a row of a tree (`tree-content.tsx`). On its cell Enter opens or closes,
 * arrow right opens, arrow left closes.
 */
import type { SuppressKeyboardEventParams } from 'ag-grid-community'
import type { CustomCellRendererProps } from 'ag-grid-react'
import { type ComponentType, useLayoutEffect, useRef } from 'react'
import type { Column, TreeColumn } from './column.ts'
import type { Slot } from './slot.ts'
import { TreeContent } from './tree-content.tsx'

/** A component of the grid's cells. */
export function treeCell<Row>({ text }: Column<Row>, tree: TreeColumn<Row>): ComponentType<CustomCellRendererProps<Slot<Row>>> {
  return function TreeCell({ data }) {
    const cell = useRef<HTMLSpanElement>(null)
    const isOpen = data === undefined ? undefined : tree.isOpen(data.row)
    const level = data === undefined ? 1 : tree.depth(data.row) + 1
    // The row is the grid library's, which knows nothing of our tree.
    useLayoutEffect(() => {
      const row = cell.current?.closest('[role="row"]')
      row?.setAttribute('aria-level', String(level))
      if (isOpen === undefined) row?.removeAttribute('aria-expanded')
      else row?.setAttribute('aria-expanded', String(isOpen))
    }, [level, isOpen])
    if (data === undefined) return null
    return <TreeContent ref={cell} row={data.row} text={text(data.row)} tree={tree} />
  }
}

/** Takes the keys that open and close; true when the grid is to do nothing. */
export function takeTreeKey<Row>({ event, data }: SuppressKeyboardEventParams<Slot<Row>>, tree: TreeColumn<Row>): boolean {
  const isOpen = data === undefined ? undefined : tree.isOpen(data.row)
  if (data === undefined || isOpen === undefined || event.ctrlKey || event.metaKey || event.altKey) return false
  const does = event.key === 'Enter' || event.key === (isOpen ? 'ArrowLeft' : 'ArrowRight')
  if (does && event.type === 'keydown') {
    event.preventDefault()
    tree.toggle(data.row)
  }
  return does
}
