/** Panels that the chain does not wait for: their code follows its rows. */
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { waitingPanel } from '../../ui/panel/waiting-panel.tsx'
import wire from './ticket/wire-panel.module.css'

export const PayoffPanel = lazyComponent(async () => (await import('./payoff/payoff-panel.tsx')).PayoffPanel, waitingPanel('Payoff'))
export const DrawPanel = lazyComponent(async () => (await import('./draw-payoff/draw-panel.tsx')).DrawPanel, waitingPanel('Payoff'))
export const ViewFinder = lazyComponent(async () => (await import('./draw-payoff/view-finder.tsx')).ViewFinder)
export const StartPanel = lazyComponent(async () => (await import('./start/start-panel.tsx')).StartPanel, waitingPanel('Payoff'))
// Legs, ticket and wire preview are one file, so that they come at once.
const draftPanels = () => import('./draft-panels.ts')
export const StructurePanel = lazyComponent(async () => (await draftPanels()).StructurePanel, waitingPanel('Legs'))
export const EffectsPanel = lazyComponent(async () => (await draftPanels()).EffectsPanel)
export const TicketPanel = lazyComponent(async () => (await draftPanels()).TicketPanel)
export const WirePanel = lazyComponent(
  async () => (await draftPanels()).WirePanel,
  // As high as it will be folded: the payoff above is drawn for the room that is left.
  ({ fold }) => (fold.open ? null : <section className={wire.line} aria-busy="true" />),
)
export const LiveRfqPanel = lazyComponent(async () => (await import('./rfq/live-rfq-panel.tsx')).LiveRfqPanel, waitingPanel('RFQ'))
