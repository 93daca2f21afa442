/** Expiry of a resting order: by its cycles, its legs and, for an RFQ, its time-out, whichever is first. */
import { expiryOf, type Instrument, shortName } from './instrument.ts'
import { isRfqMarket, parseJoinedSymbol } from './order.ts'
import { isRecvWindow, lifeWindow } from './time.ts'

export interface EndFacts {
  readonly marketId: string
  readonly symbol: string
  /** Ms, server time. */
  readonly acceptedMs: number
  readonly timeInForce: string | undefined
  readonly recvWindow: number | undefined
  /** Seconds that an RFQ stays live after acceptance or its last refresh. Undefined if unknown. */
  readonly timeoutSeconds: number | undefined
  readonly refreshedMs: number | undefined
}

export interface OrderEnds {
  /** Certainly alive until then. */
  readonly earliestMs: number
  /** Certainly ended by then. */
  readonly latestMs: number
  /** End by cycles or legs, which cannot be extended. Undefined if neither is known. */
  readonly ownLatestMs: number | undefined
  readonly isWithLegs: boolean
}

export function earliestExpiryMs(symbols: readonly string[]): number | undefined {
  const expiries = symbols.flatMap(symbol => expiryOf(symbol) ?? [])
  return expiries.length === 0 ? undefined : Math.min(...expiries)
}

export const hasExpired = (symbols: readonly string[], atMs: number): boolean =>
  (earliestExpiryMs(symbols) ?? Number.POSITIVE_INFINITY) <= atMs

export const symbolsIn = (symbol: string): readonly string[] =>
  parseJoinedSymbol(symbol)?.map(leg => leg.symbol) ?? [symbol]

interface Listing {
  readonly bySymbol: (symbol: string) => Pick<Instrument, 'symbol' | 'status'> | undefined
}

export const haltText = ({ symbol, status }: Pick<Instrument, 'symbol' | 'status'>): string | undefined =>
  status === 'active' ? undefined : `${shortName(symbol)} is ${status === 'suspended' ? 'suspended' : 'not trading'}`

/** Reason why nothing can be sent: an instrument has expired or is halted. Unlisted instruments are not judged. */
export function notTradingText(
  symbols: readonly string[],
  nowMs: number,
  listing: Listing | undefined,
): string | undefined {
  if (hasExpired(symbols, nowMs)) return 'A leg has expired'
  for (const symbol of symbols) {
    const listed = listing?.bySymbol(symbol)
    const halted = listed === undefined ? undefined : haltText(listed)
    if (halted !== undefined) return halted
  }
  return undefined
}

export function orderEnds(facts: EndFacts): OrderEnds | undefined {
  const { acceptedMs, timeInForce, recvWindow, timeoutSeconds, refreshedMs = 0 } = facts
  const rests = timeInForce === 'GTC' && recvWindow !== undefined && isRecvWindow(recvWindow)
  const cycles = rests ? lifeWindow(recvWindow, acceptedMs) : undefined
  const never = Number.POSITIVE_INFINITY
  const timedOut = isRfqMarket(facts.marketId) && timeoutSeconds !== undefined
  const interestMs = timedOut ? Math.max(acceptedMs, refreshedMs) + timeoutSeconds * 1_000 : never
  if (cycles === undefined && !timedOut) return undefined
  const legsMs = earliestExpiryMs(symbolsIn(facts.symbol)) ?? never
  const ownLatestMs = Math.min(cycles?.latestEndMs ?? never, legsMs)
  const latestMs = Math.min(interestMs, ownLatestMs)
  return {
    earliestMs: Math.min(interestMs, cycles?.earliestEndMs ?? never, legsMs),
    latestMs,
    ownLatestMs: Number.isFinite(ownLatestMs) ? ownLatestMs : undefined,
    isWithLegs: latestMs === legsMs,
  }
}
