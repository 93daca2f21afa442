/** The grid library's options that never change, and its modules, one by one. What may change is set by `grid-view.tsx`. */
import {
  CellStyleModule,
  checkboxStyleDefault,
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  createTheme,
  type GetRowIdParams,
  type GridOptions,
  iconSetQuartzRegular,
  type Module,
  RenderApiModule,
  RowApiModule,
  type RowClassParams,
  type RowClassRules,
  RowStyleModule,
  ScrollApiModule,
} from 'ag-grid-community'
import { cspNonce } from '../theme/nonce.ts'
import type { DataGridProps } from './data-grid-props.ts'
import styles from './grid.module.css'
import { gridEvents } from './grid-events.ts'

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

/** The grid library's look, from our tokens: it follows theme, palette and density by itself, because every colour is a variable. */
const gridTheme = createTheme()
  .withPart(checkboxStyleDefault)
  .withPart(iconSetQuartzRegular)
  .withParams({
    browserColorScheme: 'inherit',
    backgroundColor: 'var(--surface-1)',
    foregroundColor: 'var(--text-1)',
    textColor: 'var(--text-1)',
    cellTextColor: 'inherit',
    subtleTextColor: 'var(--text-3)',
    accentColor: 'var(--accent)',
    borderColor: 'var(--line)',
    chromeBackgroundColor: 'var(--surface-1)',
    headerBackgroundColor: 'var(--surface-1)',
    headerTextColor: 'var(--text-3)',
    headerFontWeight: 500,
    headerFontSize: 11,
    headerHeight: 'var(--row-height)',
    rowHoverColor: 'var(--surface-3)',
    selectedRowBackgroundColor: 'var(--accent-soft)',
    fontFamily: 'inherit',
    fontSize: 12,
    iconSize: 12,
    iconColor: 'var(--text-3)',
    spacing: 4,
    cellHorizontalPadding: 8,
    borderRadius: 0,
    wrapperBorder: false,
    wrapperBorderRadius: 0,
    headerRowBorder: false,
    rowBorder: { color: 'color-mix(in srgb, var(--line), var(--surface-1) 45%)' },
    columnBorder: false,
    pinnedColumnBorder: { color: 'var(--line)' },
    headerColumnResizeHandleColor: 'transparent',
    focusShadow: { spread: 0, color: 'transparent' },
    checkboxUncheckedBorderColor: 'var(--control-line)',
    checkboxUncheckedBackgroundColor: 'var(--surface-2)',
    checkboxCheckedShapeColor: 'var(--on-accent)',
    checkboxBorderRadius: 2,
  })
