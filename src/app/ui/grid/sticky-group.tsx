/**
 * Shows the groups of the first visible row, with the innermost one's figures, while their own rows are scrolled away.
 */
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import grid from './grid.module.css'
import styles from './table.module.css'
import { cellStyle, cellText, pinnedClass } from './table-row.tsx'
import type { DrawnColumn } from './use-column-layout.ts'

export function groupsAbove<Row>(rows: readonly Row[], index: number, depthOf: (row: Row) => number): readonly Row[] {
  const row = rows[index]
  const path: Row[] = []
  let depth = row === undefined ? 0 : depthOf(row)
  for (let at = index - 1; at >= 0 && depth > 0; at -= 1) {
    const above = rows[at] as Row
    if (depthOf(above) >= depth) continue
    depth = depthOf(above)
    path.unshift(above)
  }
  return path
}

interface StickyGroupProps<Row> {
  readonly rows: readonly Row[]
  readonly columns: readonly DrawnColumn<Row>[]
  readonly depthOf: (row: Row) => number
  readonly at: number
  readonly hasBoxes: boolean
}

export function StickyGroup<Row>({ rows, columns, depthOf, at, hasBoxes }: StickyGroupProps<Row>): ReactNode {
  if (at === 0) return null
  // It covers one row: the row below is the first visible one.
  const path = groupsAbove(rows, at + 1, depthOf)
  const group = path.at(-1)
  if (group === undefined) return null
  return (
    <div className={styles.sticky} aria-hidden="true">
      {hasBoxes && <div className={cx(styles.cell, styles.pinned)} />}
      {columns.map((each, place) => {
        const { column } = each
        const tone = column.isFigure === true ? column.tone?.(group) : undefined
        return (
          <div
            key={column.id}
            className={cx(
              styles.cell,
              grid[column.align],
              tone !== undefined && grid[tone],
              pinnedClass(each),
              grid.figure,
            )}
            style={cellStyle(columns, place, hasBoxes)}
          >
            {column.tree !== undefined && <b>{path.map(column.text).join(' › ')}</b>}
            {column.isFigure === true && cellText(each, group)}
          </div>
        )
      })}
    </div>
  )
}
