/** The positions, grouped by base, expiry and structure or flat; ticked legs become a package in the builder. */
import { Link, useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo, useRef, useState } from 'react'
import { buttonClass } from '../../../ui/controls/button.tsx'
import { Segmented } from '../../../ui/controls/segmented.tsx'
import { DataGrid, type GridHandle } from '../../../ui/grid/data-grid.tsx'
import { faceOfResource } from '../../../ui/panel/face.ts'
import { Panel } from '../../../ui/panel/panel.tsx'
import { SetAside } from '../../../ui/panel/set-aside.tsx'
import { useWidth } from '../../../ui/panel/use-width.ts'
import { readStored, writeStored } from '../../../ui/stored.ts'
import { type AlertSubject, alertSearch } from '../../../links/alerts-link.ts'
import { gapText } from '../../../model/account/gap.ts'
import { BaseChips } from './base-chips.tsx'
import { BookFilterFields, useBookFilter } from './book-filter.tsx'
import { type BookActions, bookColumns, phoneColumns } from './book-columns.tsx'
import type { BookRow } from './book-row.ts'
import { usePicking } from '../use-picking.ts'
import { useChosenColumns } from './column-sets.ts'
import { ViewMenu } from './view-menu.tsx'
import { nextTicks, tickedLegs, tickedRows } from './ticks.ts'
import { type BookView, useBookRows } from './use-book-rows.ts'
import { upnlByBase } from '../../../model/account/totals.ts'
import styles from '../portfolio.module.css'
import { bookMenu } from '../actions/position-menu.ts'
import type { PositionRow } from '../../../model/account/position-rows.ts'
import { Closing, DraftDialogs, TickedActions, useDrafts } from '../actions/ticked-actions.tsx'
import type { Portfolio } from '../../../model/account/use-portfolio.ts'

const noRows: readonly PositionRow[] = []
const rowId = (row: BookRow): string => row.id
const depthOf = (row: BookRow): number => row.depth
const toneOf = (row: BookRow): 'group' | undefined => (row.kind === 'base' ? 'group' : undefined)
const baseKey = 'legwork.book.base'

const flat = {
  title: 'No open positions',
  detail: 'What you trade shows up here by itself.',
  action: (
    <Link to="/build" className={buttonClass({ variant: 'secondary', size: 'sm' })}>
      Build a spread
    </Link>
  ),
}

const views = [
  { value: 'grouped', label: 'Grouped', hint: 'By base, expiry and structure' },
  { value: 'flat', label: 'Flat', hint: 'One row a position' },
] as const satisfies readonly { value: BookView; label: string; hint: string }[]

/** The base that is shown alone, kept in this browser. */
function useChosenBase(bases: readonly { readonly base: string }[]) {
  const [base, setBase] = useState<string | undefined>(() => {
    const stored = readStored(baseKey)
    return typeof stored === 'string' ? stored : undefined
  })
  const choose = useCallback((next: string | undefined) => {
    setBase(next)
    writeStored(baseKey, next ?? null)
  }, [])
  return [bases.some(each => each.base === base) ? base : undefined, choose] as const
}

/** Opens the alert of a figure. */
function useWatch(): (what: AlertSubject) => void {
  const navigate = useNavigate()
  return useCallback(what => void navigate({ to: '.', search: old => ({ ...old, ...alertSearch(what) }) }), [navigate])
}

/** The ticked rows, and the legs that they stand for. */
function useTicks(rows: readonly BookRow[]) {
  const [ticks, setTicks] = useState<ReadonlySet<string>>(new Set())
  const ticked = useMemo(() => tickedLegs(rows, ticks), [rows, ticks])
  const selectedIds = useMemo(() => tickedRows(rows, ticks), [rows, ticks])
  return { ticked, selectedIds, tick: (now: readonly BookRow[]) => setTicks(nextTicks(rows, ticks, now)) }
}

function columnsOf(isTree: boolean, isPhone: boolean, actions: BookActions) {
  const all = bookColumns(isTree, actions)
  return isPhone ? phoneColumns(all) : all
}

export function PositionsPanel({ portfolio }: { readonly portfolio: Portfolio }) {
  const { positions, positionRows = noRows, indexes, gap } = portfolio
  const isWhole = gap === undefined
  const isPhone = useWidth() === 'narrow'
  const groups = useMemo(() => upnlByBase(positionRows, indexes), [positionRows, indexes])
  const [base, setBase] = useChosenBase(groups)
  const shown = useMemo(() => (base === undefined ? positionRows : positionRows.filter(row => row.base === base)), [positionRows, base])
  const { filter, setFilter, expiries, shown: filtered } = useBookFilter(shown)
  const { rows, view, choose, toggle, openAll, closeAll } = useBookRows(filtered, isPhone, isWhole)
  const chosen = useChosenColumns()
  const [shownColumns, setShownColumns] = useState<readonly string[]>([])
  const grid = useRef<GridHandle>(null)
  const { ticked, selectedIds, tick } = useTicks(rows)
  const picking = usePicking({ rows, ticked, filtered: filtered === positionRows ? undefined : filtered })
  const drafts = useDrafts()
  const watch = useWatch()
  const { close } = drafts
  const isTree = view === 'grouped'
  const columns = useMemo(() => columnsOf(isTree, isPhone, { toggle, close: row => close(row.legs) }), [isTree, isPhone, toggle, close])
  const id = isPhone ? 'positions-phone' : isTree ? 'book' : 'positions'
  return (
    <Panel
      title="Positions"
      face={faceOfResource(positions, { what: 'positions', empty: positionRows.length === 0 && flat })}
      toolbar={
        <>
          {!isPhone && <Segmented label="Rows" hideLabel size="sm" value={view} options={views} onChange={choose} />}
          <BaseChips groups={groups} base={base} onChange={setBase} stale={portfolio.stale} isWhole={isWhole} />
          <BookFilterFields filter={filter} setFilter={setFilter} expiries={expiries} shown={filtered.length} of={shown.length} />
          <span className={styles.spring} />
          <SetAside rows={positions.setAside} label={gap?.kind === 'unread' ? gapText(gap) : undefined} />
          {!isPhone && (
            <ViewMenu
              columns={columns}
              chosen={chosen}
              shown={shownColumns}
              grid={grid}
              groups={isTree ? { open: openAll, close: closeAll } : undefined}
            />
          )}
          {!isPhone && <TickedActions ticked={ticked} rows={rows} drafts={drafts} gap={gap} />}
        </>
      }
    >
      <div className={styles.closable}>
        <Closing drafts={drafts} />
        <div className={styles.picking} {...picking}>
          <DataGrid
            key={id}
            id={id}
            label="Positions"
            testId="positions-grid"
            rows={rows}
            columns={columns}
            rowId={rowId}
            rowTone={toneOf}
            rowMenu={row => bookMenu(row, drafts, watch, isWhole)}
            {...(isTree ? { depthOf } : {})}
            handle={grid}
            empty={<p className={styles.noMatch}>No position matches the filter.</p>}
            {...(isPhone ? {} : { columnSet: chosen.set, onColumnsShown: setShownColumns })}
            {...(isPhone ? {} : { selectedIds, onSelectionChange: tick })}
          />
        </div>
      </div>
      <DraftDialogs drafts={drafts} rows={rows} />
    </Panel>
  )
}
