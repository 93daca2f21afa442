/** When an order ends: by its cycles, an RFQ also by its interest's time-out. Known only of what this browser sent. */
import { type EndFacts, orderEnds } from '../../domain/order-ends.ts'
import { isRfqMarket } from '../../domain/order.ts'
import type { SentOrder } from '../../model/orders/sent-order.ts'

export interface OrderLife {
  readonly startMs: number
  /** Certainly alive until here. */
  readonly endEarliestMs: number
  /** Certainly ended by here. */
  readonly endLatestMs: number
  /** Extending moves nothing: its own life ends it first. */
  readonly isFixed: boolean
  /** It ends with its legs. */
  readonly isWithLegs: boolean
}

const endsOf = (sent: SentOrder, more: Partial<Pick<EndFacts, 'timeoutSeconds' | 'refreshedMs'>> = {}): OrderLife | undefined => {
  const ends = orderEnds({
    marketId: sent.market_id,
    symbol: sent.symbol,
    acceptedMs: sent.atMs,
    timeInForce: sent.time_in_force,
    recvWindow: sent.recv_window,
    timeoutSeconds: more.timeoutSeconds,
    refreshedMs: more.refreshedMs,
  })
  if (ends === undefined) return undefined
  const { earliestMs, latestMs, ownLatestMs, isWithLegs } = ends
  return { startMs: sent.atMs, endEarliestMs: earliestMs, endLatestMs: latestMs, isFixed: ownLatestMs === latestMs, isWithLegs }
}

export const lifeOf = (sent: SentOrder | undefined): OrderLife | undefined =>
  sent === undefined || sent.outcome !== 'accepted' || isRfqMarket(sent.market_id) ? undefined : endsOf(sent)

export interface InterestFacts {
  /** Server time of the last refresh of the interest. */
  readonly refreshedMs?: number | undefined
  /** Seconds, for an RFQ whose own acceptance never came. */
  readonly usualTimeout?: number | undefined
}

/** Life of an RFQ; undefined where neither end of it is known. */
export const rfqLife = (sent: SentOrder, { refreshedMs, usualTimeout }: InterestFacts): OrderLife | undefined =>
  sent.outcome === 'accepted' ? endsOf(sent, { timeoutSeconds: sent.ioi_cache_timeout ?? usualTimeout, refreshedMs }) : undefined
