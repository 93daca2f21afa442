/** When an order ends: by its cycles, an RFQ also by its interest's time-out. Known only of what this browser sent. */
import { type LifeWindow, isRecvWindow, lifeWindow } from '../../domain/cycles.ts'
import { isRfqMarket } from '../../domain/order.ts'
import type { SentOrder } from '../../model/orders/sent-order.ts'

export interface OrderLife {
  readonly startMs: number
  /** Certainly alive until here. */
  readonly endEarliestMs: number
  /** Certainly ended by here. */
  readonly endLatestMs: number
}

/** Cycles of an order that rests; undefined for one that does not, or whose `recv_window` is none. */
function cyclesOf(sent: SentOrder): LifeWindow | undefined {
  if (sent.time_in_force !== 'GTC' || sent.recv_window === undefined || !isRecvWindow(sent.recv_window)) return undefined
  return lifeWindow(sent.recv_window, sent.atMs)
}

/** Life of a firm order that rests. */
export function lifeOf(sent: SentOrder | undefined): OrderLife | undefined {
  if (sent === undefined || sent.outcome !== 'accepted' || isRfqMarket(sent.market_id)) return undefined
  const cycles = cyclesOf(sent)
  return cycles === undefined ? undefined : { startMs: sent.atMs, endEarliestMs: cycles.earliestEndMs, endLatestMs: cycles.latestEndMs }
}

export interface InterestFacts {
  /** Server time of the last refresh of the interest. */
  readonly refreshedMs?: number | undefined
  /** Seconds, for an RFQ whose own acceptance never came. */
  readonly usualTimeout?: number | undefined
}

/**
 * Life of an RFQ: its interest times out, which a refresh puts off, or its cycles run out, which nothing puts off; whichever comes
 * first. Undefined where neither end is known.
 */
export function rfqLife(sent: SentOrder, { refreshedMs = 0, usualTimeout }: InterestFacts): OrderLife | undefined {
  if (sent.outcome !== 'accepted') return undefined
  const timeout = sent.ioi_cache_timeout ?? usualTimeout
  const interestEndMs = timeout === undefined ? Number.POSITIVE_INFINITY : Math.max(sent.atMs, refreshedMs) + timeout * 1000
  const cycles = cyclesOf(sent)
  const endLatestMs = Math.min(interestEndMs, cycles?.latestEndMs ?? Number.POSITIVE_INFINITY)
  if (!Number.isFinite(endLatestMs)) return undefined
  return { startMs: sent.atMs, endEarliestMs: Math.min(interestEndMs, cycles?.earliestEndMs ?? Number.POSITIVE_INFINITY), endLatestMs }
}
