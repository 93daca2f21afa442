/** The grid itself: made once by the grid library, then told what has changed. With its neighbours the only place that knows AG Grid. */
import { type ColDef, createGrid, type GridApi } from 'ag-grid-community'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { usePreferences } from '../theme/preferences.ts'
import { CellPortals, createCellPortalStore } from './cell-portals.tsx'
import { showTip } from './cell-tips.ts'
import { columnDefs } from './column-defs.ts'
import { asKept } from './column-state.ts'
import type { DataGridProps } from './data-grid.tsx'
import styles from './grid.module.css'
import { gridModules, gridOptions } from './grid-options.ts'
import { createSlot, type Slot } from './slot.ts'
import { useGridRows } from './use-grid-rows.ts'
import { useRowMenu } from './use-row-menu.tsx'
import { useGridSelection } from './use-grid-selection.ts'

const rowHeights = { normal: 28, compact: 22 }

interface Made<Row> {
  readonly api: GridApi<Slot<Row>>
  /** What it was made with; after that it is told. */
  readonly definitions: readonly ColDef<Slot<Row>>[]
  readonly slots: readonly Slot<Row>[]
}

interface MadeIn<Row> {
  readonly host: RefObject<HTMLDivElement | null>
  readonly made: Made<Row> | undefined
  readonly noneMatch: boolean
}

interface Given<Row> {
  readonly props: DataGridProps<Row>
  readonly definitions: ColDef<Slot<Row>>[]
  readonly rowHeight: number
}

/** Makes the grid in its host, with its columns as the reader left them and the rows of the moment, and unmakes it. */
function useGrid<Row>(latest: RefObject<Given<Row>>): MadeIn<Row> {
  const host = useRef<HTMLDivElement>(null)
  const [made, setMade] = useState<Made<Row>>()
  const [noneMatch, setNoneMatch] = useState(false)
  useLayoutEffect(() => {
    const element = host.current
    if (element === null) return undefined
    const { props, definitions, rowHeight } = latest.current
    const slots = props.rows.map(row => createSlot(props.rowId(row), row))
    const api = createGrid<Slot<Row>>(
      element,
      {
        ...gridOptions(() => latest.current.props),
        columnDefs: asKept(props.id, definitions),
        rowData: slots,
        rowHeight,
        headerHeight: rowHeight,
        quickFilterText: props.quickFilter ?? '',
        onModelUpdated: event => setNoneMatch(event.api.getDisplayedRowCount() === 0),
      },
      { modules: gridModules },
    )
    setMade({ api, definitions, slots })
    return () => {
      setMade(undefined)
      api.destroy()
    }
  }, [latest])
  return { host, made, noneMatch }
}

/** Tells the grid of options that have changed since it was made. */
function useGridOptions<Row>(made: Made<Row> | undefined, { props, definitions, rowHeight }: Given<Row>): void {
  const { quickFilter = '' } = props
  useLayoutEffect(() => {
    if (made !== undefined && made.api.getGridOption('rowHeight') !== rowHeight)
      made.api.updateGridOptions({ rowHeight, headerHeight: rowHeight })
  }, [made, rowHeight])
  useLayoutEffect(() => {
    if (made !== undefined && made.definitions !== definitions) made.api.setGridOption('columnDefs', definitions)
  }, [made, definitions])
  useLayoutEffect(() => {
    if (made !== undefined && made.api.getGridOption('quickFilterText') !== quickFilter)
      made.api.setGridOption('quickFilterText', quickFilter)
  }, [made, quickFilter])
}

/** Cells whose words hang on the reader's choices keep their values: they are drawn anew all the same. */
function useChoices<Row>(made: Made<Row> | undefined): void {
  const { amounts, timeZone, units } = usePreferences()
  const choices = `${amounts} ${timeZone} ${units}`
  const drawn = useRef(choices)
  useLayoutEffect(() => {
    if (made === undefined || made.api.isDestroyed() || drawn.current === choices) return
    drawn.current = choices
    made.api.refreshCells({ force: true, suppressFlash: true })
  }, [made, choices])
}

export function GridView<Row>(props: DataGridProps<Row>): ReactNode {
  const { label, rows, columns, empty } = props
  const [portals] = useState(createCellPortalStore)
  const { density } = usePreferences()
  const isTree = props.depthOf !== undefined
  const definitions = useMemo(() => columnDefs(columns, portals, isTree), [columns, portals, isTree])
  const given = { props, definitions, rowHeight: rowHeights[props.compact === true ? 'compact' : density] }
  const latest = useRef(given)
  useLayoutEffect(() => {
    latest.current = given
  })
  const { host, made, noneMatch } = useGrid(latest)
  const api = made?.api
  useGridOptions(made, given)
  useChoices(made)
  useGridRows(made, props)
  useGridSelection(api, props.selectedIds)
  const rowMenu = useRowMenu(api, props.rowMenu)
  useEffect(() => {
    host.current?.querySelector('[role="grid"], [role="treegrid"]')?.setAttribute('aria-label', label)
  }, [host, label, api])
  return (
    <>
      <div
        ref={host}
        className={styles.view}
        onContextMenu={rowMenu.ask}
        onPointerOver={event => showTip(event.target, columns, id => api?.getRowNode(id)?.data?.row)}
      />
      <CellPortals store={portals} />
      {rowMenu.menu}
      {rows.length === 0 && empty !== undefined && <div className={styles.empty}>{empty}</div>}
      {rows.length > 0 && noneMatch && (
        <div className={styles.empty}>
          <p className={styles.none}>No row matches the filter.</p>
        </div>
      )}
    </>
  )
}
