import type { PanelState } from './panel-state.ts'

interface Listing {
  readonly status: 'waiting' | 'ready' | 'failed'
  readonly fault?: { readonly message: string } | undefined
}

export function listingState(
  { status, fault }: Listing,
  retry: () => void,
): Extract<PanelState, { kind: 'waiting' | 'failed' }> {
  if (status !== 'failed') return { kind: 'waiting', label: 'Loading instruments' }
  return {
    kind: 'failed',
    title: 'Could not load the instruments',
    detail: `${fault?.message ?? ''} It is retried automatically.`.trimStart(),
    retry,
  }
}
