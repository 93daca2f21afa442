/** The groups that the rows in sight stand in, with the figures of the innermost, over the first of them while their own rows are scrolled away. */
import type { GridApi } from 'ag-grid-community'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { withinCell } from '../format/within-cell.ts'
import type { Column } from './column.ts'
import styles from './grid.module.css'

interface StickyGroupsProps<Row> {
  readonly api: GridApi<Row>
  readonly columns: readonly Column<Row>[]
  /** How far the rows are scrolled, in px. */
  readonly topPx: number
  /** And the columns. */
  readonly leftPx: number
  readonly rowHeight: number
  readonly depthOf: (row: Row) => number
  readonly textOf: (row: Row) => string
}

/** The groups that the row at `index` stands in, the outermost first. */
export function groupsAbove<Row>(rowAt: (index: number) => Row | undefined, index: number, depthOf: (row: Row) => number): readonly Row[] {
  const row = rowAt(index)
  const path: Row[] = []
  let depth = row === undefined ? 0 : depthOf(row)
  for (let at = index - 1; at >= 0 && depth > 0; at -= 1) {
    const above = rowAt(at)
    if (above === undefined || depthOf(above) >= depth) continue
    depth = depthOf(above)
    path.unshift(above)
  }
  return path
}

interface StickyFigure {
  readonly id: string
  readonly text: string
  readonly tone: string | undefined
  readonly leftPx: number
  readonly widthPx: number
}

/** The figures of a group where its columns stand, without those that are scrolled under the fixed ones. */
function figuresOf<Row>(
  api: GridApi<Row>,
  columns: readonly Column<Row>[],
  group: Row,
  fixedPx: number,
  scrolledPx: number,
): readonly StickyFigure[] {
  return api.getDisplayedCenterColumns().flatMap((drawn): StickyFigure[] => {
    const column = columns.find(each => each.id === drawn.getColId())
    const leftPx = fixedPx + (drawn.getLeft() ?? 0) - scrolledPx
    if (column?.isFigure !== true || leftPx < fixedPx) return []
    const [widthPx, tone] = [drawn.getActualWidth(), column.tone?.(group)]
    return [
      {
        id: column.id,
        text: withinCell(column.text(group), widthPx),
        tone: tone === undefined ? undefined : styles[tone],
        leftPx,
        widthPx,
      },
    ]
  })
}

export function StickyGroups<Row>({
  api,
  columns,
  topPx,
  leftPx: scrolledPx,
  rowHeight,
  depthOf,
  textOf,
}: StickyGroupsProps<Row>): ReactNode {
  if (topPx <= 0 || api.isDestroyed()) return null
  // The bar lies over one row: the one under it is the first in sight.
  const path = groupsAbove(at => api.getDisplayedRowAtIndex(at)?.data, Math.ceil(topPx / rowHeight) + 1, depthOf)
  const group = path.at(-1)
  if (group === undefined) return null
  const fixedPx = api.getDisplayedLeftColumns().reduce((sum, column) => sum + column.getActualWidth(), 0)
  return (
    <div className={styles.sticky} style={{ top: rowHeight, height: rowHeight }} aria-hidden="true">
      <span className={styles.stickyPath} style={{ width: fixedPx }}>
        {path.map(textOf).join(' › ')}
      </span>
      {figuresOf(api, columns, group, fixedPx, scrolledPx).map(({ id, text, tone, leftPx, widthPx }) => (
        <span key={id} className={cx(styles.stickyFigure, tone)} style={{ left: leftPx, width: widthPx }}>
          {text}
        </span>
      ))}
    </div>
  )
}
