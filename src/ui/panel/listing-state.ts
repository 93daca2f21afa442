/** What stands on a screen that needs the listing while there is none. */
import type { PanelState } from './panel-state.ts'

interface Listing {
  readonly status: 'waiting' | 'ready' | 'failed'
  readonly fault?: { readonly message: string } | undefined
}

/** Of a listing that is not there: not asked yet, or the venue gave none and why. */
export function listingState({ status, fault }: Listing, retry: () => void): Extract<PanelState, { kind: 'waiting' | 'failed' }> {
  if (status !== 'failed') return { kind: 'waiting', label: 'Loading instruments' }
  return {
    kind: 'failed',
    title: 'Could not load the instruments',
    detail: `${fault?.message ?? ''} It is tried again by itself.`.trimStart(),
    retry,
  }
}
