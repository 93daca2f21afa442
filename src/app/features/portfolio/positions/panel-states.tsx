/** What the positions panel shows in place of rows. */
import { zero } from '../../../../core/domain/decimal.ts'
import { serverNowMs } from '../../../api/venue/clock.ts'
import { Button, buttonClass } from '../../../ui/controls/button.tsx'
import { formatPnl } from '../../../ui/format/format-decimal.ts'
import type { PanelState } from '../../../ui/panel/panel-state.ts'
import { Link } from '../../../ui/router/link.tsx'
import { startTour } from '../../../ui/tour/tour-store.ts'
import styles from '../portfolio.module.css'
import type { Trades } from '../trades/trades-reader.tsx'
import type { ShownRows } from './use-shown-rows.tsx'

const flat = {
  title: 'No open positions',
  detail: 'Build a structure, ask for quotes and take one; or trade one instrument.',
  action: (
    <div className={styles.first}>
      <Link to="/build" className={buttonClass({ variant: 'primary', size: 'sm' })}>
        Build a structure
      </Link>
      <Link to="/markets" className={buttonClass({ size: 'sm' })}>
        Trade one instrument
      </Link>
      <Button size="sm" onClick={() => startTour(serverNowMs())}>
        Take the tour
      </Button>
    </div>
  ),
}

const loadingTrades: PanelState = { kind: 'waiting', label: 'Loading trades' }

export const openState = (state: PanelState, { view, trades }: ShownRows): PanelState =>
  view === 'trades' && trades === undefined && (state.kind === 'ready' || state.kind === 'stale')
    ? loadingTrades
    : state

export function emptyState({ trades, chooseTrades }: ShownRows) {
  const { count, realised } = trades?.closed ?? { count: 0, realised: zero }
  if (count === 0) return flat
  return {
    title: flat.title,
    detail: `${count} closed ${count === 1 ? 'trade' : 'trades'}, ${formatPnl(realised)} USD.`,
    action: (
      <Button size="sm" onClick={() => chooseTrades('closed')}>
        Show closed trades
      </Button>
    ),
  }
}

/** Depends on the observed trades, not on present positions. */
export function closedState(trades: Trades | undefined): PanelState {
  if (trades === undefined) return loadingTrades
  if (trades.closed.count > 0) return { kind: 'ready' }
  return {
    kind: 'empty',
    title: 'No closed trades',
    detail: 'A trade appears here once all of it is closed or settled.',
  }
}
