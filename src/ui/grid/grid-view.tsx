/** The grid itself, drawn by the grid library's React component. With its neighbours the only place that knows AG Grid. */
import type { ColDef, GridApi, GridReadyEvent, GridSizeChangedEvent } from 'ag-grid-community'
import { AgGridReact } from 'ag-grid-react'
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { registerRows } from '../panel/enter-rows.ts'
import { usePreferences } from '../theme/preferences.ts'
import { showTip } from './cell-tips.ts'
import { columnDefs } from './column-defs.ts'
import { asSaved } from './column-state.ts'
import type { GridViewProps } from './data-grid-props.ts'
import { focusRow } from './grid-focus.ts'
import styles from './grid.module.css'
import { gridModules, gridOptions } from './grid-options.ts'
import { rowHeightOf } from './row-height.ts'
import { columnsIn, showColumns, useColumnSet } from './use-column-set.ts'
import { useFollowed } from './use-followed.ts'
import { useRowMenu } from './use-row-menu.tsx'

/** Cells whose words depend on the reader's choices keep their values: they are drawn again all the same. */
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

interface FirstColumns {
  /** Ids of the columns that there is room for; undefined where the columns say themselves which are shown. */
  readonly shown: readonly string[] | undefined
}

/** The columns as the reader left them, then as they are given: what has been moved and sized since, the grid remembers itself. */
function useColumnDefs<Row>({ id, columns }: GridViewProps<Row>, { shown }: FirstColumns): ColDef<Row>[] {
  const definitions = useMemo(() => columnDefs(columns), [columns])
  const [first] = useState(() => ({ definitions, asLeft: asSaved(id, definitions) }))
  const asShown = useMemo(() => (shown === undefined ? first.asLeft : showColumns(first.asLeft, columns, shown)), [first, columns, shown])
  return definitions === first.definitions ? asShown : definitions
}

/** Made with the columns that there is room for: to take some away again would draw it twice. */
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
      <div ref={host} className={styles.view} onContextMenu={rowMenu.ask} onPointerOver={event => showTip(event.target, columns, rowOf)}>
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
  const { density } = usePreferences()
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
  const rowHeight = rowHeightOf(compact === true ? 'compact' : density)
  // The same element while its own props are: a poll draws only what is around it.
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
