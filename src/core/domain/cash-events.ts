/**
 * Explains cash movements between two samples that are not fills. The venue reports no ledger. The unexplained cash is
 * assigned to settlements, to the funding of perpetuals, or to a transfer or fee. Invariant: the amounts add up exactly
 * to the unexplained cash. The split is the venue's figure only if there was one cause; otherwise it is an estimate
 * from index and rate, marked as such.
 */
import {
  abs,
  add,
  dec,
  type Decimal,
  div,
  gt,
  isZero,
  lt,
  mul,
  neg,
  one,
  roundTo,
  sign,
  sub,
  sum,
  zero,
} from './decimal.ts'
import { quoteOf } from './equity.ts'
import { expiryOf, isOption, isSpot, parseInstrumentName } from './instrument.ts'
import type { CashEvent } from './cash-event.ts'
import { fittedFunding, type FundingMoment, fundingsOf, type PossibleFunding } from './cash-funding.ts'
import { costAfter, isExplained, type LegTrade, tradedOf } from './leg-bookings.ts'
import { lotHeld } from './lot.ts'
import { must } from './must.ts'
import type { Sample, SampleInput, SamplePosition } from './sample.ts'
import { settlementPrice } from './settlement.ts'
import { hourMs, minuteMs } from './time.ts'

export interface CashStep {
  readonly from: Sample
  readonly to: Sample
  readonly trades: readonly LegTrade[]
  /** Funding per unit as a fraction of the mark, by symbol, if the venue reports it. */
  readonly fundingRates: ReadonlyMap<string, Decimal>
  /** Without a listing, the position or else the name gives the quote asset. */
  readonly listingOf?: SampleInput['listingOf']
}

const amountPlaces = 8
/** Smaller differences are rounding of average prices by the venue. */
const tolerance = dec('0.01')
/** Largest fee, as a fraction of the underlying's value. */
const mostFee = dec('0.001')
/**
 * Largest relative distance of a settlement price to the index seen within two minutes (`soon`), later (`late`) or
 * hours later (`gap`), or to a strike or entry (`blind`).
 */
const mostOff = { soon: dec('0.004'), late: dec('0.05'), gap: dec('0.2'), blind: dec('0.5') }
const soonMs = 2 * minuteMs

/** Undefined if the samples do not match the trades: data is still missing. */
export function cashEvents({ from, to, trades, fundingRates, listingOf }: CashStep): readonly CashEvent[] | undefined {
  if (from.positions === undefined || to.positions === undefined) return undefined
  const before = new Map(from.positions.map(each => [each.symbol, each]))
  const after = new Map(to.positions.map(each => [each.symbol, each]))
  const atExpiry = expired(before, after, trades, from, to)
  const living = trades.flatMap(trade => ({
    ...trade,
    legs: trade.legs.filter(leg => !isSpot(leg.symbol) && !atExpiry.has(leg.symbol)),
  }))
  if (!isExplained(before, after, living)) return undefined
  const touched = new Set(living.flatMap(trade => trade.legs.map(leg => leg.symbol)))
  for (const symbol of new Set([...before.keys(), ...after.keys()])) {
    const isSame = sub(after.get(symbol)?.size ?? zero, before.get(symbol)?.size ?? zero) === zero
    if (!isSame && !touched.has(symbol) && !atExpiry.has(symbol)) return undefined
  }
  const quoteAssetOf = quoteAssets(before, after, listingOf)
  const expected = expectedCash(before, after, trades, quoteAssetOf)
  return [...new Set([...Object.keys(from.cash), ...Object.keys(to.cash), ...expected.keys()])].flatMap(asset => {
    return eventsOf(asset, movedIn(asset, from, to, expected), {
      from,
      to,
      atExpiry,
      before,
      after,
      trades,
      fundingRates,
      quoteAssetOf,
    })
  })
}

/** Cash movements that do not match the trades. Amounts are the venue's; causes are unknown. */
export function unseenCash({ from, to, trades, listingOf }: CashStep): readonly CashEvent[] {
  const before = new Map((from.positions ?? []).map(each => [each.symbol, each]))
  const after = new Map((to.positions ?? []).map(each => [each.symbol, each]))
  const expected = expectedCash(before, after, trades, quoteAssets(before, after, listingOf))
  return [...new Set([...Object.keys(from.cash), ...Object.keys(to.cash), ...expected.keys()])].flatMap(asset =>
    unseenIn(asset, movedIn(asset, from, to, expected), from, to),
  )
}

function unseenIn(asset: string, amount: Decimal, from: Sample, to: Sample): readonly CashEvent[] {
  if (!gt(abs(amount), tolerance)) return []
  const event = { symbol: undefined, asset, amount, size: undefined, price: undefined }
  return [{ ...event, kind: 'moved', atMs: to.atMs, unseenFromMs: from.atMs, isEstimated: true }]
}

const movedIn = (asset: string, from: Sample, to: Sample, expected: ReadonlyMap<string, Decimal>): Decimal =>
  sub(sub(to.cash[asset] ?? zero, from.cash[asset] ?? zero), expected.get(asset) ?? zero)

const quoteAssets =
  (
    before: ReadonlyMap<string, SamplePosition>,
    after: ReadonlyMap<string, SamplePosition>,
    listingOf: SampleInput['listingOf'],
  ): QuoteAssetOf =>
  symbol =>
    before.get(symbol)?.quote ?? after.get(symbol)?.quote ?? quoteOf(symbol, listingOf?.(symbol))

/** From the listing, since names may mislead. */
type QuoteAssetOf = (symbol: string) => string

function expired(
  before: ReadonlyMap<string, SamplePosition>,
  after: ReadonlyMap<string, SamplePosition>,
  trades: readonly LegTrade[],
  from: Sample,
  to: Sample,
): ReadonlyMap<string, Decimal> {
  const sizes = new Map<string, Decimal>()
  const symbols = new Set([...before.keys(), ...trades.flatMap(trade => trade.legs.map(leg => leg.symbol))])
  for (const symbol of symbols) {
    const expiryMs = expiryOf(symbol)
    if (expiryMs === undefined || expiryMs <= from.atMs || expiryMs > to.atMs || after.has(symbol)) continue
    sizes.set(symbol, add(before.get(symbol)?.size ?? zero, tradedOf(symbol, trades)))
  }
  return sizes
}

/** Change of cash that trades explain, by asset. A future adds its change of cost, not its price. */
function expectedCash(
  before: ReadonlyMap<string, SamplePosition>,
  after: ReadonlyMap<string, SamplePosition>,
  trades: readonly LegTrade[],
  quoteAssetOf: QuoteAssetOf,
): ReadonlyMap<string, Decimal> {
  const expected = new Map<string, Decimal>()
  const put = (asset: string, amount: Decimal): void =>
    void expected.set(asset, add(expected.get(asset) ?? zero, amount))
  for (const { legs, quantity, price } of trades) {
    const [{ symbol }] = [must(legs[0], 'a leg of the trade')]
    put(quoteAssetOf(symbol), neg(mul(quantity, price)))
    const name = parseInstrumentName(symbol)
    if (legs.length === 1 && name?.product === 'spot') put(name.base, quantity)
  }
  for (const symbol of new Set([...before.keys(), ...after.keys()])) {
    if (!isOption(symbol))
      put(quoteAssetOf(symbol), sub(lotHeld(after.get(symbol)).cost, lotHeld(before.get(symbol)).cost))
  }
  return expected
}

interface Moment extends FundingMoment {
  readonly atExpiry: ReadonlyMap<string, Decimal>
}

function eventsOf(asset: string, moved: Decimal, moment: Moment): readonly CashEvent[] {
  const settled = [...moment.atExpiry].filter(
    ([symbol, size]) => moment.quoteAssetOf(symbol) === asset && !isZero(size),
  )
  const funding = fundingsOf(asset, moment)
  if (settled.length > 0) return settledAndFunded(asset, settled, funding, moved, moment)
  const { events } = funding
  if (events.length > 0 && !gt(abs(moved), funding.most)) {
    const isShared = events.length > 1 || funding.times > 1
    return fittedFunding(funding, moved).map(each => ({ ...each, isEstimated: isShared }))
  }
  return movedBy(asset, moved, moment)
}

/** Returns the remaining cash as a fee, if trades can explain one, else as a transfer. */
function movedBy(asset: string, amount: Decimal, moment: Moment, isEstimated = false): readonly CashEvent[] {
  if (!gt(abs(amount), tolerance)) return []
  const event = { symbol: undefined, asset, amount, size: undefined, price: undefined, atMs: moment.to.atMs }
  const isFee = lt(amount, zero) && !gt(abs(amount), mul(mostFee, tradedValue(asset, moment)))
  return [isFee ? { ...event, kind: 'fee', isEstimated: true } : { ...event, kind: 'moved', isEstimated }]
}

function tradedValue(asset: string, { trades, from, to, quoteAssetOf }: Moment): Decimal {
  const legs = trades.flatMap(({ legs: own, quantity }) =>
    own.map(({ symbol, ratio }) => ({ symbol, size: abs(mul(quantity, dec(ratio))) })),
  )
  return sum(
    legs.flatMap(({ symbol, size }) => {
      const base = parseInstrumentName(symbol)?.base
      const index = base === undefined || quoteAssetOf(symbol) !== asset ? undefined : indexIn(asset, base, from, to)
      return index === undefined ? [] : [mul(size, index)]
    }),
  )
}

/**
 * Tries settlement prices near the index and funding at today's rate, then the nearest prices that leave a possible
 * funding. Over hours the index may have moved further. Else the rest is a transfer or a fee.
 */
function settledAndFunded(
  asset: string,
  settled: SettledSizes,
  funding: PossibleFunding,
  moved: Decimal,
  moment: Moment,
): readonly CashEvent[] {
  const ofFunding = sum(funding.events.map(each => each.amount))
  const total = sub(moved, ofFunding)
  const sharesCash = funding.events.length > 0
  const lateMs = moment.to.atMs - lastExpiryMs(settled)
  const ranges = lateMs < soonMs ? [mostOff.soon] : lateMs < hourMs ? [mostOff.late] : [mostOff.late, mostOff.gap]
  const settle = settling(asset, settled, moment)
  for (const [index, most] of ranges.entries()) {
    const factor = settle.exact(total, most)
    if (factor !== undefined)
      return [...settle.events(total, factor, sharesCash || index > 0, most), ...paid(funding.events)]
    const nearest = settle.nearest(total, most)
    const rest = sub(total, settle.payoutAt(nearest))
    const funded = add(ofFunding, rest)
    if (sharesCash && !gt(abs(funded), funding.most)) {
      return [...settle.events(sub(total, rest), nearest, true, most), ...paid(fittedFunding(funding, funded))]
    }
  }
  const atIndex = settle.payoutAt(one)
  const events = settle.events(atIndex, one, true, mostOff.late)
  return [...events, ...paid(funding.events), ...movedBy(asset, sub(total, atIndex), moment, true)]
}

const paid = (events: readonly CashEvent[]): readonly CashEvent[] => events.filter(each => !isZero(each.amount))

type SettledSizes = readonly (readonly [string, Decimal])[]

const lastExpiryMs = (settled: SettledSizes): number =>
  Math.max(...settled.map(([symbol]) => must(expiryOf(symbol), 'an expiry')))

function indexIn(asset: string, base: string, from: Sample, to: Sample): Decimal | undefined {
  const usdOf = (coin: string): Decimal | undefined => (coin === 'USD' ? one : (to.indexes[coin] ?? from.indexes[coin]))
  const [usd, usdOfAsset] = [usdOf(base), usdOf(asset)]
  if (usd === undefined || usdOfAsset === undefined || isZero(usdOfAsset)) return undefined
  return asset === 'USD' ? usd : div(usd, usdOfAsset)
}

function anchorOf(base: string, settled: SettledSizes, { before, trades }: Moment): Decimal {
  const prices = settled.flatMap(([symbol, size]) => {
    const name = parseInstrumentName(symbol)
    if (name?.base !== base) return []
    return [name.product === 'option' ? name.strike : div(costAfter(before.get(symbol), symbol, trades, zero), size)]
  })
  return div(sum(prices), dec(prices.length))
}

interface SettlementSolver {
  /** Total payout if each underlying is at this multiple of its index. Futures count with their whole price. */
  readonly payoutAt: (factor: Decimal) => Decimal
  /** Multiple nearest to 1 that pays exactly `total`. Undefined if none is within `most` of 1. */
  readonly exact: (total: Decimal, most: Decimal) => Decimal | undefined
  readonly nearest: (total: Decimal, most: Decimal) => Decimal
  /** Settlements at that multiple, adjusted to add up to `total`. */
  readonly events: (total: Decimal, factor: Decimal, isShared: boolean, most: Decimal) => readonly CashEvent[]
}

/** Without an index the search starts from strikes and entries. */
function settling(asset: string, settled: SettledSizes, moment: Moment): SettlementSolver {
  const { from, to, before, trades } = moment
  const bases = new Set(settled.map(([symbol]) => must(parseInstrumentName(symbol), 'a name').base))
  const indexes = new Map([...bases].map(base => [base, indexIn(asset, base, from, to)]))
  const isBlind = [...indexes.values()].includes(undefined)
  const prices = new Map([...indexes].map(([base, index]) => [base, index ?? anchorOf(base, settled, moment)]))
  const at = (factor: Decimal): Decimal[] =>
    settled.map(([symbol, size]) => {
      const index = must(prices.get(must(parseInstrumentName(symbol), 'a name').base), 'an index')
      return roundTo(mul(size, settlementPrice(symbol, mul(index, factor))), amountPlaces)
    })
  const payoutAt = (factor: Decimal): Decimal => sum(at(factor))
  const within = (most: Decimal): Decimal => (isBlind ? mostOff.blind : most)
  return {
    payoutAt,
    exact: (total, most) => solve(payoutAt, total, within(most)),
    nearest: (total, most) => {
      const off = (factor: Decimal): Decimal => abs(sub(payoutAt(factor), total))
      return factorsWithin(within(most)).reduce((best, each) => (lt(off(each), off(best)) ? each : best), one)
    },
    events: (total, factor, isShared, most) => {
      const calculated = at(factor)
      const off = sub(total, sum(calculated))
      const bearer = calculated.reduce(
        (best, each, index) => (gt(abs(each), abs(must(calculated[best], 'an amount'))) ? index : best),
        0,
      )
      const isEstimated = isShared || isBlind || bases.size > 1 || !isConclusive(at, most)
      return settled.map(([symbol, size], index): CashEvent => {
        const own = must(calculated[index], 'an amount')
        const worthOf = index === bearer ? add(own, off) : own
        const price = roundTo(div(worthOf, size), amountPlaces)
        // A future pays the difference from its entry.
        const amount = isOption(symbol)
          ? worthOf
          : roundTo(sub(worthOf, costAfter(before.get(symbol), symbol, trades, price)), amountPlaces)
        return {
          kind: 'settlement',
          symbol,
          asset,
          amount,
          size,
          price,
          atMs: must(expiryOf(symbol), 'an expiry'),
          isEstimated,
        }
      })
    },
  }
}

const factorSteps = 20
const factorsWithin = (most: Decimal): readonly Decimal[] =>
  Array.from({ length: 2 * factorSteps + 1 }, (_, n) =>
    add(one, mul(most, div(dec(n - factorSteps), dec(factorSteps)))),
  )

/** True if the payout determines the price: it is monotonic, or independent of the price. */
function isConclusive(at: (factor: Decimal) => readonly Decimal[], most: Decimal): boolean {
  const points = factorsWithin(most).map(at)
  const [first = []] = points
  if (points.every(each => each.every((worth, index) => worth === first[index]))) return true
  const steps = points.slice(1).map((each, index) => sign(sub(sum(each), sum(points[index] ?? []))))
  return steps.every(step => step !== 0 && step === steps[0])
}

const half = dec('0.5')
const searchSteps = dec('100')

function solve(worthAt: (factor: Decimal) => Decimal, total: Decimal, most: Decimal): Decimal | undefined {
  const searchStep = div(most, searchSteps)
  const offAt = (factor: Decimal): Decimal => sub(worthAt(factor), total)
  const atIndex = offAt(one)
  if (isNear(atIndex)) return one
  let [down, up] = [one, one]
  let [downOff, upOff] = [atIndex, atIndex]
  for (let away = searchStep; !gt(away, most); away = add(away, searchStep)) {
    const [lower, higher] = [sub(one, away), add(one, away)]
    const [lowerOff, higherOff] = [offAt(lower), offAt(higher)]
    if (sign(lowerOff) !== sign(downOff)) return bisect(offAt, lower, down)
    if (sign(higherOff) !== sign(upOff)) return bisect(offAt, up, higher)
    ;[down, up, downOff, upOff] = [lower, higher, lowerOff, higherOff]
  }
  return undefined
}

const isNear = (off: Decimal): boolean => lt(abs(off), dec('0.000001'))

function bisect(offAt: (factor: Decimal) => Decimal, from: Decimal, to: Decimal): Decimal {
  let [low, high] = [from, to]
  const lowSign = sign(offAt(low))
  for (let turn = 0; turn < 60; turn += 1) {
    const middle = roundTo(mul(add(low, high), half), 18)
    const off = offAt(middle)
    if (isNear(off)) return middle
    if (sign(off) === lowSign) low = middle
    else high = middle
  }
  return low
}
