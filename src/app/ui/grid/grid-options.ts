/** Constant options and modules of the grid library. `grid-view.tsx` sets what may change. */
import {
  type CellKeyDownEvent,
  CellStyleModule,
  checkboxStyleDefault,
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  createTheme,
  type FullWidthCellKeyDownEvent,
  type GetRowIdParams,
  type GridApi,
  type GridOptions,
  iconSetQuartzRegular,
  type Module,
  RenderApiModule,
  RowApiModule,
  type RowClassParams,
  type RowClassRules,
  type RowClickedEvent,
  RowStyleModule,
  ScrollApiModule,
} from 'ag-grid-community'
import { cspNonce } from '../theme/nonce.ts'
import type { DataGridProps } from './data-grid-props.ts'
import styles from './grid.module.css'
import type { Column } from './column.ts'
import { writeColumnState } from './column-state.ts'
import { copyText } from '../controls/copy-text.ts'
import { tabbedText } from '../../../core/domain/csv.ts'
import { plainTable } from './view-table.ts'

const isPressed = (event: Event | null | undefined): event is KeyboardEvent => event instanceof KeyboardEvent

const onControl = (event: Event | null | undefined): boolean =>
  event?.target instanceof Element && event.target.closest('button, a, input, select') !== null

const shownColumns = <Row>(api: GridApi<Row>, columns: readonly Column<Row>[]): readonly Column<Row>[] =>
  api
    .getAllDisplayedColumns()
    .flatMap(each => columns.filter(({ id, quietHeader }) => id === each.getColId() && quietHeader !== true))

type KeyDown<Row> = CellKeyDownEvent<Row> | FullWidthCellKeyDownEvent<Row>

function takeKey<Row>(press: KeyDown<Row>, { onCellKey, onRowClick, columns }: DataGridProps<Row>): void {
  const { event, data, api } = press
  if (!isPressed(event) || data === undefined) return
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'c' && !event.shiftKey && !event.altKey) {
    void copyRows(tabbedText(plainTable(shownColumns(api, columns), [data])))
    return
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const columnId = 'column' in press ? press.column.getColId() : ''
  if (onCellKey?.(event.key, data, columnId) === true) {
    event.preventDefault()
    return
  }
  if (event.key !== 'Enter') return
  // Enter on a cell with a control moves the focus to the control.
  const control =
    event.target instanceof HTMLElement ? event.target.querySelector<HTMLElement>('button, a, input') : null
  if (control !== null) control.focus()
  else if (!onControl(event)) onRowClick?.(data)
}

/** Copies the focused row with its headers, unless text is selected. */
async function copyRows(text: string): Promise<void> {
  if ((globalThis.getSelection()?.toString() ?? '') !== '') return
  await copyText(text)
}

/** Stores the reader's column changes, not those that the grid makes itself. */
function saveColumns<Row>(
  gridId: string,
  { api, source }: { readonly api: GridApi<Row>; readonly source: string },
): void {
  if (source.startsWith('ui')) writeColumnState(gridId, api.getColumnState())
}

function gridEvents<Row>(props: () => DataGridProps<Row>): GridOptions<Row> {
  const save = (event: { readonly api: GridApi<Row>; readonly source: string }): void => saveColumns(props().id, event)
  return {
    onRowClicked: ({ data, event }: RowClickedEvent<Row>) => {
      if (data !== undefined && !onControl(event)) props().onRowClick?.(data)
    },
    onCellKeyDown: (press: KeyDown<Row>) => takeKey(press, props()),
    onColumnResized: event => {
      if (!event.finished) return
      save(event)
      event.api.refreshCells({ force: true, suppressFlash: true })
    },
    onColumnMoved: save,
    onColumnVisible: save,
    onColumnPinned: save,
    onSortChanged: save,
  }
}

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

export function gridOptions<Row>(props: () => DataGridProps<Row>): GridOptions<Row> {
  const nonce = cspNonce()
  return {
    theme: gridTheme,
    ...(nonce === undefined ? {} : { styleNonce: nonce }),
    defaultColDef: { resizable: true, suppressHeaderMenuButton: true, cellDataType: false },
    maintainColumnOrder: true,
    getRowId: ({ data }: GetRowIdParams<Row>) => props().rowId(data),
    rowClassRules: rowClassRules(props),
    // Reserves the width of the scroll bar, so that later rows do not push fitted columns below it.
    alwaysShowVerticalScroll: true,
    // Width of a thin bar. Overlay scroll bars measure as zero and would cover the last figures.
    scrollbarWidth: 10,
    // Arrow keys move between cells; Tab leaves the grid.
    tabToNextCell: () => false,
    tabToNextHeader: () => false,
    animateRows: false,
    suppressColumnMoveAnimation: true,
    ensureDomOrder: true,
    // Our own overlays are used.
    suppressOverlays: ['noRows', 'noMatchingRows', 'loading'],
    suppressScrollOnNewData: true,
    suppressDragLeaveHidesColumns: true,
    rowBuffer: 6,
    ...gridEvents(props),
  }
}

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
    headerFontWeight: 400,
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
