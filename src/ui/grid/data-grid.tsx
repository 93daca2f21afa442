/**
 * Tables of many rows that change often. Rows are immutable values with stable references for what did not change; while the ids keep
 * their order, a new list of rows changes cells in place and nothing else is drawn. The grid library comes with the first table shown; until it has drawn them, the rows in view stand in a light table of the same look.
 */
import type { DataGridProps, GridViewProps } from './data-grid-props.ts'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { deferred } from '../deferred.tsx'
import { cx } from '../cx.ts'
import styles from './grid.module.css'
import { rowsCame } from '../panel/enter-rows.ts'
import { LightRows } from './light-rows.tsx'

const grid = deferred(async () => (await import('./grid-view.tsx')).GridView<unknown>, null)
// A component that comes later forgets that its rows have a type of their own at each use.
const GridView = grid.Component as unknown as <Row>(props: GridViewProps<Row>) => ReactNode

/** Starts fetching the grid library before the first table is drawn. */
export const preloadGrid = grid.preload

export function DataGrid<Row>(props: DataGridProps<Row>): ReactNode {
  const { testId, height = 'fill', rows } = props
  const [isDrawn, setDrawn] = useState(false)
  const onDrawn = useCallback(() => setDrawn(true), [])
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isDrawn && frame.current !== null) rowsCame(frame.current)
  }, [isDrawn])
  const isPreparing = !isDrawn && rows.length > 0
  const isFilling = height === 'fill' && styles.fill
  // One table at a time for whoever looks for it, by eye or not.
  return (
    <div ref={frame} className={cx(styles.frame, isFilling)}>
      {isPreparing && (
        <div className={cx(height === 'fill' && styles.standIn)} data-testid={testId}>
          <LightRows {...props} />
        </div>
      )}
      <div
        className={cx(isFilling, isPreparing && styles.preparing)}
        data-testid={isPreparing ? undefined : testId}
        aria-hidden={isPreparing || undefined}
        inert={isPreparing}
      >
        <GridView {...props} onDrawn={onDrawn} />
      </div>
    </div>
  )
}
