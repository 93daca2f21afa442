import type { GridApi, IRowNode } from 'ag-grid-community'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { onTick } from '../use-tick.ts'
import type { DataGridProps } from './data-grid-props.ts'
import { cellOf, drawTexts } from './cells.tsx'
import { isSorted } from './column-state.ts'
import { isTextColumn } from './column-defs.ts'
import { forgetTips } from './cell-tips.ts'
import { endFlashes, flashCells } from './flash.ts'
import { type FilledGrid, type RowFill, createRowFill } from './row-fill.ts'
import { type GridHandle, syncRows } from './row-sync.ts'
import { areInOrder, sortedColumns, sortedOrder } from './row-order.ts'
import type { Slot } from './slot.ts'

const textIdsOf = <Row>(columns: DataGridProps<Row>['columns']): ReadonlySet<string> =>
  new Set(columns.filter(isTextColumn).map(column => column.id))

const nodesOf = <Row>(api: GridApi<Slot<Row>>, slots: readonly Slot<Row>[]): IRowNode<Slot<Row>>[] =>
  slots.map(slot => api.getRowNode(slot.nodeId)).filter(node => node !== undefined)

function handleOf<Row>(
  api: GridApi<Slot<Row>>,
  columns: DataGridProps<Row>['columns'],
  host: HTMLElement | null,
  depthOf?: DataGridProps<Row>['depthOf'],
): Omit<GridHandle<Row>, 'setRows'> {
  const slotAt = (index: number): Slot<Row> | undefined => api.getDisplayedRowAtIndex(index)?.data
  const shown = (): Slot<Row>[] => api.getRenderedNodes().flatMap(({ data }) => (data === undefined ? [] : [data]))
  const texts = textIdsOf(columns)
  const refreshComponents = (columnIds: readonly string[], rowNodes?: IRowNode<Slot<Row>>[]): void => {
    const components = columnIds.filter(id => !texts.has(id))
    if (components.length > 0) api.refreshCells({ columns: components, ...(rowNodes && { rowNodes }) })
  }
  const isHeld = (): boolean => isRowHeld(host) || api.getSelectedNodes().length > 0
  const shownColumnIds = () => api.getAllDisplayedColumns().map(column => column.getColId())
  return {
    shown,
    shownColumnIds,
    refreshCells(slots, columnIds) {
      const rowNodes = nodesOf(api, slots)
      drawTexts(
        rowNodes.flatMap(({ data }) => (data === undefined ? [] : [data])),
        columnIds.filter(id => texts.has(id)),
      )
      refreshComponents(columnIds, rowNodes)
    },
    flash: (columnId, ways) =>
      flashCells(
        ways.flatMap(([slot, way]) => {
          const cell = cellOf(slot, columnId)
          return cell === undefined ? [] : [[cell, way] as const]
        }),
      ),
    refreshAllCells() {
      refreshComponents(shownColumnIds())
      drawTexts(shown())
    },
    redrawRows: slots => api.redrawRows({ rowNodes: nodesOf(api, slots) }),
    refilter: () => api.refreshClientSideRowModel('filter'),
    isInOrder: () => areInOrder(slotAt, api.getDisplayedRowCount(), sortedColumns(api, columns), depthOf),
    resort: () => api.refreshClientSideRowModel('sort'),
    places: () => (isHeld() ? undefined : placesOf(api)),
    order: slots => sortedOrder(slots, sortedColumns(api, columns), depthOf),
    drawOthers(slots) {
      if (host !== null) forgetOthers(host)
      drawTexts(slots)
      refreshComponents(shownColumnIds(), nodesOf(api, slots))
    },
    sortedColumnIds: () => sortedColumns(api, columns).map(({ column }) => column.id),
  }
}

/** The places of all rows from the top; undefined where some cannot be ticked, which the grid knows of a place and not of its row. */
function placesOf<Row>(api: GridApi<Slot<Row>>): Slot<Row>[] | undefined {
  const places: Slot<Row>[] = []
  for (let at = 0; at < api.getDisplayedRowCount(); at += 1) {
    const node = api.getDisplayedRowAtIndex(at)
    if (node?.data === undefined || !node.selectable) return undefined
    places.push(node.data)
  }
  return places
}

/** A row that has the focus or a press on it keeps its place: nothing else comes under the reader's hand. */
function isRowHeld(host: HTMLElement | null): boolean {
  const { activeElement } = document
  const isFocused = host?.contains(activeElement) === true && activeElement?.closest('[row-id]') !== null
  return isFocused || host?.querySelector('[row-id]:active') !== null
}

/** Of the rows in the document. */
function drawColumns<Row>(api: GridApi<Slot<Row>>, columns: DataGridProps<Row>['columns'], ids: readonly string[]): void {
  const handle = handleOf(api, columns, null)
  handle.refreshCells(handle.shown(), ids)
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
      const node = api.isDestroyed() ? undefined : api.getRenderedNodes().find(({ data }) => data?.id === activeId)
      if (node !== undefined) api.redrawRows({ rowNodes: [node] })
    }
    redraw()
    // After the next drawing has made another row the active one.
    return () => queueMicrotask(redraw)
  }, [api, activeId])
}

interface Filled<Row> {
  readonly api: unknown
  readonly slots: readonly Slot<Row>[]
  readonly fill: RowFill<Slot<Row>>
}

const isNarrowed = <Row>({ quickFilter = '', filter }: Pick<DataGridProps<Row>, 'quickFilter' | 'filter'>): boolean =>
  quickFilter !== '' || filter !== undefined

/** Ticks and filters are of all rows: a grid that has them is never given a part. */
export const isGivenWhole = <Row>({ onSelectionChange, depthOf, filter, quickFilter = '' }: DataGridProps<Row>): boolean =>
  onSelectionChange !== undefined || depthOf !== undefined || filter !== undefined || quickFilter !== ''

function fillOf<Row>(api: GridApi<Slot<Row>>, waiting: readonly Slot<Row>[], isWhole: () => boolean): RowFill<Slot<Row>> {
  const grid: FilledGrid<Slot<Row>> = {
    put: slots => api.setGridOption('rowData', slots),
    add: slots => {
      if (!api.isDestroyed()) api.applyTransaction({ add: slots })
    },
    above: () => Math.max(0, api.getFirstDisplayedRowIndex()),
    isWhole: () => isWhole() || api.getColumnState().some(isSorted),
  }
  return createRowFill(grid, waiting)
}

/** A row that has the focus, as one does that is pressed, keeps its place: nothing else comes under the reader's hand. */
function recyclingOf<Row>({ isRecycled }: DataGridProps<Row>, host: HTMLElement | null): 'on' | 'paused' | undefined {
  if (isRecycled !== true) return undefined
  return host?.contains(document.activeElement) === true ? 'paused' : 'on'
}

/** What cells have on them of the rows that were in their places before. */
function forgetOthers(host: HTMLElement): void {
  endFlashes(host)
  forgetTips(host)
}

export interface GridRows {
  /** Makes sure that the grid has them all. */
  readonly finish: () => void
}

/** Keeps the grid's rows as the props say, and as they are drawn before the props say so. */
export function useGridRows<Row>(
  api: GridApi<Slot<Row>> | undefined,
  host: RefObject<HTMLElement | null>,
  /** Of the rows at first, and how many of them the grid was made with. */
  first: readonly Slot<Row>[],
  given: number,
  props: DataGridProps<Row>,
): GridRows {
  const { rows, rowId, columns, rowTone, depthOf, quickFilter = '', filter, activeId } = props
  const retained = useRef<Filled<Row>>(undefined)
  const latest = useRef(props)
  useLayoutEffect(() => {
    latest.current = props
  })
  // Before the screen is painted: the table never shows another poll than the figures beside it.
  useLayoutEffect(() => {
    if (api === undefined || api.isDestroyed()) return
    const before: Filled<Row> =
      retained.current?.api === api
        ? retained.current
        : { api, slots: first, fill: fillOf(api, first.slice(given), () => isGivenWhole(latest.current)) }
    const isFiltered = isNarrowed({ quickFilter, filter })
    const recycling = recyclingOf(latest.current, host.current)
    const setRows = (next: readonly Slot<Row>[]): void => {
      before.fill.setRows(next)
      if (recycling === 'on' && host.current !== null) forgetOthers(host.current)
    }
    const grid: GridHandle<Row> = { ...handleOf(api, columns, host.current, depthOf), setRows }
    const { activeId } = latest.current
    const inputs = { slots: before.slots, rows, rowId, columns, rowTone, activeId, isFiltered, recycling, grid }
    retained.current = { ...before, slots: syncRows(inputs) }
  }, [api, host, first, given, rows, rowId, columns, rowTone, depthOf, quickFilter, filter])
  useEffect(() => () => retained.current?.fill.stop(), [])
  const filtered = useRef({ api, filter })
  useEffect(() => {
    // A grid that is made filters by itself.
    const isReported = filtered.current.api !== api || filtered.current.filter === filter
    filtered.current = { api, filter }
    if (!isReported && api !== undefined && !api.isDestroyed()) api.onFilterChanged()
  }, [api, filter])
  useActiveRow(api, activeId)
  useTickingColumns(api, columns)
  const finish = useCallback(() => retained.current?.fill.finish(), [])
  return useMemo(() => ({ finish }), [finish])
}
