import type { GridApi, RowClassParams } from 'ag-grid-community'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { cx } from '../cx.ts'
import { onTick } from '../use-tick.ts'
import { createSlot, type Slot } from './slot.ts'
import type { DataGridProps } from './data-grid.tsx'
import styles from './grid.module.css'
import { type GridFace, syncRows } from './row-sync.ts'

const toneClasses = { muted: styles.rowMuted, warning: styles.rowWarning }

function faceOf<Row>(api: GridApi<Slot<Row>>): GridFace<Row> {
  const nodes = (ids: readonly string[]) => ids.map(id => api.getRowNode(id)).filter(node => node !== undefined)
  return {
    setRows: slots => api.setGridOption('rowData', slots),
    refreshCells: () => api.refreshCells(),
    redrawRows: ids => api.redrawRows({ rowNodes: nodes(ids) }),
    refilter: () => api.refreshClientSideRowModel('filter'),
    resort: () => api.refreshClientSideRowModel('sort'),
    sortedColumnIds: () =>
      api
        .getColumnState()
        .filter(state => state.sort === 'asc' || state.sort === 'desc')
        .map(state => state.colId),
  }
}

/** Each second for what changes with time alone. */
function useTickingColumns<Row>(api: GridApi<Slot<Row>> | undefined, columns: DataGridProps<Row>['columns']): void {
  useEffect(() => {
    const ticking = columns.filter(column => column.ticking === true).map(column => column.id)
    if (api === undefined || ticking.length === 0) return undefined
    return onTick(() => {
      if (!api.isDestroyed()) api.refreshCells({ columns: ticking })
    })
  }, [api, columns])
}

/** Keeps the grid's rows and their classes as the props say; `slots` are those of the first drawing. */
export function useGridRows<Row>(api: GridApi<Slot<Row>> | undefined, props: DataGridProps<Row>) {
  const { rows, rowId, columns, rowTone, quickFilter = '', filter, activeId } = props
  const [slots] = useState<Slot<Row>[]>(() => rows.map(row => createSlot(rowId(row), row)))
  const held = useRef<readonly Slot<Row>[]>(slots)
  const latest = useRef({ rowTone, activeId })
  useLayoutEffect(() => {
    latest.current = { rowTone, activeId }
  })
  // Before the screen is painted: the table never shows another poll than the figures beside it.
  useLayoutEffect(() => {
    if (api === undefined || api.isDestroyed()) return
    held.current = syncRows({
      slots: held.current,
      rows,
      rowId,
      columns,
      rowTone,
      isFiltered: quickFilter !== '' || filter !== undefined,
      grid: faceOf(api),
    })
  }, [api, rows, rowId, columns, rowTone, quickFilter, filter])
  useEffect(() => {
    if (api !== undefined && !api.isDestroyed()) api.onFilterChanged()
  }, [api, filter])
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
  useTickingColumns(api, columns)
  const [rowClass] = useState(() => ({ data }: RowClassParams<Slot<Row>>): string => {
    const tone = data === undefined ? undefined : latest.current.rowTone?.(data.row)
    return cx(tone !== undefined && toneClasses[tone], data !== undefined && data.id === latest.current.activeId && styles.rowActive)
  })
  return { slots, rowClass }
}
