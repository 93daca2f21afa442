/** The grid itself: made once by the grid library, then told what has changed. With its neighbours the only place that knows AG Grid. */
import { createGrid, type GridApi } from 'ag-grid-community'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { usePreferences } from '../theme/preferences.ts'
import { CellPortals, createCellPortalStore } from './cell-portals.tsx'
import { showTip } from './cell-tips.ts'
import { columnDefs } from './column-defs.ts'
import { readColumnState } from './column-state.ts'
import type { DataGridProps } from './data-grid.tsx'
import styles from './grid.module.css'
import { gridModules, gridOptions } from './grid-options.ts'
import type { Slot } from './slot.ts'
import { useGridRows } from './use-grid-rows.ts'
import { useGridSelection } from './use-grid-selection.ts'

const rowHeights = { normal: 28, compact: 22 }

interface Made<Row> {
  readonly host: RefObject<HTMLDivElement | null>
  readonly api: GridApi<Slot<Row>> | undefined
  readonly noneMatch: boolean
}

/** Makes the grid in its host and unmakes it; afterwards `props` are read when something happens. */
function useGrid<Row>(latest: RefObject<DataGridProps<Row>>): Made<Row> {
  const host = useRef<HTMLDivElement>(null)
  const [api, setApi] = useState<GridApi<Slot<Row>>>()
  const [noneMatch, setNoneMatch] = useState(false)
  useLayoutEffect(() => {
    const element = host.current
    if (element === null) return undefined
    const made = createGrid<Slot<Row>>(
      element,
      {
        ...gridOptions(() => latest.current),
        onModelUpdated: event => setNoneMatch(event.api.getDisplayedRowCount() === 0),
      },
      { modules: gridModules },
    )
    setApi(made)
    return () => {
      setApi(undefined)
      made.destroy()
    }
  }, [latest])
  return { host, api, noneMatch }
}

/** Tells the grid of options that have changed. */
function useGridOptions<Row>(
  api: GridApi<Slot<Row>> | undefined,
  props: DataGridProps<Row>,
  portals: ReturnType<typeof createCellPortalStore>,
): void {
  const { id, columns, compact, quickFilter = '' } = props
  const { density } = usePreferences()
  const rowHeight = rowHeights[compact === true ? 'compact' : density]
  const definitions = useMemo(() => columnDefs(columns, portals), [columns, portals])
  useLayoutEffect(() => api?.updateGridOptions({ rowHeight, headerHeight: rowHeight }), [api, rowHeight])
  useLayoutEffect(() => {
    if (api === undefined) return
    const isNew = api.getColumns() === null || api.getColumns()?.length === 0
    api.setGridOption('columnDefs', definitions)
    const state = isNew
      ? readColumnState(
          id,
          definitions.map(each => each.colId ?? ''),
        )
      : undefined
    // Layout of the columns as the reader left it.
    if (state !== undefined) api.applyColumnState({ state, applyOrder: true })
  }, [api, definitions, id])
  useLayoutEffect(() => api?.setGridOption('quickFilterText', quickFilter), [api, quickFilter])
}

export function GridView<Row>(props: DataGridProps<Row>): ReactNode {
  const { label, rows, columns, empty } = props
  const latest = useRef(props)
  useLayoutEffect(() => {
    latest.current = props
  })
  const [portals] = useState(createCellPortalStore)
  const { host, api, noneMatch } = useGrid(latest)
  useGridOptions(api, props, portals)
  useGridRows(api, props)
  useGridSelection(api, props.selectedIds)
  useEffect(() => {
    host.current?.querySelector('[role="grid"], [role="treegrid"]')?.setAttribute('aria-label', label)
  }, [host, label, api])
  return (
    <>
      <div
        ref={host}
        className={styles.view}
        onPointerOver={event => showTip(event.target, columns, id => api?.getRowNode(id)?.data?.row)}
      />
      <CellPortals store={portals} />
      {rows.length === 0 && empty !== undefined && <div className={styles.empty}>{empty}</div>}
      {rows.length > 0 && noneMatch && (
        <div className={styles.empty}>
          <p className={styles.none}>No row matches the filter.</p>
        </div>
      )}
    </>
  )
}
