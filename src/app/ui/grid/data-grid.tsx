/**
 * Long flat tables on the grid library, which loads with the first one. Rows are plain values, new with each poll.
 * Trees, ticked rows and tables of a first render use `Table`.
 */
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { Skeleton } from '../controls/waiting.tsx'
import { lazyComponent } from '../lazy-component.tsx'
import { useReady } from '../use-ready.ts'
import { rowsCame } from '../panel/enter-rows.ts'
import type { DataGridProps, GridViewProps } from './data-grid-props.ts'
import styles from './grid.module.css'

const LazyGrid = lazyComponent(async () => (await import('./grid-view.tsx')).GridView<unknown>)
const GridView = LazyGrid as unknown as <Row>(props: GridViewProps<Row>) => ReactNode

export function DataGrid<Row>(props: DataGridProps<Row>): ReactNode {
  const [isDrawn, setDrawn] = useState(false)
  const onDrawn = useCallback(() => setDrawn(true), [])
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isDrawn && frame.current !== null) rowsCame(frame.current)
  }, [isDrawn])
  const isBusy = !isDrawn && props.rows.length > 0
  useReady(isBusy ? false : undefined)
  return (
    <div ref={frame} className={styles.frame} data-testid={props.testId}>
      {isBusy && (
        <div role="grid" aria-label={props.label} aria-busy="true" className={styles.standIn}>
          <Skeleton />
        </div>
      )}
      <GridView {...props} onDrawn={onDrawn} />
    </div>
  )
}
