/**
 * Checks the best prices of a moment for arbitrage: buying at asks and selling at bids must not guarantee a profit.
 * Calls fall and puts rise with the strike, by at most the strikes' distance (verticals), are convex (butterflies),
 * match the future and each other (parity), and a call on a forward that is certainly not lower is worth no less at a
 * later expiry (calendars). Undiscounted, since margin is in cash without interest.
 */
import { type Decimal, toNumber } from '../../core/domain/decimal.ts'
import type { ListedInstrument } from '../../exchange/sandbox/market/market.ts'

export interface Best {
  readonly bid: number | undefined
  readonly ask: number | undefined
}

interface Strike {
  readonly strike: number
  readonly call: Best
  readonly put: Best
}

interface Chain {
  readonly expiryMs: number
  readonly strikes: Strike[]
  future: Best
}

const none: Best = { bid: undefined, ask: undefined }
/** Rounding of decimal text to floats: far below any price step. */
const slack = 1e-7

export function faultsOfPrices(all: readonly ListedInstrument[], bestOf: (symbol: string) => Best): string[] {
  const faults: string[] = []
  const chains = new Map<string, Map<number, Chain>>()
  for (const listed of all) {
    const { symbol } = listed.instrument
    const best = bestOf(symbol)
    if (best.bid !== undefined && best.ask !== undefined && best.bid >= best.ask) faults.push(`${symbol} is crossed`)
    if (listed.expiryMs !== undefined) addTo(chains, listed, listed.expiryMs, best)
  }
  for (const [base, byExpiry] of chains) {
    const sorted = [...byExpiry.values()].toSorted((a, b) => a.expiryMs - b.expiryMs)
    for (const chain of sorted) {
      chain.strikes.sort((a, b) => a.strike - b.strike)
      faults.push(...faultsOfChain(chain).map(fault => `${base} ${new Date(chain.expiryMs).toISOString()}: ${fault}`))
    }
    for (const [index, near] of sorted.entries()) {
      const far = sorted[index + 1]
      if (far !== undefined) faults.push(...faultsOfCalendar(near, far).map(fault => `${base}: ${fault}`))
    }
  }
  return faults
}

function addTo(chains: Map<string, Map<number, Chain>>, listed: ListedInstrument, expiryMs: number, best: Best): void {
  const byExpiry = chains.get(listed.base) ?? new Map<number, Chain>()
  chains.set(listed.base, byExpiry)
  const chain = byExpiry.get(expiryMs) ?? { expiryMs, strikes: [], future: none }
  byExpiry.set(expiryMs, chain)
  if (listed.strike === undefined) chain.future = best
  else put(chain, toNumber(listed.strike), listed.right === 'call' ? { call: best } : { put: best })
}

function put(chain: Chain, strike: number, option: Partial<Strike>): void {
  const last = chain.strikes.at(-1)
  if (last?.strike === strike) chain.strikes[chain.strikes.length - 1] = { ...last, ...option }
  else chain.strikes.push({ strike, call: none, put: none, ...option })
}

/** True if `paid` is certainly less than `worth`. An unknown price cannot be traded. */
const isBelow = (paid: number | undefined, worth: number | undefined): boolean =>
  paid !== undefined && worth !== undefined && paid < worth - slack * Math.max(1, Math.abs(worth))
const minus = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? undefined : a - b
const plus = (a: number | undefined, b: number): number | undefined => (a === undefined ? undefined : a + b)

const longBy = ({ strike, call, put }: Strike): number | undefined => plus(minus(call.ask, put.bid), strike)
const shortBy = ({ strike, call, put }: Strike): number | undefined => plus(minus(call.bid, put.ask), strike)

function faultsOfChain({ strikes, future }: Chain): string[] {
  const faults: string[] = []
  let cheapest: number | undefined = future.ask
  let dearest: number | undefined = future.bid
  for (const [index, at] of strikes.entries()) {
    const long = longBy(at)
    const short = shortBy(at)
    if (isBelow(long, dearest) || isBelow(cheapest, short)) faults.push(`parity fails at ${at.strike}`)
    if (long !== undefined) cheapest = Math.min(cheapest ?? long, long)
    if (short !== undefined) dearest = Math.max(dearest ?? short, short)
    const next = strikes[index + 1]
    if (next !== undefined) faults.push(...faultsOfVertical(at, next))
    const third = strikes[index + 2]
    if (next !== undefined && third !== undefined) faults.push(...faultsOfButterfly(at, next, third))
  }
  return faults
}

function faultsOfVertical(low: Strike, high: Strike): string[] {
  const apart = high.strike - low.strike
  const isWrong =
    isBelow(low.call.ask, high.call.bid) ||
    isBelow(high.put.ask, low.put.bid) ||
    isBelow(plus(high.call.ask, apart), low.call.bid) ||
    isBelow(plus(low.put.ask, apart), high.put.bid)
  return isWrong ? [`a vertical of ${low.strike} and ${high.strike} pays for nothing`] : []
}

function faultsOfButterfly(low: Strike, middle: Strike, high: Strike): string[] {
  const share = (high.strike - middle.strike) / (high.strike - low.strike)
  const wings = (a: number | undefined, b: number | undefined): number | undefined =>
    a === undefined || b === undefined ? undefined : share * a + (1 - share) * b
  const isWrong =
    isBelow(wings(low.call.ask, high.call.ask), middle.call.bid) ||
    isBelow(wings(low.put.ask, high.put.ask), middle.put.bid)
  return isWrong ? [`a butterfly around ${middle.strike} pays for nothing`] : []
}

function faultsOfCalendar(near: Chain, far: Chain): string[] {
  const known = (values: readonly (number | undefined)[]): number[] => values.filter(value => value !== undefined)
  const farLeast = Math.max(...known([far.future.bid, ...far.strikes.map(shortBy)]))
  const nearMost = Math.min(...known([near.future.ask, ...near.strikes.map(longBy)]))
  if (!(farLeast >= nearMost)) return []
  const callsOfFar = new Map(far.strikes.map(at => [at.strike, at.call]))
  return near.strikes
    .filter(({ strike, call }) => isBelow(callsOfFar.get(strike)?.ask, call.bid))
    .map(
      ({ strike }) =>
        `a calendar of calls at ${strike} from ${new Date(near.expiryMs).toISOString()} on pays for nothing`,
    )
}

export const bestOfRow = (row: {
  readonly best_bid?: Decimal | undefined
  readonly best_ask?: Decimal | undefined
}): Best => ({
  bid: row.best_bid === undefined ? undefined : toNumber(row.best_bid),
  ask: row.best_ask === undefined ? undefined : toNumber(row.best_ask),
})
