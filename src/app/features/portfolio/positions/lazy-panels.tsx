/** Parts that are not in the first render; their code loads after figures and tables. */
import { memo } from 'react'
import { Skeleton } from '../../../ui/controls/waiting.tsx'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { waitingPanel } from '../../../ui/panel/waiting-panel.tsx'

export const RiskPanel = memo(
  lazyComponent(async () => (await import('../risk/risk-panel.tsx')).RiskPanel, waitingPanel('Risk'), {
    isLater: true,
  }),
)
export const HistoryPanel = memo(
  lazyComponent(async () => (await import('../history/history-panel.tsx')).HistoryPanel, waitingPanel('History'), {
    isLater: true,
  }),
)
export const TradesReader = lazyComponent(
  async () => (await import('../trades/trades-reader.tsx')).TradesReader,
  null,
  { isLater: true },
)
export const ClosedTradesView = lazyComponent(
  async () => (await import('../trades/closed-trades-view.tsx')).ClosedTradesView,
  <Skeleton />,
)
