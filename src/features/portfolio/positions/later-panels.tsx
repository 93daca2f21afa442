/** What is not in the first picture: its code follows the figures and the tables, which nothing should keep waiting. */
import { memo } from 'react'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import { deferred } from '../../../ui/deferred.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'

const waiting = (title: string) => (
  <Panel title={title}>
    <Skeleton />
  </Panel>
)

const risk = deferred(async () => (await import('../risk/risk-panel.tsx')).RiskPanel, waiting('Risk'))
const history = deferred(async () => (await import('../history/history-panel.tsx')).HistoryPanel, waiting('History'))
const trades = deferred(async () => (await import('../trades/trades-reader.tsx')).TradesReader, null)
const closed = deferred(async () => (await import('../trades/closed-trades-view.tsx')).ClosedTradesView, <Skeleton />)

export const [RiskPanel, HistoryPanel] = [memo(risk.Component), memo(history.Component)]
export const { Component: TradesReader } = trades
export const { Component: ClosedTradesView } = closed
