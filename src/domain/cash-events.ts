/**
 * What moved the cash of an account between two samples beside its fills. The venue reports balances, positions and prices, and no ledger: what the cash
 * moved by and the fills do not explain belongs to instruments that expired in between, to the funding of perpetuals, or is a transfer or a fee.
 * Invariant: the amounts add up to what is not explained, exactly; how much of it is which is the venue's word only where only one thing moved it,
 * and else an estimate by index and rate, marked as such.
 */
import { abs, add, dec, type Decimal, div, gt, isZero, lt, max, mul, neg, one, roundTo, sign, sub, sum, toNumber, zero } from './decimal.ts'
import { quoteOf } from './equity.ts'
import { expiryOf, isOption, isSpot, parseInstrumentName } from './instrument.ts'
import { costAfter, isExplained, type LegTrade } from './leg-bookings.ts'
import { lotHeld } from './lot.ts'
import { must } from './must.ts'
import type { Sample, SampleInput, SamplePosition } from './sample.ts'
import { hourMs, minuteMs } from './time.ts'

export interface CashEvent {
  readonly kind: 'settlement' | 'funding' | 'moved'
  /** Instrument that settled or was funded; undefined for cash that moved by itself. */
  readonly symbol: string | undefined
  readonly asset: string
  /** Signed, in the asset. */
  readonly amount: Decimal
  /** Signed: what was held when it happened. */
  readonly size: Decimal | undefined
  /** That it settled at. */
  readonly price: Decimal | undefined
  readonly atMs: number
  /** When it began not to be seen what moved it. */
  readonly unseenFromMs?: number | undefined
  /** The venue's cash says what several things came to together; this one's share is computed. */
  readonly isEstimated: boolean
}

export interface CashStep {
  readonly from: Sample
  readonly to: Sample
  /** All between the samples. */
  readonly trades: readonly LegTrade[]
  /** What a unit of a perpetual pays of its mark at a funding, by symbol, where the venue states it. */
  readonly fundingRates: ReadonlyMap<string, Decimal>
  /** What the venue lists of an instrument; without it its quote asset is that of its position, else of its name. */
  readonly listingOf?: SampleInput['listingOf']
}

const amountPlaces = 8
/** Less is rounding of average prices by the venue. */
const tolerance = dec('0.01')
/** Funding is far less than this of what is held; more than it is something else. */
const mostFunding = dec('0.02')
/** A price of settlement further from the index than this does not count: of an index seen right after the expiry, and of a later one. */
const mostOff = { soon: dec('0.004'), late: dec('0.05') }
const soonMs = 2 * minuteMs
/** The mark at a funding is not quite the one seen. */
const shareOfRate = dec('0.05')

/** Undefined where the samples and the trades seen do not go together: something is not known yet. */
export function cashEvents({ from, to, trades, fundingRates, listingOf }: CashStep): readonly CashEvent[] | undefined {
  if (from.positions === undefined || to.positions === undefined) return undefined
  const before = new Map(from.positions.map(each => [each.symbol, each]))
  const after = new Map(to.positions.map(each => [each.symbol, each]))
  const atExpiry = expired(before, after, trades, from, to)
  const living = trades.flatMap(trade => ({ ...trade, legs: trade.legs.filter(leg => !isSpot(leg.symbol) && !atExpiry.has(leg.symbol)) }))
  if (!isExplained(before, after, living)) return undefined
  const touched = new Set(living.flatMap(trade => trade.legs.map(leg => leg.symbol)))
  for (const symbol of new Set([...before.keys(), ...after.keys()])) {
    const isSame = sub(after.get(symbol)?.size ?? zero, before.get(symbol)?.size ?? zero) === zero
    if (!isSame && !touched.has(symbol) && !atExpiry.has(symbol)) return undefined
  }
  const quoteAssetOf = quoteAssets(before, after, listingOf)
  const expected = expectedCash(before, after, trades, quoteAssetOf)
  return [...new Set([...Object.keys(from.cash), ...Object.keys(to.cash), ...expected.keys()])].flatMap(asset => {
    return eventsOf(asset, movedIn(asset, from, to, expected), { from, to, atExpiry, before, after, trades, fundingRates, quoteAssetOf })
  })
}

/** What moved cash between samples that trades do not go together with: what it was is not seen, how much it was is the venue's word. */
export function unseenCash({ from, to, trades, listingOf }: CashStep): readonly CashEvent[] {
  const before = new Map((from.positions ?? []).map(each => [each.symbol, each]))
  const after = new Map((to.positions ?? []).map(each => [each.symbol, each]))
  const expected = expectedCash(before, after, trades, quoteAssets(before, after, listingOf))
  return [...new Set([...Object.keys(from.cash), ...Object.keys(to.cash), ...expected.keys()])].flatMap(asset =>
    movedBy(asset, movedIn(asset, from, to, expected), to.atMs).map(each => ({ ...each, isEstimated: true, unseenFromMs: from.atMs })),
  )
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

/** Asset that an instrument is quoted in, as its listing has it: a name may mislead. */
type QuoteAssetOf = (symbol: string) => string

const isPerpetual = (symbol: string): boolean => parseInstrumentName(symbol)?.product === 'perpetual'

/** Sizes held of what expired between the samples. */
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

/** Change of cash that trades explain, by asset: what they paid, and of futures what their cost changed by instead. */
function expectedCash(
  before: ReadonlyMap<string, SamplePosition>,
  after: ReadonlyMap<string, SamplePosition>,
  trades: readonly LegTrade[],
  quoteAssetOf: QuoteAssetOf,
): ReadonlyMap<string, Decimal> {
  const expected = new Map<string, Decimal>()
  const put = (asset: string, amount: Decimal): void => void expected.set(asset, add(expected.get(asset) ?? zero, amount))
  for (const { legs, quantity, price } of trades) {
    const [{ symbol }] = [must(legs[0], 'a leg of the trade')]
    put(quoteAssetOf(symbol), neg(mul(quantity, price)))
    const name = parseInstrumentName(symbol)
    if (legs.length === 1 && name?.product === 'spot') put(name.base, quantity)
  }
  for (const symbol of new Set([...before.keys(), ...after.keys()])) {
    if (!isOption(symbol)) put(quoteAssetOf(symbol), sub(lotHeld(after.get(symbol)).cost, lotHeld(before.get(symbol)).cost))
  }
  return expected
}

interface Moment {
  readonly from: Sample
  readonly to: Sample
  readonly atExpiry: ReadonlyMap<string, Decimal>
  readonly before: ReadonlyMap<string, SamplePosition>
  readonly after: ReadonlyMap<string, SamplePosition>
  readonly trades: readonly LegTrade[]
  readonly fundingRates: ReadonlyMap<string, Decimal>
  readonly quoteAssetOf: QuoteAssetOf
}

function eventsOf(asset: string, moved: Decimal, moment: Moment): readonly CashEvent[] {
  const settled = [...moment.atExpiry].filter(([symbol, size]) => moment.quoteAssetOf(symbol) === asset && !isZero(size))
  const funded = fundingsOf(asset, moment)
  if (settled.length > 0) return settledAndFunded(asset, settled, funded, moved, moment)
  if (funded.length > 0 && isFunding(moved, moment)) return fitted(funded, moved).map(each => ({ ...each, isEstimated: funded.length > 1 }))
  return movedBy(asset, moved, moment.to.atMs)
}

function movedBy(asset: string, amount: Decimal, atMs: number): readonly CashEvent[] {
  if (!gt(abs(amount), tolerance)) return []
  return [{ kind: 'moved', symbol: undefined, asset, amount, size: undefined, price: undefined, atMs, isEstimated: false }]
}

/** Where both happen in one step, funding is what its rate says and the settlements are the rest, if a price near the index makes it. */
function settledAndFunded(
  asset: string,
  settled: readonly (readonly [string, Decimal])[],
  funded: readonly CashEvent[],
  moved: Decimal,
  moment: Moment,
): readonly CashEvent[] {
  const ofFunding = sum(funded.map(each => each.amount))
  const known = funded.filter(each => !isZero(each.amount))
  const settlements = settlementsOf(asset, settled, sub(moved, ofFunding), moment, funded.length > 0)
  if (settlements === undefined) return movedBy(asset, moved, moment.to.atMs)
  const rest = sub(sub(moved, ofFunding), settlements.worth)
  const isOfFunding = known.length > 0 && !gt(abs(rest), max(tolerance, mul(shareOfRate, abs(ofFunding))))
  if (isOfFunding) return [...settlements.events, ...fitted(known, add(ofFunding, rest))]
  return [...settlements.events, ...known, ...movedBy(asset, rest, moment.to.atMs)]
}

const isFunding = (moved: Decimal, { before, after }: Moment): boolean => {
  const held = [...before.values(), ...after.values()].filter(each => isPerpetual(each.symbol))
  return !gt(abs(moved), mul(mostFunding, sum(held.map(each => abs(mul(each.size, each.mark_price))))))
}

/** Fundings of the perpetuals held, by their rate where the venue states it; those of a long step together. */
function fundingsOf(asset: string, { from, to, before, after, trades, fundingRates, quoteAssetOf }: Moment): readonly CashEvent[] {
  const atMs = lastFundingMs(to.atMs)
  const times = (atMs - lastFundingMs(from.atMs)) / fundingEveryMs
  if (times < 1) return []
  const until = trades.filter(trade => trade.atMs <= atMs)
  const symbols = new Set([...before.keys(), ...until.flatMap(trade => trade.legs.map(leg => leg.symbol))])
  return [...symbols].flatMap((symbol): CashEvent[] => {
    if (!isPerpetual(symbol) || quoteAssetOf(symbol) !== asset) return []
    const size = add(before.get(symbol)?.size ?? zero, tradedOf(symbol, until))
    const mark = (after.get(symbol) ?? before.get(symbol))?.mark_price
    if (isZero(size) || mark === undefined) return []
    const amount = roundTo(neg(mul(mul(mul(size, mark), fundingRates.get(symbol) ?? zero), dec(times))), amountPlaces)
    return [{ kind: 'funding', symbol, asset, amount, size, price: undefined, atMs, isEstimated: true }]
  })
}

/** Signed size traded of an instrument. */
const tradedOf = (symbol: string, trades: readonly LegTrade[]): Decimal =>
  sum(trades.flatMap(trade => trade.legs.filter(leg => leg.symbol === symbol).map(leg => mul(trade.quantity, dec(leg.ratio)))))

const fundingEveryMs = 8 * hourMs
const lastFundingMs = (atMs: number): number => Math.floor(atMs / fundingEveryMs) * fundingEveryMs

/** The same events with the sum that the cash says: what differs goes to the largest. */
function fitted(events: readonly CashEvent[], total: Decimal): readonly CashEvent[] {
  const off = sub(total, sum(events.map(each => each.amount)))
  const weight = (each: CashEvent): number => Math.abs(toNumber(mul(each.size ?? zero, each.price ?? each.amount)))
  const bearer = events.reduce((best, each) => (weight(each) > weight(best) ? each : best), must(events[0], 'an event'))
  return events.map(each => (each === bearer ? { ...each, amount: add(each.amount, off) } : each))
}

interface Settled {
  readonly events: readonly CashEvent[]
  /** What they paid together, of futures the whole price: `total` where a price near the index makes it. */
  readonly worth: Decimal
}

/** What each settled at so that together they come to `total`, or as the indexes say; undefined where there is no index. */
function settlementsOf(
  asset: string,
  settled: readonly (readonly [string, Decimal])[],
  total: Decimal,
  { from, to, before, trades }: Moment,
  isShared: boolean,
): Settled | undefined {
  const bases = new Set(settled.map(([symbol]) => parseInstrumentName(symbol)?.base))
  const usdOf = (coin: string): Decimal | undefined => (coin === 'USD' ? one : (to.indexes[coin] ?? from.indexes[coin]))
  // In the asset that it pays in, as its strike is.
  const indexOf = (base: string): Decimal | undefined => {
    const [usd, usdOfAsset] = [usdOf(base), usdOf(asset)]
    if (usd === undefined || usdOfAsset === undefined || isZero(usdOfAsset)) return undefined
    return asset === 'USD' ? usd : div(usd, usdOfAsset)
  }
  if ([...bases].some(base => base === undefined || indexOf(base) === undefined)) return undefined
  const at = (factor: Decimal): Decimal[] =>
    settled.map(([symbol, size]) => {
      const index = must(indexOf(must(parseInstrumentName(symbol), 'a name').base), 'an index')
      return roundTo(mul(size, payoff(symbol, mul(index, factor))), amountPlaces)
    })
  const lastMs = Math.max(...settled.map(([symbol]) => must(expiryOf(symbol), 'an expiry')))
  const most = to.atMs - lastMs < soonMs ? mostOff.soon : mostOff.late
  const factor = solve(value => sum(at(value)), total, most)
  const calculated = at(factor ?? one)
  const off = factor === undefined ? zero : sub(total, sum(calculated))
  const bearer = calculated.reduce((best, each, index) => (gt(abs(each), abs(must(calculated[best], 'an amount'))) ? index : best), 0)
  const worth = calculated.map((each, index) => (index === bearer ? add(each, off) : each))
  const isEstimated = isShared || bases.size > 1 || factor === undefined || !isConclusive(at, most)
  const events = settled.map(([symbol, size], index): CashEvent => {
    const paid = must(worth[index], 'an amount')
    const price = roundTo(div(paid, size), amountPlaces)
    // A future pays the difference from its entry.
    const amount = isOption(symbol) ? paid : roundTo(sub(paid, costAfter(before.get(symbol), symbol, trades, price)), amountPlaces)
    return { kind: 'settlement', symbol, asset, amount, size, price, atMs: must(expiryOf(symbol), 'an expiry'), isEstimated }
  })
  return { events, worth: sum(worth) }
}

/** What one unit pays at that price of the underlying. */
function payoff(symbol: string, price: Decimal): Decimal {
  const name = parseInstrumentName(symbol)
  if (name?.product !== 'option') return price
  return max(zero, name.right === 'call' ? sub(price, name.strike) : sub(name.strike, price))
}

/** Does the sum tell the price? It must rise, or fall, with it all the way; or none of them depends on it. */
function isConclusive(at: (factor: Decimal) => readonly Decimal[], most: Decimal): boolean {
  const points = Array.from({ length: 41 }, (_, n) => at(add(one, mul(most, div(dec(n - 20), dec('20'))))))
  const [first = []] = points
  if (points.every(each => each.every((worth, index) => worth === first[index]))) return true
  const steps = points.slice(1).map((each, index) => sign(sub(sum(each), sum(points[index] ?? []))))
  return steps.every(step => step !== 0 && step === steps[0])
}

const half = dec('0.5')
const searchSteps = dec('100')

/** How far settlement prices lie from the indexes, as a factor near 1: the nearest that makes `total`; undefined where none does. */
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

/** Between two factors where the difference changes its sign. */
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
