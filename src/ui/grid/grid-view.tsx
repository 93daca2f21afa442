/** The grid itself, drawn by the grid library's React component. With its neighbours the only place that knows AG Grid. */
import type {
  BodyScrollEvent,
  ColDef,
  GridApi,
  GridOptions,
  GridReadyEvent,
  GridSizeChangedEvent,
  ModelUpdatedEvent,
} from 'ag-grid-community'
import { AgGridReact } from 'ag-grid-react'
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { afterPaint } from '../after-paint.ts'
import { registerRows } from '../panel/enter-rows.ts'
import { usePreferences } from '../theme/preferences.ts'
import { showTip } from './cell-tips.ts'
import { columnDefs } from './column-defs.ts'
import { asSaved } from './column-state.ts'
import type { DataGridProps, GridViewProps } from './data-grid-props.ts'
import { focusRow, focusedId } from './grid-focus.ts'
import styles from './grid.module.css'
import { gridModules, gridOptions } from './grid-options.ts'
import { rowHeightOf } from './row-height.ts'
import { StickyGroups } from './sticky-groups.tsx'
import { useFollowed } from './use-followed.ts'
import { useRowMenu } from './use-row-menu.tsx'
import { columnsIn, showColumns, useColumnSet } from './use-column-set.ts'
import { tickedIds, useGridSelection } from './use-grid-selection.ts'
import { viewTable } from './view-table.ts'

/** Cells whose words hang on the reader's choices keep their values: they are drawn anew all the same. */
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

/** What was drawn last, for what the grid calls later. */
function createLatest<Value>(first: Value): { readonly get: () => Value; readonly set: (value: Value) => void } {
  let latest = first
  return {
    get: () => latest,
    set: value => {
      latest = value
    },
  }
}

/** The columns as the reader left them, then as they are given: what has been moved and sized since, the grid remembers itself. */
function useColumnDefs<Row>({ id, columns, depthOf }: DataGridProps<Row>, shown: readonly string[] | undefined): ColDef<Row>[] {
  const isTree = depthOf !== undefined
  const definitions = useMemo(() => columnDefs(columns, isTree), [columns, isTree])
  const [first] = useState(() => ({ definitions, asLeft: asSaved(id, definitions) }))
  const asShown = useMemo(() => (shown === undefined ? first.asLeft : showColumns(first.asLeft, columns, shown)), [first, columns, shown])
  return definitions === first.definitions ? asShown : definitions
}

/** From outside can be asked what is shown, ticked and has the focus, and the focus let in. */
function useWaysIn<Row>(api: GridApi<Row> | undefined, host: RefObject<HTMLElement | null>, { handle, columns }: DataGridProps<Row>): void {
  useImperativeHandle(
    handle,
    () => ({
      table: () => (api === undefined ? [] : viewTable(api, columns, tickedIds(api))),
      tickedIds: () => (api === undefined ? [] : [...(tickedIds(api) ?? [])]),
      idAt: place => api?.getRowNode(place)?.id,
      focusedId: () => (api === undefined ? undefined : focusedId(api, host.current)),
    }),
    [api, host, columns],
  )
  useEffect(() => {
    const { current } = host
    if (api === undefined || current === null) return undefined
    return registerRows(current, row => focusRow(api, row, columns.find(column => column.tree !== undefined)?.id))
  }, [api, host, columns])
}

/** Names the grid, and calls it a tree where it is one. */
function useGridName(host: RefObject<HTMLElement | null>, api: unknown, label: string, isTree: boolean): void {
  useEffect(() => {
    const grid = host.current?.querySelector('[role="grid"], [role="treegrid"]')
    grid?.setAttribute('aria-label', label)
    if (isTree) grid?.setAttribute('role', 'treegrid')
  }, [host, label, isTree, api])
}

interface Due {
  /** Ids of the columns that there is room for; undefined where the columns say themselves which are shown. */
  readonly shown: readonly string[] | undefined
}

/**
 * Making a grid takes longest of all that a table does: it is made after a picture in which the light table shows the same rows, together with those of its
 * screen, and with the columns that it will have: to take some away again would draw it twice.
 */
function useDue<Row>(host: RefObject<HTMLElement | null>, props: () => DataGridProps<Row>): Due | undefined {
  const [due, setDue] = useState<Due>()
  useEffect(
    () =>
      afterPaint(() => {
        const { columns, columnSet, onSelectionChange } = props()
        setDue({ shown: columnsIn({ columns, columnSet }, host.current?.clientWidth ?? 0, onSelectionChange !== undefined) })
      }),
    [host, props],
  )
  return due
}

const noneMatching = (
  <div className={styles.empty}>
    <p className={styles.none}>No row matches the filter.</p>
  </div>
)

/** What the grid tells this component of; read when it happens. */
interface GridNews {
  readonly onDrawn: () => void
  readonly onScrolled: (topPx: number, leftPx: number) => void
  readonly onWidth: (widthPx: number) => void
  readonly onNoneMatch: (isNone: boolean) => void
}

function newsOptions<Row>(news: () => GridNews): GridOptions<Row> {
  return {
    onGridSizeChanged: ({ clientWidth }: GridSizeChangedEvent<Row>) => news().onWidth(clientWidth),
    onFirstDataRendered: () => news().onDrawn(),
    onModelUpdated: ({ api }: ModelUpdatedEvent<Row>) => {
      const isNone = api.getDisplayedRowCount() === 0
      news().onNoneMatch(isNone)
      if (isNone) news().onDrawn()
    },
    onBodyScroll: ({ top, left }: BodyScrollEvent<Row>) => news().onScrolled(top, left),
  }
}

/** Fits the columns, and tells once there are rows in them: then it takes the place of the light table. */
function useFitting<Row>(api: GridApi<Row> | undefined, widthPx: number, hasRows: boolean, props: GridViewProps<Row>): void {
  const { columnSet, onDrawn } = props
  useColumnSet(api, widthPx, props)
  const isDrawn = hasRows && (columnSet === undefined || widthPx > 0)
  useEffect(() => {
    if (!isDrawn || api === undefined) return
    onDrawn()
  }, [api, isDrawn, onDrawn])
}

interface GridElementProps<Row> {
  readonly columnDefs: ColDef<Row>[]
  readonly rowData: readonly Row[]
  readonly rowHeight: number
  readonly quickFilterText: string
  readonly onGridReady: (event: GridReadyEvent<Row>) => void
}

/** The library's component: the same element while its own props are, so that a poll draws what is around it alone. */
function useGridElement<Row>(props: GridElementProps<Row>, options: GridOptions<Row>): ReactNode {
  const { columnDefs: definitions, rowData, rowHeight, quickFilterText, onGridReady } = props
  return useMemo(
    () => (
      <AgGridReact<Row>
        gridOptions={options}
        modules={gridModules}
        columnDefs={definitions}
        rowData={rowData as Row[]}
        rowHeight={rowHeight}
        headerHeight={rowHeight}
        quickFilterText={quickFilterText}
        onGridReady={onGridReady}
      />
    ),
    [options, definitions, rowData, rowHeight, quickFilterText, onGridReady],
  )
}

export function GridView<Row>(props: GridViewProps<Row>): ReactNode {
  const { label, rows, columns, empty, compact, quickFilter = '' } = props
  const { density } = usePreferences()
  const isTree = props.depthOf !== undefined
  const [noneMatch, setNoneMatch] = useState(false)
  const [widthPx, setWidthPx] = useState(0)
  const [topPx, setTopPx] = useState(0)
  const [leftPx, setLeftPx] = useState(0)
  const rowHeight = rowHeightOf(compact === true ? 'compact' : density)
  // Row by row, and only where there are groups: what scrolls draws nothing else.
  const onScrolled = (top: number, left: number): void => {
    setTopPx(isTree ? Math.ceil(top / rowHeight) * rowHeight : 0)
    setLeftPx(isTree ? left : 0)
  }
  const [hasRows, setHasRows] = useState(false)
  const news: GridNews = { onDrawn: () => setHasRows(true), onScrolled, onWidth: setWidthPx, onNoneMatch: setNoneMatch }
  const [latest] = useState(() => createLatest({ props, news }))
  useLayoutEffect(() => latest.set({ props, news }))
  const [latestProps] = useState(() => () => latest.get().props)
  const host = useRef<HTMLDivElement>(null)
  const due = useDue(host, latestProps)
  const columnDefinitions = useColumnDefs(props, due?.shown)
  const [api, setApi] = useState<GridApi<Row>>()
  const onReady = useCallback((event: GridReadyEvent<Row>) => setApi(event.api), [])
  const [options] = useState(() => ({ ...gridOptions(latestProps), ...newsOptions<Row>(() => latest.get().news) }))
  useChoices(api)
  useGridSelection(api, props.selectedIds)
  useFitting(api, widthPx, hasRows, props)
  const [first] = useState(rows)
  useFollowed(api, props)
  useWaysIn(api, host, props)
  const tree = columns.find(column => column.tree !== undefined)
  const grid = useGridElement<Row>(
    { columnDefs: columnDefinitions, rowData: first, rowHeight, quickFilterText: quickFilter, onGridReady: onReady },
    options,
  )
  const rowMenu = useRowMenu(api, props.rowMenu)
  useGridName(host, api, label, isTree)
  return (
    <>
      <div
        ref={host}
        className={styles.view}
        onContextMenu={rowMenu.ask}
        onPointerOver={event => showTip(event.target, columns, each => api?.getRowNode(each)?.data)}
      >
        {due !== undefined && grid}
      </div>
      {props.depthOf !== undefined && api !== undefined && tree !== undefined && (
        <StickyGroups
          api={api}
          columns={columns}
          topPx={topPx}
          leftPx={leftPx}
          rowHeight={rowHeight}
          depthOf={props.depthOf}
          textOf={tree.text}
        />
      )}
      {rowMenu.menu}
      {rows.length === 0 && empty !== undefined && <div className={styles.empty}>{empty}</div>}
      {rows.length > 0 && noneMatch && noneMatching}
    </>
  )
}
