/** Where the page's socket stands, for screens and polls. */
import { createStore, useStore } from '../browser/store.ts'

export type FeedState =
  /** Nobody is signed in, or the page has been hidden for long. */
  | { readonly kind: 'off' }
  | { readonly kind: 'connecting' }
  /** Logged in, and heard of lately. */
  | { readonly kind: 'live' }
  /** Lost, and tried again by itself. */
  | { readonly kind: 'waiting'; readonly why: string; readonly failures: number }
  /** The venue takes no login here; nothing is tried until the session or the venue is another, or the page wakes. */
  | { readonly kind: 'refused'; readonly why: string }
  /** The venue has none. */
  | { readonly kind: 'absent' }

export const feedState = createStore<FeedState>({ kind: 'off' })

export const useFeedState = (): FeedState => useStore(feedState)
export const useFeedIsLive = (): boolean => useStore(feedState).kind === 'live'
export const feedIsLive = (): boolean => feedState.get().kind === 'live'
