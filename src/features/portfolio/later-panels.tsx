/** Panels with charts: their code follows the figures, which no chart should keep waiting. */
import { Skeleton } from '../../ui/controls/skeleton.tsx'
import { deferred } from '../../ui/deferred.tsx'
import { Panel } from '../../ui/panel/panel.tsx'

const waiting = (title: string) => (
  <Panel title={title}>
    <Skeleton />
  </Panel>
)

export const { Component: RiskPanel } = deferred(async () => (await import('./risk/risk-panel.tsx')).RiskPanel, waiting('Risk'))
export const { Component: HistoryPanel } = deferred(
  async () => (await import('./history/history-panel.tsx')).HistoryPanel,
  waiting('History'),
)
