/** What stands beside the chain once there is time for it: the draft's legs, its ticket, and what is sent. */
export { StructurePanel } from './structure/structure-panel.tsx'
export { EffectsPanel } from './payoff/effects-panel.tsx'
export { TicketPanel } from './ticket/ticket-panel.tsx'
export { WirePanel } from './ticket/wire-panel.tsx'
