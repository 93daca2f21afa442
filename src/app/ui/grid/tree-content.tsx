/** Content of a tree cell: indentation, toggle button, text and a quiet note. */
import type { CSSProperties, ReactNode } from 'react'
import type { TreeColumn } from './column.ts'
import styles from './grid.module.css'

interface TreeContentProps<Row> {
  readonly row: Row
  readonly text: string
  readonly tree: TreeColumn<Row>
  readonly children?: ReactNode
}

export function TreeContent<Row>({ row, text, tree, children }: TreeContentProps<Row>): ReactNode {
  const isOpen = tree.isOpen(row)
  const isFlat = tree.isFlat === true
  const style: CSSProperties & Record<'--depth', string> = { '--depth': isFlat ? '0' : String(tree.depth(row)) }
  return (
    <span className={styles.tree} data-leaf={isOpen === undefined && !isFlat} style={style}>
      {isOpen !== undefined && (
        <button
          type="button"
          className={styles.treeButton}
          tabIndex={-1}
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Collapse' : 'Expand'} ${text}`}
          onClick={() => tree.toggle(row)}
        />
      )}
      <span className={styles.treeLabel}>{children ?? text}</span>
      <span className={styles.treeNote}>{tree.note(row)}</span>
    </span>
  )
}
