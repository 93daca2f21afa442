import type { GridApi } from 'ag-grid-community'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { onTick } from '../use-tick.ts'
import type { DataGridProps } from './data-grid-props.ts'
import { drawTexts } from './cells.tsx'
import { isTextColumn } from './column-defs.ts'
import { flashCells } from './flash.ts'
import { type GridHandle, syncRows } from './row-sync.ts'
import type { Slot } from './slot.ts'

const textIdsOf = <Row>(columns: DataGridProps<Row>['columns']): ReadonlySet<string> =>
  new Set(columns.filter(isTextColumn).map(column => column.id))

function handleOf<Row>(api: GridApi<Slot<Row>>, host: HTMLElement | null, columns: DataGridProps<Row>['columns']): GridHandle<Row> {
  const shown = (): Slot<Row>[] => api.getRenderedNodes().flatMap(({ data }) => (data === undefined ? [] : [data]))
  const texts = textIdsOf(columns)
  const nodes = (ids: readonly string[]) => ids.map(id => api.getRowNode(id)).filter(node => node !== undefined)
  return {
    setRows: slots => api.setGridOption('rowData', slots),
    shown,
    shownColumnIds: () => api.getAllDisplayedColumns().map(column => column.getColId()),
    refreshCells(rowIds, columnIds) {
      const rowNodes = nodes(rowIds)
      drawTexts(
        rowNodes.flatMap(({ data }) => (data === undefined ? [] : [data])),
        columnIds.filter(id => texts.has(id)),
      )
      const components = columnIds.filter(id => !texts.has(id))
      if (components.length > 0) api.refreshCells({ rowNodes, columns: components })
    },
    flash: (columnId, ways) => host !== null && flashCells(host, columnId, ways),
    refreshAllCells() {
      api.refreshCells()
      drawTexts(shown())
    },
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

/** Of the rows in the document. */
function drawColumns<Row>(api: GridApi<Slot<Row>>, columns: DataGridProps<Row>['columns'], ids: readonly string[]): void {
  const handle = handleOf(api, null, columns)
  handle.refreshCells(
    handle.shown().map(slot => slot.id),
    ids,
  )
}

/** Each second for what changes with time alone. */
function useTickingColumns<Row>(api: GridApi<Slot<Row>> | undefined, columns: DataGridProps<Row>['columns']): void {
  useEffect(() => {
    const ticking = columns.filter(column => column.ticking === true).map(column => column.id)
    if (api === undefined || ticking.length === 0) return undefined
    return onTick(() => {
      if (!api.isDestroyed()) drawColumns(api, columns, ticking)
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
  const retained = useRef<{ readonly api: unknown; readonly slots: readonly Slot<Row>[] }>({ api: undefined, slots: [] })
  // Before the screen is painted: the table never shows another poll than the figures beside it.
  useLayoutEffect(() => {
    if (api === undefined || api.isDestroyed()) return
    const slots = retained.current.api === api ? retained.current.slots : first
    const isFiltered = quickFilter !== '' || filter !== undefined
    retained.current = {
      api,
      slots: syncRows({ slots, rows, rowId, columns, rowTone, isFiltered, grid: handleOf(api, host.current, columns) }),
    }
  }, [api, host, first, rows, rowId, columns, rowTone, quickFilter, filter])
  const filtered = useRef({ api, filter })
  useEffect(() => {
    // A grid that is made filters by itself.
    const isReported = filtered.current.api !== api || filtered.current.filter === filter
    filtered.current = { api, filter }
    if (!isReported && api !== undefined && !api.isDestroyed()) api.onFilterChanged()
  }, [api, filter])
  useActiveRow(api, activeId)
  useTickingColumns(api, columns)
}
