import type { FeedState } from '../../../core/client/feed-connection.ts'
import { createStore, useStore } from '../browser/store.ts'

export type { FeedState }

export const feedState = createStore<FeedState>({ kind: 'off' })

export const useFeedState = (): FeedState => useStore(feedState)
export const useFeedIsLive = (): boolean => useStore(feedState).kind === 'live'
export const feedIsLive = (): boolean => feedState.get().kind === 'live'
