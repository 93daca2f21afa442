import type { GridApi } from 'ag-grid-community'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { onTick } from '../use-tick.ts'
import type { DataGridProps } from './data-grid.tsx'
import { flashCells } from './flash.ts'
import { type GridFace, syncRows } from './row-sync.ts'
import type { Slot } from './slot.ts'

function faceOf<Row>(api: GridApi<Slot<Row>>, host: HTMLElement | null): GridFace<Row> {
  const nodes = (ids: readonly string[]) => ids.map(id => api.getRowNode(id)).filter(node => node !== undefined)
  return {
    setRows: slots => api.setGridOption('rowData', slots),
    shown: () => api.getRenderedNodes().flatMap(({ data }) => (data === undefined ? [] : [data])),
    shownColumnIds: () => api.getAllDisplayedColumns().map(column => column.getColId()),
    refreshCells: (rowIds, columns) => api.refreshCells({ rowNodes: nodes(rowIds), columns: [...columns] }),
    flash: (columnId, ways) => host !== null && flashCells(host, columnId, ways),
    refreshAllCells: () => api.refreshCells(),
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

/** Draws the row that has become the active one, and the one that was. */
function useActiveRow<Row>(api: GridApi<Slot<Row>> | undefined, activeId: string | undefined): void {
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

/** Keeps the grid's rows as the props say. */
export function useGridRows<Row>(
  api: GridApi<Slot<Row>> | undefined,
  host: RefObject<HTMLElement | null>,
  /** Of the rows that the grid was made with. */
  first: readonly Slot<Row>[],
  props: DataGridProps<Row>,
): void {
  const { rows, rowId, columns, rowTone, quickFilter = '', filter, activeId } = props
  const held = useRef<{ readonly api: unknown; readonly slots: readonly Slot<Row>[] }>({ api: undefined, slots: [] })
  // Before the screen is painted: the table never shows another poll than the figures beside it.
  useLayoutEffect(() => {
    if (api === undefined || api.isDestroyed()) return
    const slots = held.current.api === api ? held.current.slots : first
    const isFiltered = quickFilter !== '' || filter !== undefined
    held.current = { api, slots: syncRows({ slots, rows, rowId, columns, rowTone, isFiltered, grid: faceOf(api, host.current) }) }
  }, [api, host, first, rows, rowId, columns, rowTone, quickFilter, filter])
  const filtered = useRef({ api, filter })
  useEffect(() => {
    // A grid that is made filters by itself.
    const isTold = filtered.current.api !== api || filtered.current.filter === filter
    filtered.current = { api, filter }
    if (!isTold && api !== undefined && !api.isDestroyed()) api.onFilterChanged()
  }, [api, filter])
  useActiveRow(api, activeId)
  useTickingColumns(api, columns)
}
