/**
 * Between the page's socket and Flow, whose code comes with its screen: who listens, how it asks, and why a venue has none of these messages.
 */
import type { FeedMessage } from '../../contract/feed.ts'
import { createStore, useStore } from '../browser/store.ts'
import { useFeedState } from './feed-state.ts'

export interface FlowListener {
  isWanted(): boolean
  take(message: FeedMessage): void
  /** A message about an RFQ could not be read. */
  unread(): void
  connectionChanged(isLive: boolean): void
  /** Another venue. */
  forget(): void
}

/** Why the venue has no such messages; undefined while it is not known to lack them. */
export const flowLack = createStore<string | undefined>(undefined)

export const flowLink: { listener: FlowListener | undefined; request(wanted: boolean): void } = {
  listener: undefined,
  request: () => undefined,
}

const noSocket = 'The venue has no socket, and only a socket reports the RFQs of others.'

/** Why this venue has no flow to show; undefined while it may have one. */
export function useFlowLack(): string | undefined {
  const known = useStore(flowLack)
  return useFeedState().kind === 'absent' ? noSocket : known
}
