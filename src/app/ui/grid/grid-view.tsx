/** The grid, rendered by AG Grid's React component. Only this folder uses AG Grid. */
import type { ColDef, GridApi, GridReadyEvent, GridSizeChangedEvent } from 'ag-grid-community'
import { AgGridReact } from 'ag-grid-react'
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type EnteredRow, registerRows } from '../panel/enter-rows.ts'
import { usePreferences } from '../theme/preferences.ts'
import { showTip } from './cell-tips.ts'
import { columnDefs } from './column-defs.ts'
import { placeColumns } from './column-layout.ts'
import { readColumnState } from './column-state.ts'
import type { Column } from './column.ts'
import type { DataGridProps, GridViewProps } from './data-grid-props.ts'
import styles from './grid.module.css'
import { gridModules, gridOptions } from './grid-options.ts'
import { useRowHeight } from './row-height.ts'
import { fittingColumns } from './fit-columns.ts'
import { onTick } from '../use-tick.ts'
import { useRowMenu } from './use-row-menu.tsx'

/** Re-renders cells with text that depends on preferences, since their values are unchanged. */
function useChoices<Row>(api: GridApi<Row> | undefined): void {
  const { amounts, timeZone, units } = usePreferences()
  const choices = `${amounts} ${timeZone} ${units}`
  const drawn = useRef(choices)
  useLayoutEffect(() => {
    if (api === undefined || api.isDestroyed() || drawn.current === choices) return
    drawn.current = choices
    api.refreshCells({ force: true, suppressFlash: true })
  }, [api, choices])
}

function createLatest<Value>(first: Value): { readonly get: () => Value; readonly set: (value: Value) => void } {
  let latest = first
  return {
    get: () => latest,
    set: value => {
      latest = value
    },
  }
}

interface FirstColumns {
  readonly shown: readonly string[] | undefined
}

function useColumnDefs<Row>({ id, columns }: GridViewProps<Row>, { shown }: FirstColumns): ColDef<Row>[] {
  const [states] = useState(() =>
    readColumnState(
      id,
      columns.map(column => column.id),
    ),
  )
  return useMemo(() => {
    const placed = placeColumns(states, columns)
    const isLeftOut = ({ pinned, id }: Column<Row>): boolean => pinned === undefined && shown?.includes(id) === false
    return columnDefs(
      shown === undefined ? placed : placed.map(each => ({ ...each, isHidden: isLeftOut(each.column) })),
    )
  }, [states, columns, shown])
}

export function GridView<Row>(props: GridViewProps<Row>): ReactNode {
  const host = useRef<HTMLDivElement>(null)
  const [first, setFirst] = useState<FirstColumns>()
  const { columns, columnSet, rows, empty } = props
  const [api, setApi] = useState<GridApi<Row>>()
  useLayoutEffect(() => {
    setFirst(before => before ?? { shown: columnsIn({ columns, columnSet }, host.current?.clientWidth ?? 0) })
  }, [columns, columnSet])
  const rowOf = (id: string): Row | undefined => api?.getRowNode(id)?.data
  const rowMenu = useRowMenu(rowOf, props.rowMenu)
  return (
    <>
      <div
        ref={host}
        className={styles.view}
        onContextMenu={rowMenu.ask}
        onPointerOver={event => showTip(event.target, columns, rowOf)}
      >
        {first !== undefined && <Grid {...props} first={first} host={host} api={api} setApi={setApi} />}
      </div>
      {rowMenu.menu}
      {rows.length === 0 && empty !== undefined && <div className={styles.empty}>{empty}</div>}
    </>
  )
}

interface GridProps<Row> extends GridViewProps<Row> {
  readonly first: FirstColumns
  readonly host: { readonly current: HTMLElement | null }
  readonly api: GridApi<Row> | undefined
  readonly setApi: (api: GridApi<Row>) => void
}

function Grid<Row>({ first, host, api, setApi, ...props }: GridProps<Row>): ReactNode {
  const { label, rows, compact } = props
  const [widthPx, setWidthPx] = useState(0)
  const [latest] = useState(() => createLatest(props))
  useLayoutEffect(() => latest.set(props))
  const [options] = useState(() => ({
    ...gridOptions(latest.get),
    onGridSizeChanged: ({ clientWidth }: GridSizeChangedEvent<Row>) => setWidthPx(clientWidth),
    onFirstDataRendered: () => latest.get().onDrawn(),
  }))
  const [firstRows] = useState(rows)
  const definitions = useColumnDefs(props, first)
  const onReady = useCallback(
    (event: GridReadyEvent<Row>) => {
      setApi(event.api)
      if (latest.get().rows.length === 0) latest.get().onDrawn()
    },
    [setApi, latest],
  )
  useChoices(api)
  useColumnSet(api, widthPx, props)
  useFollowed(api, props)
  useEffect(() => {
    host.current?.querySelector('[role="grid"]')?.setAttribute('aria-label', label)
  }, [host, label, api])
  useEffect(() => {
    const { current } = host
    return api === undefined || current === null ? undefined : registerRows(current, row => focusRow(api, row))
  }, [api, host])
  const rowHeight = useRowHeight({ compact })
  // Memoised, so that a poll re-renders only its surroundings.
  return useMemo(
    () => (
      <AgGridReact<Row>
        gridOptions={options}
        modules={gridModules}
        columnDefs={definitions}
        rowData={firstRows as Row[]}
        rowHeight={rowHeight}
        headerHeight={rowHeight}
        onGridReady={onReady}
      />
    ),
    [options, definitions, firstRows, rowHeight, onReady],
  )
}

/* How the focus enters the grid's rows. */

function focusRow<Row>(api: GridApi<Row>, row: EnteredRow): boolean {
  const rows = api.getDisplayedRowCount()
  const column = api.getAllDisplayedColumns()[0]
  if (rows === 0 || column === undefined) return false
  const last = row === 'last' ? (api.getFocusedCell()?.rowIndex ?? 0) : 0
  const at = last < rows ? last : 0
  api.ensureIndexVisible(at)
  api.setFocusedCell(at, column)
  return true
}

function useFollowed<Row>(api: GridApi<Row> | undefined, { rows, columns, activeId }: DataGridProps<Row>): void {
  // Before the paint, so that the table and the figures beside it show the same poll.
  useLayoutEffect(() => {
    if (api !== undefined && !api.isDestroyed()) api.setGridOption('rowData', rows as Row[])
  }, [api, rows])
  useEffect(() => {
    const ticking = columns.filter(column => column.ticking === true).map(column => column.id)
    if (api === undefined || ticking.length === 0) return undefined
    return onTick(() => {
      if (!api.isDestroyed()) api.refreshCells({ columns: ticking, force: true, suppressFlash: true })
    })
  }, [api, columns])
  useEffect(() => {
    if (api === undefined || activeId === undefined) return undefined
    const redraw = (): void => {
      const node = api.isDestroyed() ? undefined : api.getRowNode(activeId)
      if (node !== undefined) api.redrawRows({ rowNodes: [node] })
    }
    redraw()
    // After the next render has set the active row.
    return () => queueMicrotask(redraw)
  }, [api, activeId])
}

const columnsIn = <Row,>(
  { columns, columnSet }: Pick<DataGridProps<Row>, 'columns' | 'columnSet'>,
  widthPx: number,
): readonly string[] | undefined =>
  columnSet === undefined || widthPx === 0 ? undefined : fittingColumns(columns, columnSet, widthPx, false)

function useColumnSet<Row>(
  api: GridApi<Row> | undefined,
  /** 0 until measured. */
  widthPx: number,
  { columns, columnSet }: DataGridProps<Row>,
): void {
  useEffect(() => {
    if (api === undefined || api.isDestroyed()) return
    const shown = columnsIn({ columns, columnSet }, widthPx)
    if (shown === undefined) return
    const free = columns.flatMap(({ id, pinned }) => (pinned === undefined ? id : []))
    const isVisible = (id: string): boolean => api.getColumn(id)?.isVisible() === true
    const gone = free.filter(id => !shown.includes(id) && isVisible(id))
    const come = shown.filter(id => !isVisible(id))
    if (gone.length > 0) api.setColumnsVisible(gone, false)
    if (come.length > 0) api.setColumnsVisible(come, true)
    // The remaining columns changed width without an event, so their cells are rewritten.
    if (gone.length + come.length > 0) api.refreshCells({ force: true, suppressFlash: true })
  }, [api, widthPx, columns, columnSet])
}
