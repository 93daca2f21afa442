/**
 * When a resting order expires, for every screen: by its cycles, with its legs, an RFQ also by its time-out, whichever
 * is first.
 */
import { expiryOf, type Instrument, shortName } from './instrument.ts'
import { isRfqMarket, parseJoinedSymbol } from './order.ts'
import { isRecvWindow, lifeWindow } from './time.ts'

export interface EndFacts {
  readonly marketId: string
  /** Instrument, or the joined symbol of a package. */
  readonly symbol: string
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
  /** The end that no extending puts off: of its cycles, or of its legs. Undefined where neither is known. */
  readonly ownLatestMs: number | undefined
  /** Its legs expire before anything else certainly ends it. */
  readonly isWithLegs: boolean
}

/** The earliest expiry of some instruments; undefined where none of them expires. */
export function earliestExpiryMs(symbols: readonly string[]): number | undefined {
  const expiries = symbols.flatMap(symbol => expiryOf(symbol) ?? [])
  return expiries.length === 0 ? undefined : Math.min(...expiries)
}

/** Had any of some instruments expired by then? */
export const hasExpired = (symbols: readonly string[], atMs: number): boolean =>
  (earliestExpiryMs(symbols) ?? Number.POSITIVE_INFINITY) <= atMs

/** The instruments that a symbol names: the legs of a package, or itself. */
export const symbolsIn = (symbol: string): readonly string[] => parseJoinedSymbol(symbol)?.map(leg => leg.symbol) ?? [symbol]

/** Where the venue's listing is looked up. */
interface Listing {
  readonly bySymbol: (symbol: string) => Pick<Instrument, 'symbol' | 'status'> | undefined
}

/** "BTC 25DEC26 100000 C is suspended"; undefined of what trades. */
export const haltText = ({ symbol, status }: Pick<Instrument, 'symbol' | 'status'>): string | undefined =>
  status === 'active' ? undefined : `${shortName(symbol)} is ${status === 'suspended' ? 'suspended' : 'not trading'}`

/** Why nothing of some instruments can be sent now: one has expired, or the venue has halted it. What no listing has is not judged. */
export function notTradingText(symbols: readonly string[], nowMs: number, listing: Listing | undefined): string | undefined {
  if (hasExpired(symbols, nowMs)) return 'A leg has expired'
  for (const symbol of symbols) {
    const listed = listing?.bySymbol(symbol)
    const halted = listed === undefined ? undefined : haltText(listed)
    if (halted !== undefined) return halted
  }
  return undefined
}

/** Undefined where neither end is known, and of what does not rest. */
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
