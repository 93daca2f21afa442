/**
 * Connects the socket with the lazily loaded Flow: its listener, its requests, and why a venue lacks these messages.
 */
import type { FeedMessage } from '../../../core/contract/feed.ts'
import { createStore, useStore } from '../browser/store.ts'
import { useFeedState } from './feed-state.ts'

export interface FlowListener {
  isWanted(): boolean
  take(message: FeedMessage): void
  unread(): void
  connectionChanged(isLive: boolean): void
  forget(): void
}

/** Why the venue has no such messages; undefined unless it is known to lack them. */
export const flowLack = createStore<string | undefined>(undefined)

export const flowLink: { listener: FlowListener | undefined; request(wanted: boolean): void } = {
  listener: undefined,
  request: () => undefined,
}

const noSocket = 'The venue has no socket, and only a socket reports the RFQs of others.'

export function useFlowLack(): string | undefined {
  const known = useStore(flowLack)
  return useFeedState().kind === 'absent' ? noSocket : known
}
