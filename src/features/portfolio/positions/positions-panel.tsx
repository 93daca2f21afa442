/** The positions, grouped by base, expiry and structure or flat; ticked legs become a package in the builder. */
import { Link, useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo, useRef, useState } from 'react'
import { buttonClass } from '../../../ui/controls/button.tsx'
import { DataGrid } from '../../../ui/grid/data-grid.tsx'
import type { GridHandle } from '../../../ui/grid/data-grid-props.ts'
import { panelStateOf } from '../../../ui/panel/panel-state.ts'
import { Panel } from '../../../ui/panel/panel.tsx'
import { SetAside } from '../../../ui/panel/set-aside.tsx'
import { useWidth } from '../../../ui/panel/use-width.ts'
import { readStored, writeStored } from '../../../ui/stored.ts'
import { type AlertSubject, alertSearch } from '../../../links/alerts-link.ts'
import { gapText } from '../../../model/account/gap.ts'
import { BaseChips } from './base-chips.tsx'
import { PositionsFilterFields, usePositionsFilter } from './positions-filter.tsx'
import { type PositionsActions, positionsColumns } from './positions-columns.tsx'
import type { PositionsRow } from './positions-row.ts'
import { phoneColumns } from './positions-widths.ts'
import { usePicking } from '../use-picking.ts'
import { ProofLine } from '../trades/proof-line.tsx'
import { tradeColumns } from '../trades/trade-columns.tsx'
import { useTradeRows } from '../trades/use-trade-rows.ts'
import { ViewSwitch } from './view-switch.tsx'
import { useChosenColumns } from './column-sets.ts'
import { ViewMenu } from './view-menu.tsx'
import { useTicks } from './use-ticks.ts'
import { type PositionsView, usePositionsRows, usePositionsView } from './use-positions-rows.ts'
import { upnlByBase } from '../../../model/account/totals.ts'
import styles from '../portfolio.module.css'
import { positionsMenu } from '../actions/position-menu.ts'
import type { PositionRow } from '../../../model/account/position-rows.ts'
import { Closing, DraftDialogs, TickedActions, useDrafts } from '../actions/ticked-actions.tsx'
import { useLastPositions } from '../../../model/account/use-last-rows.ts'
import type { Portfolio } from '../../../model/account/use-portfolio.ts'

const noRows: readonly PositionRow[] = []
const rowId = (row: PositionsRow): string => row.id
const depthOf = (row: PositionsRow): number => row.depth
const toneOf = (row: PositionsRow): 'group' | undefined => (row.kind === 'base' ? 'group' : undefined)
const baseKey = 'legwork.book.base'

const flat = {
  title: 'No open positions',
  detail: 'New positions appear here automatically.',
  action: (
    <Link to="/build" className={buttonClass({ variant: 'secondary', size: 'sm' })}>
      Build a spread
    </Link>
  ),
}

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

function columnsOf(view: PositionsView, isPhone: boolean, actions: PositionsActions) {
  const all = view === 'trades' ? tradeColumns(actions) : positionsColumns(view === 'grouped', actions)
  return isPhone ? phoneColumns(all, view === 'trades' ? 'pnl' : 'upnl') : all
}

/** One layout of columns is kept for each way of looking. */
const gridIds: Readonly<Record<PositionsView, string>> = { grouped: 'book', flat: 'positions', trades: 'trades' }

/** The rows of the grid, by the chosen view and filters: `last` while there are no others, but trades are never held against those. */
function useShownRows({ positionRows: now, indexes, gap }: Portfolio, last: readonly PositionRow[] | undefined, isPhone: boolean) {
  const { view, choose } = usePositionsView(isPhone)
  const isLastKnown = last !== undefined && view !== 'trades'
  const positionRows = (isLastKnown ? last : now) ?? noRows
  const trades = useTradeRows(view === 'trades', positionRows)
  const all = useMemo(() => (trades === undefined ? positionRows : [...positionRows, ...trades.netted]), [trades, positionRows])
  const groups = useMemo(() => upnlByBase(positionRows, indexes), [positionRows, indexes])
  const [base, setBase] = useChosenBase(groups)
  const ofBase = useMemo(() => (base === undefined ? all : all.filter(row => row.base === base)), [all, base])
  const filter = usePositionsFilter(ofBase)
  const isWhole = gap === undefined
  const book = usePositionsRows({ view, shown: filter.shown, isWhole, trades })
  const filtered = filter.shown.length === all.length ? undefined : filter.shown
  return { ...book, ...filter, of: ofBase.length, filtered, view, choose, trades, groups, base, setBase, isWhole, isLastKnown }
}

interface NarrowingProps {
  readonly book: ReturnType<typeof useShownRows>
  readonly isPhone: boolean
  readonly stale: boolean
}

/** Which rows are shown, and as what. */
function Narrowing({ book, isPhone, stale }: NarrowingProps) {
  const { filter, setFilter, expiries } = book
  return (
    <>
      <ViewSwitch view={book.view} choose={book.choose} isPhone={isPhone} />
      <BaseChips groups={book.groups} base={book.base} onChange={book.setBase} stale={stale} isWhole={book.isWhole} />
      <PositionsFilterFields filter={filter} setFilter={setFilter} expiries={expiries} shown={book.shown.length} of={book.of} />
    </>
  )
}

export function PositionsPanel({ portfolio }: { readonly portfolio: Portfolio }) {
  const { positions, gap } = portfolio
  const known = useLastPositions(positions)
  const isPhone = useWidth() === 'narrow'
  const book = useShownRows(portfolio, known?.rows, isPhone)
  const { rows, view, toggle, isWhole, trades } = book
  const last = book.isLastKnown ? known : undefined
  const chosen = useChosenColumns(view === 'trades' ? 'trades' : 'net')
  const [shownColumns, setShownColumns] = useState<readonly string[]>([])
  const grid = useRef<GridHandle>(null)
  const { legs, selectedIds, tick } = useTicks(rows, grid)
  const picking = usePicking({ rows, ticked: legs.ticked, filtered: last === undefined ? book.filtered : undefined })
  const drafts = useDrafts()
  const watch = useWatch()
  const { close } = drafts
  const { openAll, closeAll } = book
  const treeActions = useMemo(() => ({ open: openAll, close: closeAll }), [openAll, closeAll])
  const isTree = view !== 'flat'
  const columns = useMemo(() => columnsOf(view, isPhone, { toggle, close: row => close(row.legs) }), [view, isPhone, toggle, close])
  const id = isPhone ? `${gridIds[view]}-phone` : gridIds[view]
  return (
    <Panel
      title="Positions"
      state={panelStateOf(positions, { what: 'positions', last, empty: (portfolio.positionRows ?? noRows).length === 0 && flat })}
      toolbar={
        <>
          <Narrowing book={book} isPhone={isPhone} stale={portfolio.stale || last !== undefined} />
          <span className={styles.spring} />
          <SetAside rows={positions.setAside} label={gap?.kind === 'unread' ? gapText(gap) : undefined} />
          {!isPhone && (
            <ViewMenu columns={columns} chosen={chosen} shown={shownColumns} grid={grid} groups={isTree ? treeActions : undefined} />
          )}
          {!isPhone && (
            // Nothing is drafted of what was only last known.
            <TickedActions legs={legs} hasRows={last === undefined && rows.length > 0} drafts={drafts} gap={gap} />
          )}
        </>
      }
    >
      <div className={styles.closable}>
        <Closing drafts={drafts} />
        {trades !== undefined && <ProofLine trades={trades} />}
        <div className={styles.picking} {...picking}>
          <DataGrid
            key={id}
            id={id}
            label={view === 'trades' ? 'Trades' : 'Positions'}
            testId="positions-grid"
            rows={rows}
            columns={columns}
            rowId={rowId}
            rowTone={toneOf}
            rowMenu={row => positionsMenu(row, drafts, watch, isWhole)}
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
