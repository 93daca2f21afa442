/** State of stale prices: dimmed, with their age and the reason. Undefined for fresh or missing prices. */
import { type PanelState, type ResourceLike, panelStateOf } from '../../ui/panel/panel-state.ts'

export function staleState(prices: ResourceLike): Extract<PanelState, { kind: 'stale' }> | undefined {
  const state = panelStateOf(prices, { what: 'prices' })
  return state.kind === 'stale' ? state : undefined
}
