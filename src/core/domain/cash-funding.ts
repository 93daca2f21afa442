/**
 * Estimates funding of perpetuals between two samples from today's rate and the size at each funding time, with an
 * upper bound. The venue reports only the current rate, so the cash decides within the bound.
 */
import type { CashEvent } from './cash-event.ts'
import { abs, add, dec, type Decimal, div, gt, isZero, max, mul, neg, roundTo, sub, sum, zero } from './decimal.ts'
import { parseInstrumentName } from './instrument.ts'
import { type LegTrade, tradedOf } from './leg-bookings.ts'
import { must } from './must.ts'
import type { Sample, SamplePosition } from './sample.ts'
import { hourMs } from './time.ts'

export interface FundingMoment {
  readonly from: Sample
  readonly to: Sample
  readonly before: ReadonlyMap<string, SamplePosition>
  readonly after: ReadonlyMap<string, SamplePosition>
  readonly trades: readonly LegTrade[]
  readonly fundingRates: ReadonlyMap<string, Decimal>
  readonly quoteAssetOf: (symbol: string) => string
}

export interface PossibleFunding {
  readonly events: readonly CashEvent[]
  /** Funded value of each, summed over all times. */
  readonly values: readonly Decimal[]
  readonly most: Decimal
  /** Number of funding times with a position. */
  readonly times: number
}

const amountPlaces = 8
const fundingEveryMs = 8 * hourMs
/** Upper bounds of funding as a share of the value: for a single time, and for each of several. */
const mostOnce = dec('0.02')
const mostEach = dec('0.001')

export const isPerpetual = (symbol: string): boolean => parseInstrumentName(symbol)?.product === 'perpetual'

/** Returns funding times in (from, to]. */
export function fundingTimes(fromMs: number, toMs: number): readonly number[] {
  const first = Math.floor(fromMs / fundingEveryMs) + 1
  const last = Math.floor(toMs / fundingEveryMs)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * fundingEveryMs)
}

/** Returns fundings of perpetuals quoted in the asset: one event per perpetual, at its last funding time. */
export function fundingsOf(asset: string, moment: FundingMoment): PossibleFunding {
  const { from, to, before, after, trades, fundingRates, quoteAssetOf } = moment
  const timesMs = fundingTimes(from.atMs, to.atMs)
  const symbols = new Set([...before.keys(), ...trades.flatMap(trade => trade.legs.map(leg => leg.symbol))])
  const events: CashEvent[] = []
  const totals: Decimal[] = []
  let most = zero
  let times = 0
  for (const symbol of timesMs.length === 0 ? [] : symbols) {
    if (!isPerpetual(symbol) || quoteAssetOf(symbol) !== asset) continue
    const mark = (after.get(symbol) ?? before.get(symbol))?.mark_price ?? lastPriceOf(symbol, trades)
    const sizes = sizesAt(timesMs, before.get(symbol)?.size ?? zero, symbol, trades)
    const last = sizes.at(-1)
    if (last === undefined || mark === undefined) continue
    const all = sum(sizes.map(each => each.size))
    const values = sizes.map(each => abs(mul(each.size, mark)))
    const amount = roundTo(neg(mul(mul(all, mark), fundingRates.get(symbol) ?? zero)), amountPlaces)
    events.push({
      kind: 'funding',
      symbol,
      asset,
      amount,
      size: last.size,
      price: undefined,
      atMs: last.atMs,
      isEstimated: true,
    })
    totals.push(sum(values))
    most = add(
      most,
      max(
        mul(
          mostOnce,
          values.reduce((a, b) => max(a, b), zero),
        ),
        mul(mostEach, sum(values)),
      ),
    )
    times = Math.max(times, sizes.length)
  }
  return { events, values: totals, most, times }
}

function sizesAt(timesMs: readonly number[], before: Decimal, symbol: string, trades: readonly LegTrade[]) {
  const own = trades.filter(trade => trade.legs.some(leg => leg.symbol === symbol))
  return timesMs.flatMap(atMs => {
    const size = add(
      before,
      tradedOf(
        symbol,
        own.filter(trade => trade.atMs <= atMs),
      ),
    )
    return isZero(size) ? [] : [{ atMs, size }]
  })
}

/** Ignores packages: they have no price per leg. */
const lastPriceOf = (symbol: string, trades: readonly LegTrade[]): Decimal | undefined =>
  trades.findLast(({ legs }) => legs.length === 1 && legs[0]?.symbol === symbol)?.price

export const fundedBetween = (fromMs: number, toMs: number, trades: readonly LegTrade[]): readonly string[] => {
  const timesMs = fundingTimes(fromMs, toMs)
  const symbols = new Set(trades.flatMap(trade => trade.legs.map(leg => leg.symbol)).filter(isPerpetual))
  return [...symbols].filter(symbol => sizesAt(timesMs, zero, symbol, trades).length > 0)
}

/**
 * Scales the fundings to the total that the cash shows. The difference is split by amount, or by value over several
 * times, since past rates are unknown. The largest takes the rounding remainder.
 */
export function fittedFunding({ events, values, times }: PossibleFunding, total: Decimal): readonly CashEvent[] {
  const off = sub(total, sum(events.map(each => each.amount)))
  const amounts = events.map(each => abs(each.amount))
  const weights = times > 1 || amounts.every(isZero) ? values : amounts
  const whole = sum(weights)
  const shares = weights.map(weight => (isZero(whole) ? zero : roundTo(div(mul(off, weight), whole), amountPlaces)))
  const bearer = weights.reduce(
    (best, weight, index) => (gt(weight, must(weights[best], 'a weight')) ? index : best),
    0,
  )
  const left = sub(off, sum(shares))
  return events.map((each, index) => {
    const share = must(shares[index], 'a share of each')
    return { ...each, amount: add(each.amount, index === bearer ? add(share, left) : share) }
  })
}
