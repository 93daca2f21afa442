/**
 * When an order ends: by its cycles, an RFQ also by its interest time-out. Known only for orders sent by this browser.
 */
import { type EndFacts, orderEnds } from '../../../core/domain/order-ends.ts'
import { isRfqMarket } from '../../../core/domain/order.ts'
import type { SentOrder } from './sent-order.ts'

export interface OrderLife {
  readonly startMs: number
  readonly endEarliestMs: number
  readonly endLatestMs: number
  /** True if extending has no effect, because its cycles end first. */
  readonly isFixed: boolean
  readonly isWithLegs: boolean
}

const endsOf = (
  sent: SentOrder,
  more: Partial<Pick<EndFacts, 'timeoutSeconds' | 'refreshedMs'>> = {},
): OrderLife | undefined => {
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
  return {
    startMs: sent.atMs,
    endEarliestMs: earliestMs,
    endLatestMs: latestMs,
    isFixed: ownLatestMs === latestMs,
    isWithLegs,
  }
}

export const lifeOf = (sent: SentOrder | undefined): OrderLife | undefined =>
  sent === undefined || sent.outcome !== 'accepted' || isRfqMarket(sent.market_id) ? undefined : endsOf(sent)

export interface InterestFacts {
  readonly refreshedMs?: number | undefined
  /** Time-out in seconds, for an RFQ without a received acceptance. */
  readonly usualTimeout?: number | undefined
}

export const rfqLife = (sent: SentOrder, { refreshedMs, usualTimeout }: InterestFacts): OrderLife | undefined =>
  sent.outcome === 'accepted'
    ? endsOf(sent, { timeoutSeconds: sent.ioi_cache_timeout ?? usualTimeout, refreshedMs })
    : undefined
