/** The grid library's options that never change, and its modules, one by one. What may change is set by `grid-view.tsx`. */
import {
  CellStyleModule,
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  type GetRowIdParams,
  type GridOptions,
  type Module,
  RenderApiModule,
  type RowClassParams,
  type RowClassRules,
  RowApiModule,
  RowStyleModule,
  ScrollApiModule,
} from 'ag-grid-community'
import { cspNonce } from '../theme/nonce.ts'
import type { DataGridProps } from './data-grid-props.ts'
import styles from './grid.module.css'
import { gridEvents } from './grid-events.ts'
import { gridTheme } from './grid-theme.ts'

export const gridModules: Module[] = [
  CellStyleModule,
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  RenderApiModule,
  RowApiModule,
  RowStyleModule,
  ScrollApiModule,
]

/** Read again at each change of a row. */
function rowClassRules<Row>(props: () => DataGridProps<Row>): RowClassRules<Row> {
  const hasTone =
    (tone: string) =>
    ({ data }: RowClassParams<Row>): boolean =>
      data !== undefined && props().rowTone?.(data) === tone
  return {
    [styles.rowMuted ?? '']: hasTone('muted'),
    [styles.rowWarning ?? '']: hasTone('warning'),
    [styles.rowActive ?? '']: ({ node }) => node.id !== undefined && node.id === props().activeId,
  }
}

/** Options of a grid; `props` gives those of the last drawing. */
export function gridOptions<Row>(props: () => DataGridProps<Row>): GridOptions<Row> {
  const nonce = cspNonce()
  return {
    theme: gridTheme,
    ...(nonce === undefined ? {} : { styleNonce: nonce }),
    defaultColDef: { resizable: true, suppressHeaderMenuButton: true, cellDataType: false },
    maintainColumnOrder: true,
    getRowId: ({ data }: GetRowIdParams<Row>) => props().rowId(data),
    rowClassRules: rowClassRules(props),
    // Its width is reckoned with before there are rows: columns that were fitted without it would reach under the last one when it comes.
    alwaysShowVerticalScroll: true,
    // Of a thin bar. Where the system lays its bars over what they scroll none is measured, and the last figures of a row would be cut.
    scrollbarWidth: 10,
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
    ...gridEvents(props),
  }
}
