/** When an order ends: cycles for a firm one, the interest's time-out for an RFQ. Known only of what this browser sent. */
import { isRecvWindow, lifeWindow } from '../../domain/cycles.ts'
import { isRfqMarket } from '../../domain/order.ts'
import type { SentOrder } from './sent-order.ts'

export interface OrderLife {
  readonly startMs: number
  /** Certainly alive until here. */
  readonly endEarliestMs: number
  /** Certainly ended by here. */
  readonly endLatestMs: number
}

/** When an RFQ's interest began, or was last refreshed. */
const interestMs = (sent: SentOrder, refreshedMs: number | undefined): number => Math.max(sent.atMs, refreshedMs ?? 0)

/**
 * End of an RFQ's interest; undefined where no time-out is known. `refreshedMs`: server time of its last refresh. `usualTimeout`:
 * seconds, for an RFQ whose own acceptance never came.
 */
export function rfqEndMs(sent: SentOrder, refreshedMs?: number, usualTimeout?: number): number | undefined {
  const timeout = sent.ioi_cache_timeout ?? usualTimeout
  return sent.outcome !== 'accepted' || timeout === undefined ? undefined : interestMs(sent, refreshedMs) + timeout * 1000
}

/** Life of a firm order that rests. */
export function lifeOf(sent: SentOrder | undefined): OrderLife | undefined {
  if (sent === undefined || sent.outcome !== 'accepted' || isRfqMarket(sent.market_id)) return undefined
  if (sent.time_in_force !== 'GTC' || sent.recv_window === undefined || !isRecvWindow(sent.recv_window)) return undefined
  const { earliestEndMs, latestEndMs } = lifeWindow(sent.recv_window, sent.atMs)
  return { startMs: sent.atMs, endEarliestMs: earliestEndMs, endLatestMs: latestEndMs }
}
