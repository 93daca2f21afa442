/** Panels that the chain does not wait for: their code follows its rows. */
import { Skeleton } from '../../ui/controls/skeleton.tsx'
import { deferred } from '../../ui/deferred.tsx'
import { Panel } from '../../ui/panel/panel.tsx'
import wire from './ticket/wire-panel.module.css'

const waiting = (title: string) => (
  <Panel title={title}>
    <Skeleton />
  </Panel>
)

export const { Component: PayoffPanel, preload: preloadPayoff } = deferred(
  async () => (await import('./payoff/payoff-panel.tsx')).PayoffPanel,
  waiting('Payoff'),
)
export const { Component: StartPanel } = deferred(async () => (await import('./start/start-panel.tsx')).StartPanel, waiting('Payoff'))
// Legs, ticket and wire preview are one file, so that they come at once.
const draftPanels = () => import('./draft-panels.ts')
export const { Component: StructurePanel } = deferred(async () => (await draftPanels()).StructurePanel, waiting('Legs'))
export const { Component: TicketPanel } = deferred(async () => (await draftPanels()).TicketPanel, null)
export const { Component: WirePanel } = deferred(
  async () => (await draftPanels()).WirePanel,
  // As high as it will be folded: the payoff above is drawn for the room that is left.
  ({ fold }) => (fold.open ? null : <section className={wire.line} aria-busy="true" />),
)
export const { Component: LiveRfqPanel } = deferred(async () => (await import('./rfq/live-rfq-panel.tsx')).LiveRfqPanel, waiting('RFQ'))
