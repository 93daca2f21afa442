/** Reference points of an order: the observations that create one, and the market figures stored with it. */
import { type Decimal, decimalFromNumber, gt, max, roundTo, sub, toNumber, zero } from '../domain/decimal.ts'
import { expiryOf, parseInstrumentName } from '../domain/instrument.ts'
import type { ListedUniverse } from '../domain/instrument-index.ts'
import type { JournalOrder } from '../domain/journal-order.ts'
import { noQuotes, type MarketSummary, type OrderBook, type Quotes } from '../domain/market-data.ts'
import { filledQuantity } from '../domain/order-state.ts'
import type { Execution } from '../domain/order.ts'
import {
  forwardKey,
  type LegFigures,
  type MarketFigures,
  type ReferencePoint,
  takeOf,
} from '../domain/reference-point.ts'
import { secondMs } from '../domain/time.ts'
import { futureOf } from '../pricing/market/base-surface.ts'
import { legQuote } from '../pricing/market/leg-quotes.ts'
import { forwardOf, type ParityPair } from '../pricing/market/reference-price.ts'
import type { Observation } from './observation.ts'

export interface MarketNow {
  readonly quotes: Quotes
  /** Venue time. Undefined if quotes were never read. */
  readonly readMs: number | undefined
  readonly universe: ListedUniverse | undefined
}

/** Older figures do not describe the time of the event. */
const oldestMs = 20 * secondMs
const oldestBookMs = 10 * secondMs
/** An event observed later than this gets no figures of its time. */
const latestMs = 10 * secondMs
const mostBetter = 20
const mostTakes = 30
const forwardPlaces = 4

export function marketFigures(
  symbols: readonly string[],
  { quotes: lastQuotes, readMs, universe }: MarketNow,
  books: ReadonlyMap<string, OrderBook>,
  nowMs: number,
): MarketFigures | undefined {
  const isYoung = readMs !== undefined && Math.abs(nowMs - readMs) <= oldestMs
  const quotes = isYoung ? lastQuotes : noQuotes
  const legs = symbols.map(symbol => legFigures(quotes.get(symbol), books.get(symbol), nowMs))
  if (!isYoung && legs.every(([bid, ask]) => bid === null && ask === null)) return undefined
  const indexes: Record<string, Decimal> = {}
  const forwards: Record<string, Decimal> = {}
  for (const symbol of symbols) {
    const base = parseInstrumentName(symbol)?.base
    if (base === undefined) continue
    const index = indexOf(base, symbol, quotes, universe)
    if (index !== undefined) indexes[base] = index
    const expiryMs = expiryOf(symbol)
    if (expiryMs === undefined || universe === undefined || forwards[forwardKey(base, expiryMs)] !== undefined) continue
    const forward = forwardAt(base, expiryMs, quotes, universe, index)
    if (forward !== undefined) forwards[forwardKey(base, expiryMs)] = forward
  }
  return { ...(isYoung ? { readMs } : {}), legs, indexes, forwards }
}

function legFigures(quote: MarketSummary | undefined, book: OrderBook | undefined, nowMs: number): LegFigures {
  const bookMs = book === undefined ? Number.NaN : book.server_utc_timestamp / 1_000
  if (book !== undefined && Math.abs(nowMs - bookMs) <= oldestBookMs) {
    const [bid, ask] = [book.buy[0], book.sell[0]]
    return [bid?.price ?? null, ask?.price ?? null, bid?.quantity ?? null, ask?.quantity ?? null, bookMs]
  }
  const { bid, ask } = legQuote(quote)
  return [bid ?? null, ask ?? null]
}

function indexOf(
  base: string,
  symbol: string,
  quotes: MarketNow['quotes'],
  universe: ListedUniverse | undefined,
): Decimal | undefined {
  const others = [universe?.perpetual(base)?.symbol, universe?.spot(base)?.symbol]
  for (const each of [symbol, ...others]) {
    const index = each === undefined ? undefined : quotes.get(each)?.index_price
    if (index !== undefined && gt(index, zero)) return index
  }
  return undefined
}

/** Mid of the future, else the forward from calls and puts, else the index. */
function forwardAt(
  base: string,
  expiryMs: number,
  quotes: MarketNow['quotes'],
  universe: ListedUniverse,
  index: Decimal | undefined,
): Decimal | undefined {
  const future = futureOf(universe, base, expiryMs)
  const mid = future === undefined ? undefined : legQuote(quotes.get(future.symbol)).mid
  if (mid !== undefined) return mid
  const pairs = universe.chain(base, expiryMs).flatMap(({ strike, call, put }): ParityPair[] => {
    const [callMid, putMid] = [call, put].map(each =>
      each === undefined ? undefined : legQuote(quotes.get(each.symbol)).mid,
    )
    return callMid === undefined || putMid === undefined
      ? []
      : [{ strike: toNumber(strike), call: toNumber(callMid), put: toNumber(putMid) }]
  })
  const found = forwardOf({ future: undefined, pairs, underlying: index === undefined ? undefined : toNumber(index) })
  const forward = found === undefined ? undefined : decimalFromNumber(found.price)
  return forward === undefined ? undefined : roundTo(forward, forwardPlaces)
}

type Level = ReferencePoint['bid']

function isBetter(side: string, level: Level, points: readonly ReferencePoint[]): boolean {
  const priceOf = ({ bid, ask }: Pick<ReferencePoint, 'bid' | 'ask'>): Decimal | undefined =>
    (side === 'buy' ? ask : bid)?.price
  const quoted = points
    .filter(({ kind }) => kind === 'first' || kind === 'better')
    .flatMap(point => priceOf(point) ?? [])
  return (
    level !== undefined && quoted.every(price => (side === 'buy' ? gt(price, level.price) : gt(level.price, price)))
  )
}

const levelAgainst = (side: string, seen: Extract<Observation, { kind: 'quote' }>): Level =>
  side === 'buy' ? seen.sell : side === 'sell' ? seen.buy : undefined

/** True if a quote creates a point. The market is read only then, not at every poll. */
export function isQuotePoint(known: JournalOrder | undefined, seen: Extract<Observation, { kind: 'quote' }>): boolean {
  return known !== undefined && isBetter(known.side, levelAgainst(known.side, seen), known.points ?? [])
}

const timeOf = (fill: Execution): number => fill.utc_timestamp / 1_000

export function withPoint(before: JournalOrder | undefined, order: JournalOrder, seen: Observation): JournalOrder {
  if (seen.with === undefined) return order
  const { market, seenMs } = seen.with
  const points = before?.points ?? []
  const isNow = (atMs: number): boolean => Math.abs(seenMs - atMs) <= latestMs
  const wanted = max(zero, sub(order.quantity, filledQuantity(order)))
  const plus = (point: Omit<ReferencePoint, 'market' | 'wanted'>): JournalOrder => ({
    ...order,
    points: bounded([...points, { ...point, wanted, ...(market === undefined ? {} : { market }) }]),
  })
  if (seen.kind === 'quote') {
    const { buy: bid, sell: ask, atMs } = seen
    if (!isBetter(order.side, levelAgainst(order.side, seen), points)) return order
    const kind = points.some(each => each.kind === 'first') ? 'better' : 'first'
    return plus({ kind, atMs, ...(bid === undefined ? {} : { bid }), ...(ask === undefined ? {} : { ask }) })
  }
  const known = new Set(before?.executions.map(each => each.trade_id))
  const fresh = order.executions.filter(each => !known.has(each.trade_id) && isNow(timeOf(each)))
  if (fresh.length > 0) {
    const [atMs, trades] = [Math.max(...fresh.map(timeOf)), fresh.map(each => each.trade_id)]
    const last = points.at(-1)
    // Trades of one order at the same time share one point.
    if (last?.kind !== 'take' || last.atMs !== atMs) return plus({ kind: 'take', atMs, trades })
    return {
      ...order,
      points: [...points.slice(0, -1), { ...last, wanted, trades: [...(last.trades ?? []), ...trades] }],
    }
  }
  if (before?.endedAtMs === undefined && order.endedAtMs !== undefined && isNow(order.endedAtMs)) {
    return plus({ kind: 'end', atMs: order.endedAtMs })
  }
  const sentMs =
    seen.kind === 'intent' ? seen.intent.history.find(step => step.kind === 'confirmed')?.atMs : order.sentAtMs
  const isSend =
    points.length === 0 && sentMs !== undefined && isNow(sentMs) && (before === undefined || seen.kind === 'intent')
  return isSend ? plus({ kind: 'send', atMs: sentMs }) : order
}

/** Keeps the latest better quotes and the first takes. */
function bounded(points: readonly ReferencePoint[]): readonly ReferencePoint[] {
  const count = { better: points.filter(each => each.kind === 'better').length, take: 0 }
  return points.filter(({ kind }) => {
    if (kind === 'better') return count.better-- <= mostBetter
    return kind !== 'take' || (count.take += 1) <= mostTakes
  })
}

/** Merges the points of two clients. Quotes come from the one that observed more. */
export function joinedPoints(
  a: JournalOrder['points'] = [],
  b: JournalOrder['points'] = [],
): readonly ReferencePoint[] | undefined {
  const [more, fewer] = a.length >= b.length ? [a, b] : [b, a]
  const has = ({ kind, trades }: ReferencePoint): boolean =>
    trades === undefined
      ? more.some(each => each.kind === kind)
      : trades.some(trade => takeOf(more, trade) !== undefined)
  const added = fewer.filter(point => !has(point))
  if (more.length === 0) return undefined
  return added.length === 0 ? more : [...more, ...added].sort((x, y) => x.atMs - y.atMs)
}
