/** The grid library's options that never change, and its modules, one by one. What may change is set by `grid-view.tsx`. */
import {
  CellStyleModule,
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  ExternalFilterModule,
  type GetRowIdParams,
  type GridOptions,
  type Module,
  LocaleModule,
  QuickFilterModule,
  RenderApiModule,
  type RowClassParams,
  RowApiModule,
  RowSelectionModule,
  RowStyleModule,
  ScrollApiModule,
} from 'ag-grid-community'
import { cx } from '../cx.ts'
import { cspNonce } from '../theme/nonce.ts'
import type { DataGridProps } from './data-grid-props.ts'
import styles from './grid.module.css'
import { gridEvents } from './grid-events.ts'
import { gridTheme } from './grid-theme.ts'
import { sortNodes } from './row-order.ts'
import type { Slot } from './slot.ts'

export const gridModules: Module[] = [
  CellStyleModule,
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  ExternalFilterModule,
  LocaleModule,
  QuickFilterModule,
  RenderApiModule,
  RowApiModule,
  RowSelectionModule,
  RowStyleModule,
  ScrollApiModule,
]

/** Rows above and below those in view that are drawn too, once these are. */
export const rowBuffer = 6

/** What the grid library says by itself, in our words. */
const text = { ariaRowToggleSelection: 'Tick by Space', ariaHeaderSelection: 'Tick all', ariaRowSelectAll: 'Tick all by Space' }

const toneClasses = { muted: styles.rowMuted, warning: styles.rowWarning, group: styles.rowGroup }

function rowClass<Row>({ data }: RowClassParams<Slot<Row>>, { rowTone, activeId }: DataGridProps<Row>): string {
  if (data === undefined) return ''
  const tone = rowTone?.(data.row)
  return cx(tone !== undefined && toneClasses[tone], data.id === activeId && styles.rowActive)
}

/** A row that cannot be ticked has no box. */
const checkBoxes = <Row>({ canTick }: DataGridProps<Row>): GridOptions<Slot<Row>> => ({
  rowSelection: {
    mode: 'multiRow',
    checkboxes: true,
    headerCheckbox: true,
    enableClickSelection: false,
    selectAll: 'filtered',
    ...(canTick === undefined
      ? {}
      : { isRowSelectable: ({ data }) => data === undefined || canTick(data.row), hideDisabledCheckboxes: true }),
  },
  selectionColumnDef: { width: 34, pinned: 'left', resizable: false, suppressMovable: true },
})

/** Options of a grid; `props` gives those of the last drawing. */
export function gridOptions<Row>(props: () => DataGridProps<Row>): GridOptions<Slot<Row>> {
  const nonce = cspNonce()
  const given = props()
  const { depthOf } = given
  return {
    theme: gridTheme,
    ...(nonce === undefined ? {} : { styleNonce: nonce }),
    ...(given.onSelectionChange === undefined ? {} : checkBoxes(given)),
    defaultColDef: { resizable: true, suppressHeaderMenuButton: true, cellDataType: false },
    maintainColumnOrder: true,
    getRowId: ({ data }: GetRowIdParams<Slot<Row>>) => data.nodeId,
    getRowClass: params => rowClass(params, props()),
    domLayout: given.height === 'content' ? 'autoHeight' : 'normal',
    // Its width is reckoned with before there are rows: columns that were fitted without it would reach under the last one when it comes.
    alwaysShowVerticalScroll: given.height !== 'content',
    // Of a thin bar. Where the system lays its bars over what they scroll none is measured, and the last figures of a row would be cut.
    scrollbarWidth: 10,
    isExternalFilterPresent: () => props().filter !== undefined,
    doesExternalFilterPass: ({ data }) => data === undefined || props().filter?.(data.row) !== false,
    localeText: text,
    // Arrow keys go from cell to cell; Tab goes on to what follows the grid.
    tabToNextCell: () => false,
    tabToNextHeader: () => false,
    animateRows: false,
    suppressColumnMoveAnimation: true,
    ensureDomOrder: true,
    // Ours stand over the grid instead.
    suppressOverlays: ['noRows', 'noMatchingRows', 'loading'],
    suppressScrollOnNewData: true,
    suppressDragLeaveHidesColumns: true,
    // The rows in view first.
    rowBuffer: 0,
    postSortRows: ({ nodes, api }) => sortNodes(nodes, api, props().columns, depthOf),
    ...gridEvents(props),
  }
}
