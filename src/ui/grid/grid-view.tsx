/** The only place that knows AG Grid: modules one by one, our theme, and rows brought in by `row-sync.ts`. Loaded by `data-grid.tsx`. */
import {
  CellStyleModule,
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  ExternalFilterModule,
  type GetRowIdParams,
  type GridApi,
  HighlightChangesModule,
  ModuleRegistry,
  type OverlayType,
  QuickFilterModule,
  RenderApiModule,
  RowApiModule,
  RowSelectionModule,
  RowStyleModule,
  TooltipModule,
} from 'ag-grid-community'
import { AgGridReact } from 'ag-grid-react'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { cspNonce } from '../theme/nonce.ts'
import { usePreferences } from '../theme/preferences.ts'
import { columnDefs } from './column-defs.ts'
import type { Slot } from './slot.ts'
import { readColumnState, writeColumnState } from './column-state.ts'
import type { DataGridProps } from './data-grid.tsx'
import styles from './grid.module.css'
import { gridTheme } from './grid-theme.ts'
import { useGridEvents } from './use-grid-events.ts'
import { useGridRows } from './use-grid-rows.ts'
import { useGridSelection } from './use-grid-selection.ts'

ModuleRegistry.registerModules([
  CellStyleModule,
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  ExternalFilterModule,
  HighlightChangesModule,
  QuickFilterModule,
  RenderApiModule,
  RowApiModule,
  RowSelectionModule,
  RowStyleModule,
  TooltipModule,
])

const rowHeights = { normal: 28, compact: 22 }
/** Ours stand over the grid instead. */
const hiddenOverlays: OverlayType[] = ['noRows', 'noMatchingRows', 'loading']
const defaultColumn = { resizable: true, suppressHeaderMenuButton: true, cellDataType: false }
const idOfSlot = <Row,>({ data }: GetRowIdParams<Slot<Row>>): string => data.id

/** Layout of the columns as the reader left it, put back and kept. */
function restoreColumns<Row>(api: GridApi<Slot<Row>>, gridId: string, columnIds: readonly string[]): void {
  const state = readColumnState(gridId, columnIds)
  if (state !== undefined) api.applyColumnState({ state, applyOrder: true })
}

function nameGrid(element: HTMLElement | null, label: string): void {
  element?.querySelector('[role="grid"], [role="treegrid"]')?.setAttribute('aria-label', label)
}

export function GridView<Row>(props: DataGridProps<Row>): ReactNode {
  const { id, label, rows, columns, empty, height = 'fill', compact, quickFilter = '', filter } = props
  const { density } = usePreferences()
  const root = useRef<HTMLDivElement>(null)
  const [api, setApi] = useState<GridApi<Slot<Row>>>()
  const [noneMatch, setNoneMatch] = useState(false)
  const definitions = useMemo(() => columnDefs(columns), [columns])
  const { slots, rowClass } = useGridRows(api, props)
  const events = useGridEvents(props)
  const selection = useGridSelection(api, props)
  useEffect(() => nameGrid(root.current, label), [label, api])
  const rowHeight = rowHeights[compact === true ? 'compact' : density]
  const keep = ({ api: from, source }: { api: GridApi<Slot<Row>>; source: string }): void => {
    // What the grid does by itself on start or for want of room is not the reader's choice.
    if (source.startsWith('ui')) writeColumnState(id, from.getColumnState())
  }
  return (
    <div ref={root} className={styles.view}>
      <AgGridReact<Slot<Row>>
        theme={gridTheme}
        {...styleNonce()}
        rowData={slots}
        columnDefs={definitions}
        defaultColDef={defaultColumn}
        getRowId={idOfSlot}
        getRowClass={rowClass}
        rowHeight={rowHeight}
        headerHeight={rowHeight}
        domLayout={height === 'content' ? 'autoHeight' : 'normal'}
        quickFilterText={quickFilter}
        isExternalFilterPresent={() => filter !== undefined}
        doesExternalFilterPass={({ data }) => filter === undefined || data === undefined || filter(data.row)}
        {...selection}
        {...events}
        animateRows={false}
        ensureDomOrder
        enableBrowserTooltips
        suppressOverlays={hiddenOverlays}
        suppressScrollOnNewData
        suppressDragLeaveHidesColumns
        cellFlashDuration={300}
        cellFadeDuration={0}
        onGridReady={event => {
          restoreColumns(
            event.api,
            id,
            columns.map(column => column.id),
          )
          setApi(event.api)
        }}
        onModelUpdated={event => setNoneMatch(event.api.getDisplayedRowCount() === 0)}
        onColumnResized={event => event.finished && keep(event)}
        onColumnMoved={keep}
        onColumnVisible={keep}
        onColumnPinned={keep}
        onSortChanged={keep}
      />
      {rows.length === 0 && empty !== undefined && <div className={styles.empty}>{empty}</div>}
      {rows.length > 0 && noneMatch && (
        <div className={styles.empty}>
          <p className={styles.none}>No row matches the filter.</p>
        </div>
      )}
    </div>
  )
}

function styleNonce(): { styleNonce?: string } {
  const nonce = cspNonce()
  return nonce === undefined ? {} : { styleNonce: nonce }
}
