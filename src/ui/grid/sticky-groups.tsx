/** The groups that the rows in sight stand in, over the first of them while their own rows are scrolled away. */
import type { GridApi } from 'ag-grid-community'
import type { ReactNode } from 'react'
import styles from './grid.module.css'
import type { Slot } from './slot.ts'

interface StickyGroupsProps<Row> {
  readonly api: GridApi<Slot<Row>>
  /** How far the rows are scrolled, in px. */
  readonly topPx: number
  readonly rowHeight: number
  readonly depthOf: (row: Row) => number
  readonly textOf: (row: Row) => string
}

/** Texts of the groups that the row at `index` stands in, the outermost first. */
export function groupsAbove<Row>(
  rowAt: (index: number) => Row | undefined,
  index: number,
  depthOf: (row: Row) => number,
  textOf: (row: Row) => string,
): readonly string[] {
  const row = rowAt(index)
  const path: string[] = []
  let depth = row === undefined ? 0 : depthOf(row)
  for (let at = index - 1; at >= 0 && depth > 0; at -= 1) {
    const above = rowAt(at)
    if (above === undefined || depthOf(above) >= depth) continue
    depth = depthOf(above)
    path.unshift(textOf(above))
  }
  return path
}

export function StickyGroups<Row>({ api, topPx, rowHeight, depthOf, textOf }: StickyGroupsProps<Row>): ReactNode {
  if (topPx <= 0 || api.isDestroyed()) return null
  // The bar lies over one row: the one under it is the first in sight.
  const path = groupsAbove(at => api.getDisplayedRowAtIndex(at)?.data?.row, Math.ceil(topPx / rowHeight) + 1, depthOf, textOf)
  if (path.length === 0) return null
  return (
    <div className={styles.sticky} style={{ top: rowHeight, height: rowHeight }} aria-hidden="true">
      {path.join(' › ')}
    </div>
  )
}
