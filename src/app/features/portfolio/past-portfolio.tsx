/**
 * Portfolio at a past minute: figures, positions and balances by the same models. Nothing on it can trade. Missing data
 * is a dash with the reason.
 */
import { type CSSProperties, type ReactNode, useMemo } from 'react'
import { gapText } from '../../../core/account/gap.ts'
import type { PastState } from '../../../core/account/past-state.ts'
import type { PositionRow } from '../../../core/account/position-rows.ts'
import { stripHostile } from '../../../core/domain/safe-text.ts'
import { useAccountChoices } from '../../model/account/account-choices.ts'
import { usePast } from '../../model/account/use-past.ts'
import { useKnownPast } from '../../model/account/use-realised.ts'
import { Table } from '../../ui/grid/table.tsx'
import type { PanelState } from '../../ui/panel/panel-state.ts'
import { Panel } from '../../ui/panel/panel.tsx'
import { PanelStateView } from '../../ui/panel/panel-state-view.tsx'
import { useIsUltrawide, useWidth } from '../../ui/panel/use-width.ts'
import { useReady } from '../../ui/use-ready.ts'
import { balanceColumns } from './balance-columns.ts'
import { figures } from './header/figures.tsx'
import { BalanceNotes, FigureLine } from './header/header-figure.tsx'
import { DayFigure, RealisedFigure } from './header/history-stats.tsx'
import { twoLinesPx } from '../../ui/grid/row-height.ts'
import header from './header/header.module.css'
import styles from './portfolio.module.css'
import { arrangePositions } from './positions/position-nodes.ts'
import { depthOf, gridIds, rowId, toneOf } from './positions/positions-table.ts'
import { flatRows, treeRows } from './positions/positions-tree.ts'
import { useChosenColumns } from './positions/column-sets.ts'
import { useClosedGroups, usePositionsView } from './positions/use-positions-rows.ts'
import { packageTrades } from './rows/package-trades.ts'
import { pastColumns } from './rows/positions-columns.tsx'
import { phoneColumns } from './rows/positions-widths.tsx'

export function PastPortfolio({ atMs }: { readonly atMs: number }): ReactNode {
  const { state, isReading, fault } = usePast(atMs)
  useReady(state !== undefined && !isReading && fault === undefined)
  if (fault !== undefined)
    return (
      <PanelStateView
        state={{ kind: 'failed', title: 'The stored data cannot be read', detail: stripHostile(fault) }}
      />
    )
  if (state === undefined)
    return <PanelStateView state={{ kind: 'waiting', label: 'Loading the stored data of this minute' }} />
  return (
    <>
      <PastHeader state={state} isReading={isReading} />
      <div className={styles.held} data-testid="past-portfolio" data-at={state.atMs} data-reading={isReading}>
        <PastPositions state={state} />
        <PastBalances state={state} />
      </div>
    </>
  )
}

interface PastProps {
  readonly state: PastState
}

function PastHeader({ state, isReading }: PastProps & { readonly isReading: boolean }): ReactNode {
  const { gap, realised } = state
  const { equity, dayStart: start } = useAccountChoices()
  const past = useKnownPast()
  const plain = { stale: isReading, explain: undefined, gap }
  const change = state.changeSince(equity, start)
  return (
    <section
      className={header.header}
      aria-label="Totals of then"
      data-testid="portfolio-header"
      data-stale={isReading}
    >
      <FigureLine
        data={state}
        stale={isReading}
        drawn={{
          day: <DayFigure key="day" id="day" text={figures.day} {...plain} change={change} jumps={[]} start={start} />,
          realised: (
            <RealisedFigure
              key="realised"
              id="realised"
              text={figures.realised}
              {...plain}
              realised={realised}
              past={past}
            />
          ),
        }}
      />
    </section>
  )
}

const noRows: readonly PositionRow[] = []

function stateOf({ gap, rows }: PastState): PanelState {
  if (gap !== undefined) return { kind: 'empty', title: 'This minute was not recorded', detail: notRecorded }
  if (rows === undefined) return { kind: 'empty', title: 'Positions of this minute are not stored', detail: manyHeld }
  return rows.length === 0
    ? { kind: 'empty', title: 'No open positions', detail: 'Nothing was held then.' }
    : { kind: 'ready' }
}
const notRecorded =
  'No page was signed in then and no recorder ran, or only one sample an hour or day is stored of that time. The arrows beside the scrubber lead to the nearest recorded minute.'
const manyHeld =
  'Of an account that holds very many, positions are stored once an hour: try the first minutes of the hour.'

function PastPositions({ state }: PastProps): ReactNode {
  const { rows = noRows, orders, atMs } = state
  const isPhone = useWidth() === 'narrow'
  const isUltrawide = useIsUltrawide()
  const { view: chosenView } = usePositionsView(isPhone)
  const view = chosenView === 'flat' || isPhone ? 'flat' : 'grouped'
  const { closed, toggle } = useClosedGroups()
  const chosen = useChosenColumns('net')
  const arranged = useMemo(() => arrangePositions(rows, packageTrades(orders), []), [rows, orders])
  const shown = useMemo(
    () => (view === 'flat' ? flatRows(rows) : treeRows(arranged, rows, closed)),
    [view, rows, arranged, closed],
  )
  const nowMs = useMemo(() => () => atMs, [atMs])
  const columns = useMemo(() => {
    const all = pastColumns(view !== 'flat', { toggle, isUltrawide, nowMs })
    return isPhone ? phoneColumns(all, 'upnl') : all
  }, [view, isPhone, isUltrawide, toggle, nowMs])
  return (
    <Panel title="Positions" state={stateOf(state)} toolbar={<span className={styles.hint}>as they stood then</span>}>
      <div className={styles.picking} data-lines={isPhone ? 2 : 1}>
        <Table
          key={view}
          rowPx={isPhone ? twoLinesPx : undefined}
          id={`past-${gridIds[view]}${isPhone ? '-phone' : ''}`}
          label="Positions of then"
          testId="positions-grid"
          rows={shown}
          columns={columns}
          rowId={rowId}
          rowTone={toneOf}
          {...(view === 'flat' ? {} : { depthOf })}
          {...(isPhone ? {} : { columnSet: chosen.set })}
        />
      </div>
    </Panel>
  )
}

const assetColumns = balanceColumns(() => undefined).filter(column => column.id !== 'age')
const assetSet = { ids: ['cash', 'usd', 'available', 'reserved', 'withdrawable', 'rate'], isFitted: true }

function PastBalances({ state }: PastProps): ReactNode {
  const { gap, balanceRows } = state
  return (
    <Panel
      title="Balances"
      height="content"
      state={
        gap === undefined ? { kind: 'ready' } : { kind: 'empty', title: 'No balances', detail: `${gapText(gap)}.` }
      }
      toolbar={<BalanceNotes data={state} stale={false} />}
    >
      <div className={styles.unfolded} style={{ '--rows': balanceRows.length } as CSSProperties}>
        <Table
          id="past-balances"
          label="Balances of then"
          testId="balances-grid"
          rows={balanceRows}
          columns={assetColumns}
          columnSet={assetSet}
          rowId={row => row.id}
        />
      </div>
    </Panel>
  )
}
