/**
 * Computes the venue's booking price of each package leg from positions before and after, for the journal. Trades and
 * positions arrive in any order. Those that share instruments form a group. A group waits until its trades explain its
 * positions in exactly one way. Unexplained groups expire without blocking other instruments.
 */
import { type Position, signedSize } from '../domain/account.ts'
import { add, dec, type Decimal, isZero, mul, zero } from '../domain/decimal.ts'
import { isExpired, isSpot } from '../domain/instrument.ts'
import type { JournalOrder } from '../domain/journal-order.ts'
import { bookLegs, type PositionState, type LegBooking, sizesLeft, type TradedSpan } from '../domain/leg-bookings.ts'
import { must } from '../domain/must.ts'
import type { SamplePosition } from '../domain/sample.ts'
import { minuteMs } from '../domain/time.ts'
import { type RecentTrade, tradesInTurn, tradesOf } from './recent-trades.ts'

export type PositionsNow = ReadonlyMap<string, PositionState>

export const heldOf = (positions: readonly Position[]): PositionsNow =>
  new Map(
    positions.map(each => [
      each.symbol,
      { size: signedSize(each), average_entry_price: each.average_entry_price, mark_price: each.mark_price },
    ]),
  )

export const heldIn = (positions: readonly SamplePosition[]): PositionsNow =>
  new Map(positions.map(each => [each.symbol, each]))

export type BookLegs = (order: string, bookings: Readonly<Record<string, readonly LegBooking[]>>) => void

interface BookerParts {
  readonly book: BookLegs
  nowMs(): number
}

/** Positions of an earlier visit. With this visit's first positions they explain the trades between. */
export interface EarlierPositions {
  readonly positions: PositionsNow
  readonly atMs: number
}

/** No fill arrives later than this. */
const mostWaitMs = 10 * minuteMs
const lateMs = 5 * minuteMs
/** Limit on trades to solve. More trades of single instruments are skipped: their prices are known. */
const mostSolved = 200
/** Limit on spans times trades: without it a busy account would block everything else for minutes. */
const mostWork = 50_000
/** Upper bound on the difference between the clock of trades and ours, and on the duration of a request. */
const clockMs = 5_000

interface Group {
  readonly symbols: ReadonlySet<string>
  readonly trades: readonly RecentTrade[]
}

export class LegBooker {
  readonly #parts: BookerParts
  readonly #waiting = new Map<string, RecentTrade>()
  readonly #done = new Set<string>()
  #before: Map<string, PositionState> | undefined
  /** Time at which positions were last adopted without explanation: they may contain trades until then. */
  #takenMs = Number.NEGATIVE_INFINITY
  #untilMs = Number.POSITIVE_INFINITY
  readonly #waitsSinceMs = new Map<string, number>()

  readonly #marks = new Map<string, Decimal>()

  readonly #earlier: EarlierPositions | undefined
  /** Explains the time between two visits by the first positions of this one. */
  #absence: { readonly booker: LegBooker; readonly now: PositionsNow } | undefined

  constructor(parts: BookerParts, earlier?: EarlierPositions) {
    this.#parts = parts
    this.#earlier = earlier
  }

  orders(orders: readonly JournalOrder[]): void {
    if (this.#before === undefined) return
    const trades = orders.flatMap(tradesOf)
    for (const trade of trades) this.#learn(trade)
    if (this.#absence === undefined) return
    const { booker, now } = this.#absence
    if (trades.filter(trade => booker.#learn(trade)).length > 0) booker.positions(now)
  }

  #learn(trade: RecentTrade): boolean {
    const isPast = this.#done.has(trade.id) || trade.atMs <= this.#takenMs - clockMs
    const isOfLater = trade.atMs > this.#untilMs + clockMs
    const isWaiting = !isPast && !isOfLater && !trade.legs.every(leg => isSpot(leg.symbol))
    if (isWaiting) this.#waiting.set(trade.id, trade)
    return isWaiting
  }

  polled(positions: readonly Position[]): void {
    this.positions(heldOf(positions))
  }

  positions(now: PositionsNow): void {
    const nowMs = this.#parts.nowMs()
    const before = this.#before
    if (before === undefined) {
      this.#begin(now, nowMs)
      if (this.#earlier === undefined) return
      const booker = new LegBooker({ ...this.#parts, nowMs: () => nowMs })
      booker.#begin(this.#earlier.positions, this.#earlier.atMs)
      booker.#untilMs = nowMs
      this.#absence = { booker, now }
      return
    }
    for (const group of groupsOf(changedSymbols(before, now), [...this.#waiting.values()].sort(tradesInTurn))) {
      this.#settle(group, before, now, nowMs)
    }
    for (const [symbol, held] of now) {
      this.#marks.set(symbol, held.mark_price)
      if (isChanged(symbol, before, now)) continue
      before.set(symbol, held)
      if (this.#waitsSinceMs.has(symbol) && !touches([...this.#waiting.values()], symbol))
        this.#waitsSinceMs.delete(symbol)
    }
  }

  #begin(positions: PositionsNow, atMs: number): void {
    this.#before = new Map(positions)
    this.#takenMs = atMs
  }

  #settle(group: Group, before: Map<string, PositionState>, now: PositionsNow, nowMs: number): void {
    if (group.trades.length > mostSolved && group.trades.every(trade => trade.legs.length === 1)) {
      // During an absence, a package that shares an instrument with them may still become known.
      if (Number.isFinite(this.#untilMs)) return
      this.#book(
        group.trades.filter(trade => trade.atMs < nowMs - clockMs),
        new Map(),
      )
      for (const symbol of group.symbols) this.#take(symbol, before, now)
      return
    }
    for (const symbol of group.symbols) if (!this.#waitsSinceMs.has(symbol)) this.#waitsSinceMs.set(symbol, nowMs)
    const sinceMs = Math.min(
      ...[...group.symbols].map(symbol => must(this.#waitsSinceMs.get(symbol), 'a time of each instrument')),
    )
    const waitedMs = nowMs - sinceMs
    const isLoose = (symbol: string): boolean => isSpot(symbol) || (!now.has(symbol) && isExpired(symbol, nowMs))
    const parts = { before, after: now, isLoose, markOf: (symbol: string) => this.#marks.get(symbol) }
    const changed = [...group.symbols].filter(symbol => !isLoose(symbol) && isChanged(symbol, before, now))
    const possible = this.#spansOf(group.trades, nowMs, waitedMs, parts)
    const isTooMuch = possible.length * group.trades.length > mostWork
    const spans = (isTooMuch ? [] : possible).flatMap(({ from, to }) => {
      const trades = group.trades.slice(from, to)
      if (!changed.every(symbol => touches(trades, symbol))) return []
      const { isConsistent, bookings } = bookLegs({ ...parts, trades })
      return isConsistent ? [{ to, bookings }] : []
    })
    const [found] = spans
    const isClear = found !== undefined && spans.every(each => each.to === found.to)
    if (!isClear && waitedMs <= mostWaitMs) return
    const taken = found ?? { to: group.trades.length, bookings: bookedInPart({ ...parts, trades: group.trades }) }
    this.#book(group.trades.slice(0, taken.to), taken.bookings)
    for (const symbol of group.symbols) this.#take(symbol, before, now)
    if (found === undefined) this.#takenMs = nowMs
  }

  /**
   * Spans of trades that may lie between the two positions, by their sizes, longest first. The first trades may already
   * be in the earlier positions, unless a fill is still missing. The last may not be in the later ones yet.
   */
  #spansOf(
    trades: readonly RecentTrade[],
    nowMs: number,
    waitedMs: number,
    parts: Omit<TradedSpan, 'trades'>,
  ): readonly Span[] {
    const isLate = waitedMs > lateMs
    const heads = isLate ? trades.filter(trade => trade.atMs <= this.#takenMs + clockMs).length : 0
    const least = trades.findLastIndex(trade => trade.atMs < nowMs - clockMs) + 1
    return Array.from({ length: heads + 1 }, (_, from) => spansFrom(from, Math.max(from, least), trades, parts)).flat()
  }

  #book(trades: readonly RecentTrade[], bookings: ReadonlyMap<string, readonly LegBooking[]>): void {
    const byOrder = new Map<string, Record<string, readonly LegBooking[]>>()
    for (const { id, order, trade_id } of trades) {
      this.#done.add(id)
      this.#waiting.delete(id)
      const booking = bookings.get(id)
      if (booking !== undefined) byOrder.set(order, { ...byOrder.get(order), [trade_id]: booking })
    }
    for (const [order, own] of byOrder) this.#parts.book(order, own)
  }

  #take(symbol: string, before: Map<string, PositionState>, now: PositionsNow): void {
    this.#waitsSinceMs.delete(symbol)
    const held = now.get(symbol)
    if (held === undefined) before.delete(symbol)
    else before.set(symbol, held)
  }
}

/** Trades from one index (inclusive) to another (exclusive). */
interface Span {
  readonly from: number
  readonly to: number
}

function spansFrom(
  from: number,
  least: number,
  trades: readonly RecentTrade[],
  parts: Omit<TradedSpan, 'trades'>,
): readonly Span[] {
  const left = sizesLeft({ ...parts, trades: trades.slice(from) })
  const spans: Span[] = []
  for (let to = trades.length; to >= least; to -= 1) {
    if ([...left.values()].every(isZero)) spans.push({ from, to })
    const last = trades[to - 1]
    for (const { symbol, ratio } of last?.legs ?? []) {
      const size = left.get(symbol)
      if (size !== undefined) left.set(symbol, add(size, mul(last?.quantity ?? zero, dec(ratio))))
    }
  }
  return spans
}

const isSame = (a: PositionState, b: PositionState): boolean =>
  a.size === b.size && a.average_entry_price === b.average_entry_price

function isChanged(symbol: string, before: PositionsNow, now: PositionsNow): boolean {
  const [a, b] = [before.get(symbol), now.get(symbol)]
  return a === undefined || b === undefined ? a !== b : !isSame(a, b)
}

const changedSymbols = (before: PositionsNow, now: PositionsNow): readonly string[] =>
  [...new Set([...before.keys(), ...now.keys()])].filter(symbol => isChanged(symbol, before, now))

const touches = (trades: readonly RecentTrade[], symbol: string): boolean =>
  trades.some(trade => trade.legs.some(leg => leg.symbol === symbol))

function groupsOf(symbols: readonly string[], trades: readonly RecentTrade[]): readonly Group[] {
  interface Growing {
    readonly symbols: Set<string>
    readonly trades: RecentTrade[]
  }
  const groups = new Set<Growing>()
  const bySymbol = new Map<string, Growing>()
  const join = (connected: readonly string[], own: readonly RecentTrade[]): void => {
    const [group = { symbols: new Set<string>(), trades: [] }, ...others] = new Set(
      connected.flatMap(symbol => bySymbol.get(symbol) ?? []),
    )
    groups.add(group)
    for (const symbol of connected) group.symbols.add(symbol)
    for (const trade of own) group.trades.push(trade)
    for (const each of others) {
      groups.delete(each)
      for (const symbol of each.symbols) group.symbols.add(symbol)
      for (const trade of each.trades) group.trades.push(trade)
    }
    for (const symbol of others.length > 0 ? group.symbols : connected) bySymbol.set(symbol, group)
  }
  for (const trade of trades)
    join(
      trade.legs.map(leg => leg.symbol),
      [trade],
    )
  for (const symbol of symbols) if (!bySymbol.has(symbol)) join([symbol], [])
  return [...groups].map(group => ({ symbols: group.symbols, trades: group.trades.sort(tradesInTurn) }))
}

function bookedInPart(traded: TradedSpan): ReadonlyMap<string, readonly LegBooking[]> {
  const unexplained = new Set([...sizesLeft(traded)].flatMap(([symbol, size]) => (isZero(size) ? [] : [symbol])))
  const isLoose = (symbol: string): boolean => unexplained.has(symbol) || traded.isLoose?.(symbol) === true
  const { isConsistent, bookings } = bookLegs({ ...traded, isLoose })
  return isConsistent ? bookings : new Map()
}
