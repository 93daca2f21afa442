/** Prices that are shown although they are old: dimmed, with their age and why no newer ones came. Undefined for fresh ones, and for none. */
import { type PanelState, type ResourceLike, panelStateOf } from '../../ui/panel/panel-state.ts'

export function staleState(prices: ResourceLike): Extract<PanelState, { kind: 'stale' }> | undefined {
  const state = panelStateOf(prices, { what: 'prices' })
  return state.kind === 'stale' ? state : undefined
}
