/** Positions grouped by base, expiry and structure, or flat; ticked legs become a package in the builder. */
import { memo, type ReactNode, type RefObject, useCallback, useMemo, useRef, useState } from 'react'
import { serverNowMs } from '../../../api/venue/clock.ts'
import { presentOwner } from '../../../api/venue/owner.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Table } from '../../../ui/grid/table.tsx'
import type { TableHandle } from '../../../ui/grid/data-grid-props.ts'
import { panelStateOf } from '../../../ui/panel/panel-state.ts'
import { Panel } from '../../../ui/panel/panel.tsx'
import { RejectedRows } from '../../../ui/panel/rejected-rows.tsx'
import { useIsUltrawide, useWidth } from '../../../ui/panel/use-width.ts'
import type { PackageLeg } from '../../../../core/domain/package/package-leg.ts'
import { lineSearch, priceSearch } from '../../../links/overlay-links.ts'
import { alertSearch, type AlertSubject } from '../../../links/alerts-link.ts'
import { gapText } from '../../../../core/account/gap.ts'
import { BaseChips } from './base-chips.tsx'
import { PositionsFilterFields } from './positions-filter.tsx'
import { type PositionsActions, positionsColumns } from '../rows/positions-columns.tsx'
import { phoneColumns } from '../rows/positions-widths.tsx'
import { usePicking } from '../rows/use-picking.ts'
import { ClosedTradesView } from './lazy-panels.tsx'
import type { Trades } from '../trades/trades-reader.tsx'
import { ViewSwitch } from './view-switch.tsx'
import { useChosenColumns } from './column-sets.ts'
import { positionsCsv } from './positions-csv.ts'
import { saveCsv } from '../../../ui/save-file.ts'
import { copyTable, saveTable, sheetName } from './take-table.ts'
import { twoLinesPx } from '../../../ui/grid/row-height.ts'
import { ViewMenu } from './view-menu.tsx'
import { closedState, emptyState, openState } from './panel-states.tsx'
import { type ShownRows, noRows, type TradesShown, useShownRows } from './use-shown-rows.tsx'
import { useTicks } from '../rows/use-ticks.ts'
import { canTick, depthOf, gridIds, noRowsText, type PositionsView, rowId, toneOf } from './positions-table.ts'
import styles from '../portfolio.module.css'
import { positionsMenu, tradeItems } from '../actions/position-menu.ts'
import { useGrouping } from '../actions/group-actions.tsx'
import { Closing, DraftDialogs, TickedActions, useDrafts } from '../actions/ticked-actions.tsx'
import { useLastPositions } from '../../../model/account/use-last-rows.ts'
import { useNavigate } from '../../../ui/router/use-router.ts'
import { useStable } from '../../../ui/use-stable.ts'
import type { Portfolio } from '../../../model/account/use-portfolio.ts'
import { useCommands } from '../../../ui/commands/use-commands.ts'
import { Segmented } from '../../../ui/controls/segmented.tsx'

const options = [
  { value: 'open', label: 'Open', hint: 'Trades with something still open' },
  { value: 'closed', label: 'Closed', hint: 'Closed trades, with their realised P&L' },
] as const satisfies readonly { value: TradesShown; label: string; hint: string }[]

interface TradesSwitchProps {
  readonly shown: TradesShown
  readonly choose: (shown: TradesShown) => void
}

const TradesSwitch = memo(function TradesSwitch({ shown, choose }: TradesSwitchProps) {
  const next = shown === 'open' ? 'closed' : 'open'
  useCommands([
    { id: 'portfolio.trades.closed', name: `Show ${next} trades`, group: 'Portfolio', run: () => choose(next) },
  ])
  return <Segmented<TradesShown> label="Trades" compact value={shown} options={options} onChange={choose} />
})

function useWatch(): (what: AlertSubject) => void {
  const navigate = useNavigate()
  return useCallback(what => navigate({ to: '.', search: old => ({ ...old, ...alertSearch(what) }) }), [navigate])
}

function useOverTime(): (legs: readonly PackageLeg[]) => void {
  const navigate = useNavigate()
  return useCallback(legs => navigate({ to: '.', search: old => ({ ...old, ...priceSearch(legs) }) }), [navigate])
}

function useShowLine(): (id: string) => void {
  const navigate = useNavigate()
  return useCallback(id => navigate({ to: '.', search: old => ({ ...old, ...lineSearch(id) }) }), [navigate])
}

function columnsOf(
  view: PositionsView,
  isPhone: boolean,
  actions: PositionsActions,
  ofTrades: Trades['columnsOf'] | undefined,
) {
  const all = (view === 'trades' ? ofTrades?.(actions) : undefined) ?? positionsColumns(view !== 'flat', actions)
  return isPhone ? phoneColumns(all, view === 'trades' ? 'pnl' : 'upnl') : all
}

interface NarrowingProps {
  readonly book: ShownRows
  readonly isPhone: boolean
  readonly stale: boolean
}

function Narrowing({ book, isPhone, stale }: NarrowingProps) {
  const { filter, setFilter, expiries } = book
  return (
    <>
      <ViewSwitch view={book.view} choose={book.choose} isPhone={isPhone} />
      {book.view === 'trades' && <TradesSwitch shown={book.tradesShown} choose={book.chooseTrades} />}
      {!book.isClosed && (
        <>
          <BaseChips
            groups={book.groups}
            base={book.base}
            onChange={book.setBase}
            stale={stale}
            isWhole={book.isWhole}
          />
          <PositionsFilterFields
            filter={filter}
            setFilter={setFilter}
            expiries={expiries}
            shown={book.shown.length}
            of={book.of}
          />
        </>
      )}
    </>
  )
}

function useHeld(book: ShownRows, grid: RefObject<TableHandle | null>, isPhone: boolean, isLast: boolean) {
  const { rows, view, toggle, openAll, closeAll, trades } = book
  const chosen = useChosenColumns(view === 'trades' ? 'trades' : 'net')
  const [shownColumns, setShownColumns] = useState<readonly string[]>([])
  const ticks = useTicks(rows, grid)
  const picking = usePicking({ rows, ticked: ticks.legs.ticked, filtered: isLast ? undefined : book.filtered })
  const drafts = useDrafts()
  const byHand = useGrouping(view === 'grouped' && !isLast, ticks.legs)
  const { close } = drafts
  const watch = useWatch()
  const overTime = useOverTime()
  const treeActions = useMemo(() => ({ open: openAll, close: closeAll }), [openAll, closeAll])
  const isUltrawide = useIsUltrawide()
  const columns = useMemo(
    () => columnsOf(view, isPhone, { toggle, close: row => close(row.legs), isUltrawide }, trades?.columnsOf),
    [view, isPhone, toggle, close, isUltrawide, trades?.columnsOf],
  )
  const groups = view === 'flat' ? undefined : treeActions
  return {
    chosen,
    shownColumns,
    setShownColumns,
    ...ticks,
    picking,
    drafts,
    watch,
    overTime,
    columns,
    groups,
    grid,
    isPhone,
    ...byHand,
  }
}

interface HeldProps {
  readonly book: ShownRows
  readonly held: ReturnType<typeof useHeld>
  readonly onLine: (id: string) => void
}

function HeldGrid({ book, held, onLine }: HeldProps) {
  const { rows, view, trades, isWhole } = book
  const { isPhone, drafts, grid } = held
  const id = isPhone ? `${gridIds[view]}-phone` : gridIds[view]
  return (
    <div className={styles.closable} onPointerDownCapture={book.keep} onKeyDownCapture={book.keep}>
      <Closing drafts={drafts} />
      <div className={styles.picking} data-lines={isPhone ? 2 : 1} {...held.picking}>
        <Table
          key={id}
          id={id}
          label={view === 'trades' ? 'Trades' : 'Positions'}
          testId="positions-grid"
          rows={rows}
          columns={held.columns}
          rowId={rowId}
          rowPx={isPhone ? twoLinesPx : undefined}
          rowTone={toneOf}
          rowMenu={row => [
            ...positionsMenu(row, drafts, held.watch, isWhole, held.grouping, held.overTime),
            ...tradeItems(row.trade?.id, onLine),
          ]}
          {...(view === 'flat' ? {} : { depthOf })}
          handle={grid}
          empty={<p className={styles.noMatch}>{noRowsText(view, book.filtered !== undefined)}</p>}
          {...(isPhone ? {} : { columnSet: held.chosen.set, onColumnsShown: held.setShownColumns })}
          {...(isPhone ? {} : { selectedIds: held.selectedIds, onSelectionChange: held.tick, canTick })}
        />
      </div>
      {trades?.proof}
    </div>
  )
}

function saveHeld(book: ShownRows, { legs, columns, grid }: ReturnType<typeof useHeld>, agoMs: number): void {
  if (book.view === 'trades') return saveTable(grid, 'trades')
  const ticked = new Set(legs.tickedLegs().map(leg => leg.position.id))
  const positions = ticked.size === 0 ? book.shown : book.all.filter(({ id }) => ticked.has(id))
  const { all, packages: trades, own } = book
  saveCsv(
    positionsCsv({
      positions,
      all,
      trades,
      own,
      columns,
      account: presentOwner()?.account,
      atMs: serverNowMs() - agoMs,
    }),
    sheetName('positions'),
  )
}

function ClosedTools({ grid, disabled }: { readonly grid: RefObject<TableHandle | null>; readonly disabled: boolean }) {
  return (
    <>
      <Button size="sm" disabled={disabled} onClick={() => void copyTable(grid)}>
        Copy
      </Button>
      <Button size="sm" disabled={disabled} onClick={() => saveTable(grid, 'closed-trades')}>
        CSV
      </Button>
    </>
  )
}

const Bar = ({ view, children }: { readonly view: PositionsView; readonly children: ReactNode }) => (
  <div className={styles.bar}>
    <div className={styles.barRow} data-view={view}>
      {children}
    </div>
  </div>
)

export function PositionsPanel({ portfolio }: { readonly portfolio: Portfolio }) {
  const { positions, gap } = portfolio
  const known = useLastPositions(positions)
  const isPhone = useWidth() === 'narrow'
  const book = useShownRows(portfolio, known?.rows, isPhone)
  const { rows, trades, isClosed } = book
  const last = book.isLastKnown ? known : undefined
  const grid = useRef<TableHandle>(null)
  const held = useHeld(book, grid, isPhone, last !== undefined)
  const { drafts, legs } = held
  const showLine = useShowLine()
  const save = useStable(() => saveHeld(book, held, (last?.agoMs ?? positions.receivedAgoMs)() ?? 0))
  const empty = (portfolio.positionRows ?? noRows).length === 0 && emptyState(book)
  const state = isClosed
    ? closedState(trades)
    : openState(panelStateOf(positions, { what: 'positions', last, empty }), book)
  return (
    <>
      {book.reader}
      <Panel
        title="Positions"
        state={state}
        toolbar={
          <Bar view={book.view}>
            <Narrowing book={book} isPhone={isPhone} stale={portfolio.stale || last !== undefined} />
            <span className={styles.spring} />
            <RejectedRows rows={positions.rejectedRows} label={gap?.kind === 'unread' ? gapText(gap) : undefined} />
            {!isPhone && isClosed && <ClosedTools grid={grid} disabled={state.kind !== 'ready'} />}
            {!isPhone && !isClosed && (
              <>
                {/* Last known rows cannot be drafted. */}
                <TickedActions legs={legs} hasRows={last === undefined && rows.length > 0} drafts={drafts} gap={gap} />
                <ViewMenu
                  columns={held.columns}
                  chosen={held.chosen}
                  shown={held.shownColumns}
                  grid={grid}
                  save={save}
                  groups={held.groups}
                />
              </>
            )}
          </Bar>
        }
      >
        {isClosed && trades !== undefined ? (
          <ClosedTradesView book={trades.book} isPhone={isPhone} grid={grid} onLine={showLine} />
        ) : (
          <HeldGrid book={book} held={held} onLine={showLine} />
        )}
        <DraftDialogs drafts={drafts} rows={rows} />
        {held.dialog}
      </Panel>
    </>
  )
}
