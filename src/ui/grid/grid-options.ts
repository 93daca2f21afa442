/** The grid library's options that never change, and its modules, one by one. What may change is set by `grid-view.tsx`. */
import {
  CellStyleModule,
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  ExternalFilterModule,
  type GetRowIdParams,
  type GridOptions,
  HighlightChangesModule,
  type Module,
  QuickFilterModule,
  RenderApiModule,
  type RowClassParams,
  RowApiModule,
  RowSelectionModule,
  RowStyleModule,
} from 'ag-grid-community'
import { cx } from '../cx.ts'
import { cspNonce } from '../theme/nonce.ts'
import type { DataGridProps } from './data-grid.tsx'
import styles from './grid.module.css'
import { gridEvents } from './grid-events.ts'
import { gridTheme } from './grid-theme.ts'
import type { Slot } from './slot.ts'

export const gridModules: Module[] = [
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
]

const toneClasses = { muted: styles.rowMuted, warning: styles.rowWarning }

function rowClass<Row>({ data }: RowClassParams<Slot<Row>>, { rowTone, activeId }: DataGridProps<Row>): string {
  if (data === undefined) return ''
  const tone = rowTone?.(data.row)
  return cx(tone !== undefined && toneClasses[tone], data.id === activeId && styles.rowActive)
}

const checkBoxes: GridOptions = {
  rowSelection: { mode: 'multiRow', checkboxes: true, headerCheckbox: true, enableClickSelection: false, selectAll: 'filtered' },
  selectionColumnDef: { width: 34, pinned: 'left', resizable: false, suppressMovable: true },
}

/** Options of a grid; `props` gives those of the last drawing. */
export function gridOptions<Row>(props: () => DataGridProps<Row>): GridOptions<Slot<Row>> {
  const nonce = cspNonce()
  const given = props()
  return {
    theme: gridTheme,
    ...(nonce === undefined ? {} : { styleNonce: nonce }),
    ...(given.onSelectionChange === undefined ? {} : (checkBoxes as GridOptions<Slot<Row>>)),
    rowData: [],
    defaultColDef: { resizable: true, suppressHeaderMenuButton: true, cellDataType: false },
    maintainColumnOrder: true,
    getRowId: ({ data }: GetRowIdParams<Slot<Row>>) => data.id,
    getRowClass: params => rowClass(params, props()),
    domLayout: given.height === 'content' ? 'autoHeight' : 'normal',
    isExternalFilterPresent: () => props().filter !== undefined,
    doesExternalFilterPass: ({ data }) => data === undefined || props().filter?.(data.row) !== false,
    animateRows: false,
    ensureDomOrder: true,
    // Ours stand over the grid instead.
    suppressOverlays: ['noRows', 'noMatchingRows', 'loading'],
    suppressScrollOnNewData: true,
    suppressDragLeaveHidesColumns: true,
    cellFlashDuration: 300,
    cellFadeDuration: 0,
    ...gridEvents(props),
  }
}
