/** What the grid library does not follow by itself: rows before the next picture, time, the active row. */
import type { GridApi } from 'ag-grid-community'
import { useEffect, useLayoutEffect } from 'react'
import { onTick } from '../use-tick.ts'
import type { DataGridProps } from './data-grid-props.ts'

export function useFollowed<Row>(api: GridApi<Row> | undefined, { rows, columns, activeId }: DataGridProps<Row>): void {
  // Before the screen is painted: the table never shows another poll than the figures beside it.
  useLayoutEffect(() => {
    if (api !== undefined && !api.isDestroyed()) api.setGridOption('rowData', rows as Row[])
  }, [api, rows])
  useEffect(() => {
    const ticking = columns.filter(column => column.ticking === true).map(column => column.id)
    if (api === undefined || ticking.length === 0) return undefined
    return onTick(() => {
      if (!api.isDestroyed()) api.refreshCells({ columns: ticking, force: true, suppressFlash: true })
    })
  }, [api, columns])
  useEffect(() => {
    if (api === undefined || activeId === undefined) return undefined
    const redraw = (): void => {
      const node = api.isDestroyed() ? undefined : api.getRowNode(activeId)
      if (node !== undefined) api.redrawRows({ rowNodes: [node] })
    }
    redraw()
    // After the next drawing has made another row the active one.
    return () => queueMicrotask(redraw)
  }, [api, activeId])
}
