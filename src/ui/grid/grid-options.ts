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
  type RowClassRules,
  RowApiModule,
  RowSelectionModule,
  RowStyleModule,
  ScrollApiModule,
} from 'ag-grid-community'
import { cspNonce } from '../theme/nonce.ts'
import type { DataGridProps } from './data-grid-props.ts'
import styles from './grid.module.css'
import { gridEvents } from './grid-events.ts'
import { gridTheme } from './grid-theme.ts'
import { sortNodes } from './row-order.ts'

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

/** What the grid library says by itself, in our words. */
const text = { ariaRowToggleSelection: 'Tick by Space', ariaHeaderSelection: 'Tick all', ariaRowSelectAll: 'Tick all by Space' }

/** Read again at each change of a row. */
function rowClassRules<Row>(props: () => DataGridProps<Row>): RowClassRules<Row> {
  const hasTone =
    (tone: string) =>
    ({ data }: RowClassParams<Row>): boolean =>
      data !== undefined && props().rowTone?.(data) === tone
  return {
    [styles.rowMuted ?? '']: hasTone('muted'),
    [styles.rowWarning ?? '']: hasTone('warning'),
    [styles.rowGroup ?? '']: hasTone('group'),
    [styles.rowActive ?? '']: ({ node }) => node.id !== undefined && node.id === props().activeId,
  }
}

/** A row that cannot be ticked has no box. */
const checkBoxes = <Row>({ canTick }: DataGridProps<Row>): GridOptions<Row> => ({
  rowSelection: {
    mode: 'multiRow',
    checkboxes: true,
    headerCheckbox: true,
    enableClickSelection: false,
    selectAll: 'filtered',
    ...(canTick === undefined ? {} : { isRowSelectable: ({ data }) => data === undefined || canTick(data), hideDisabledCheckboxes: true }),
  },
  selectionColumnDef: { width: 34, pinned: 'left', resizable: false, suppressMovable: true },
})

/** Options of a grid; `props` gives those of the last drawing. */
export function gridOptions<Row>(props: () => DataGridProps<Row>): GridOptions<Row> {
  const nonce = cspNonce()
  const given = props()
  const { depthOf } = given
  return {
    theme: gridTheme,
    ...(nonce === undefined ? {} : { styleNonce: nonce }),
    ...(given.onSelectionChange === undefined ? {} : checkBoxes(given)),
    defaultColDef: { resizable: true, suppressHeaderMenuButton: true, cellDataType: false },
    maintainColumnOrder: true,
    getRowId: ({ data }: GetRowIdParams<Row>) => props().rowId(data),
    rowClassRules: rowClassRules(props),
    domLayout: given.height === 'content' ? 'autoHeight' : 'normal',
    // Its width is reckoned with before there are rows: columns that were fitted without it would reach under the last one when it comes.
    alwaysShowVerticalScroll: given.height !== 'content',
    // Of a thin bar. Where the system lays its bars over what they scroll none is measured, and the last figures of a row would be cut.
    scrollbarWidth: 10,
    isExternalFilterPresent: () => props().filter !== undefined,
    doesExternalFilterPass: ({ data }) => data === undefined || props().filter?.(data) !== false,
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
    rowBuffer: 6,
    ...(depthOf === undefined ? {} : { postSortRows: ({ nodes, api }) => sortNodes(nodes, api, props().columns, depthOf) }),
    ...gridEvents(props),
  }
}
