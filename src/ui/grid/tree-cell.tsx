/**
 * The cell that opens and closes a row of a tree: indentation, a button, the text and a quieter note. On its cell Enter opens or closes,
 * arrow right opens, arrow left closes.
 */
import type { SuppressKeyboardEventParams } from 'ag-grid-community'
import type { CustomCellRendererProps } from 'ag-grid-react'
import { type ComponentType, useLayoutEffect, useRef } from 'react'
import type { Column, TreeColumn } from './column.ts'
import styles from './grid.module.css'
import type { Slot } from './slot.ts'

const indentPx = 14

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
    const { row } = data
    return (
      <span ref={cell} className={styles.tree} data-leaf={isOpen === undefined} style={{ paddingInlineStart: tree.depth(row) * indentPx }}>
        {isOpen !== undefined && (
          <button
            type="button"
            className={styles.treeButton}
            tabIndex={-1}
            aria-expanded={isOpen}
            aria-label={`${isOpen ? 'Collapse' : 'Expand'} ${text(row)}`}
            onClick={() => tree.toggle(data.row)}
          />
        )}
        <span className={styles.treeLabel}>{text(row)}</span>
        <span className={styles.treeNote}>{tree.note(row)}</span>
      </span>
    )
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
