/** Panels loaded after the chain: the draft's legs, its ticket, and the wire preview. */
export { StructurePanel } from './structure/structure-panel.tsx'
export { EffectsPanel } from './payoff/effects-panel.tsx'
export { TicketPanel } from './ticket/ticket-panel.tsx'
export { WirePanel } from './ticket/wire-panel.tsx'
export { HeldHere } from './structure/held-here.tsx'
