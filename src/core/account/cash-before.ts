/**
 * Estimates the cash that moved before an account's first sample, if no recorder saw it. The venue still lists the
 * fills of that time. Cash of the first sample less the fills is the opening balance plus funding and settlements. The
 * two can be separated if the opening balance was a round sum. All results are marked as estimates.
 */
import type { CashEvent } from '../domain/cash-event.ts'
import { cashEvents, type CashStep, unseenCash } from '../domain/cash-events.ts'
import { fundedBetween } from '../domain/cash-funding.ts'
import { abs, dec, type Decimal, gt, mul, roundToStep, sign, sub, sum, zero } from '../domain/decimal.ts'
import { quoteOf } from '../domain/equity.ts'
import { isExpired } from '../domain/instrument.ts'
import { tradedOf } from '../domain/leg-bookings.ts'
import { baseOf, type FirstPositions, type Sample } from '../domain/sample.ts'
import { settlementPrice } from '../domain/settlement.ts'
import { nearMs } from '../history/cash-recorder.ts'
import { type RecentTrade, tradesInTurn, tradesOf } from '../history/recent-trades.ts'
import { memoizeLast } from './memoize-last.ts'
import type { SeenFills } from './seen-fills.ts'

export interface CashBefore {
  readonly events: readonly CashEvent[]
  readonly unknown: readonly string[]
}

type FirstSample = Pick<Sample, 'atMs' | 'cash' | 'indexes'>

const nothing: CashBefore = { events: [], unknown: [] }
const noRates: CashStep['fundingRates'] = new Map()

/** Applies if the fills before the first sample (`sample`, if stored) account for all its positions. */
export const cashBefore = memoizeLast(
  (seen: SeenFills, first: FirstPositions, sample: FirstSample | undefined): CashBefore => {
    const trades = [...seen.orders.values()]
      .flatMap(tradesOf)
      .filter(trade => trade.atMs <= first.atMs)
      .sort(tradesInTurn)
    const [oldest] = trades
    if (oldest === undefined) return nothing
    const funded = fundedBetween(oldest.atMs, first.atMs, trades)
    // Close to a fill, the sample's cash and positions may be of different times.
    const isAmidFills =
      trades.some(trade => trade.atMs > first.atMs - nearMs) || seen.fills.some(fill => isJustAfter(fill, first))
    if (sample === undefined || isAmidFills) return { ...nothing, unknown: funded }
    return estimated(trades, oldest.atMs, { ...sample, positions: first.positions }, funded)
  },
)

const isJustAfter = ({ atMs }: { readonly atMs: number }, first: FirstPositions): boolean =>
  atMs > first.atMs && atMs < first.atMs + nearMs

type WholeSample = FirstSample & Pick<Sample, 'positions'>

function estimated(
  trades: readonly RecentTrade[],
  oldestMs: number,
  sample: WholeSample,
  funded: readonly string[],
): CashBefore {
  const equity: Sample['equity'] = { cash: zero, optionValue: zero, optionUpnl: zero, futuresUpnl: zero, leftOut: [] }
  const to: Sample = { ...sample, equity }
  const empty: Sample = { equity, atMs: oldestMs - 1, cash: {}, indexes: {}, positions: [] }
  const stepFrom = (cash: Sample['cash']): CashStep => ({ from: { ...empty, cash }, to, trades, fundingRates: noRates })
  const began: Record<string, Decimal> = {}
  const rests = unseenCash(stepFrom({}))
  for (const { asset, amount } of rests) {
    const isPossible = (cash: Decimal): boolean => isWhole(cashEvents(stepFrom({ ...began, [asset]: cash })), asset)
    const found = roundBeginning(sub(amount, settledBy(asset, trades, to)), isPossible)
    if (found !== undefined) began[asset] = found
  }
  const events = (cashEvents(stepFrom(began)) ?? []).filter(each => isCause(each) && began[each.asset] !== undefined)
  const unknown = funded.filter(symbol => began[quoteOf(symbol)] === undefined)
  return { events: events.map(each => ({ ...each, isEstimated: true })), unknown }
}

function settledBy(asset: string, trades: readonly RecentTrade[], { atMs, indexes }: Sample): Decimal {
  const symbols = new Set(trades.flatMap(trade => trade.legs.map(leg => leg.symbol)))
  const paid = [...symbols].flatMap(symbol => {
    const index =
      asset === 'USD' && quoteOf(symbol) === asset && isExpired(symbol, atMs)
        ? indexes[baseOf(symbol) ?? '']
        : undefined
    return index === undefined ? [] : [mul(tradedOf(symbol, trades), settlementPrice(symbol, index))]
  })
  return sum(paid)
}

const isCause = ({ kind }: CashEvent): boolean => kind === 'settlement' || kind === 'funding'
const ofAsset = (events: readonly CashEvent[] = [], asset: string): readonly CashEvent[] =>
  events.filter(each => each.asset === asset)

const isWhole = (events: readonly CashEvent[] | undefined, asset: string): boolean => {
  const own = ofAsset(events, asset)
  return own.length > 0 && own.every(isCause)
}

const mostDigits = 3
/** Tolerance, in the unit of the round sum. It is small, so that few other sums pass as round. */
const near = dec('0.01')

/**
 * Returns the roundest sum within a hundredth of its unit from the estimated opening balance. Undefined if settlements
 * and funding explain none.
 */
function roundBeginning(estimate: Decimal, isPossible: (began: Decimal) => boolean): Decimal | undefined {
  const digits = estimate.split('.')[0]?.length ?? 0
  for (let power = digits; power >= Math.max(0, digits - mostDigits); power -= 1) {
    const unit = dec(`1${'0'.repeat(power)}`)
    const round = roundToStep(estimate, unit, 'nearest')
    const isNear = sign(round) > 0 && !gt(abs(sub(round, estimate)), mul(unit, near))
    if (isNear && isPossible(round)) return round
  }
  return undefined
}
