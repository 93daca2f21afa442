/** When an order that rests ends by itself, reckoned once for every screen: by its cycles, an RFQ also by its interest's time-out, whichever is first. */
import { isRecvWindow, lifeWindow } from './cycles.ts'
import { isRfqMarket } from './order.ts'

export interface EndFacts {
  readonly marketId: string
  /** ms, server time. */
  readonly acceptedMs: number
  readonly timeInForce: string | undefined
  readonly recvWindow: number | undefined
  /** Seconds that an RFQ's interest lives from its acceptance or last refresh; undefined where it is not known. */
  readonly timeoutSeconds: number | undefined
  /** Of the last refresh, which puts off the time-out and never the cycles. */
  readonly refreshedMs: number | undefined
}

export interface OrderEnds {
  /** Certainly alive until here. */
  readonly earliestMs: number
  /** Certainly ended by here. */
  readonly latestMs: number
}

/** Undefined where neither end is known, and of what does not rest. */
export function orderEnds(facts: EndFacts): OrderEnds | undefined {
  const { acceptedMs, timeInForce, recvWindow, timeoutSeconds, refreshedMs = 0 } = facts
  const rests = timeInForce === 'GTC' && recvWindow !== undefined && isRecvWindow(recvWindow)
  const cycles = rests ? lifeWindow(recvWindow, acceptedMs) : undefined
  const never = Number.POSITIVE_INFINITY
  const timedOut = isRfqMarket(facts.marketId) && timeoutSeconds !== undefined
  const interestMs = timedOut ? Math.max(acceptedMs, refreshedMs) + timeoutSeconds * 1_000 : never
  const latestMs = Math.min(interestMs, cycles?.latestEndMs ?? never)
  return Number.isFinite(latestMs) ? { earliestMs: Math.min(interestMs, cycles?.earliestEndMs ?? never), latestMs } : undefined
}
