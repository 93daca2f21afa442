/** The groups that the first row in sight stands in, with the figures of the innermost, over that row while their own are scrolled away. */
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import grid from './grid.module.css'
import styles from './table.module.css'
import { cellStyle, cellText, pinnedClass } from './table-row.tsx'
import type { DrawnColumn } from './use-column-layout.ts'

/** The groups that the row at `index` stands in, the outermost first. */
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
  /** The first row in sight. */
  readonly at: number
  readonly hasBoxes: boolean
}

export function StickyGroup<Row>({ rows, columns, depthOf, at, hasBoxes }: StickyGroupProps<Row>): ReactNode {
  if (at === 0) return null
  // It lies over one row: the one under it is the first in sight.
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
            className={cx(styles.cell, grid[column.align], tone !== undefined && grid[tone], pinnedClass(each), grid.figure)}
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
