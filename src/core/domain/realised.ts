/**
 * Realised P&L before fees (the venue does not report fees), by average cost like the venue's entry prices. Opening
 * orders are matched to closings separately, oldest first.
 * Invariants: released and remaining cost add up to the amount paid. A flat instrument has realised the cash of its
 * fills. Gaps are listed in `missing`, never guessed.
 */
import { abs, add, type Decimal, isZero, min, mul, neg, sign, sub, sum, zero } from './decimal.ts'
import { type Fill, byBookingOrder, signedQuantity } from './fill.ts'
import { isExpired, isSpot } from './instrument.ts'
import { type Lot, noLot, type SplitLot, takenFrom, traded } from './lot.ts'

export interface OpeningLot {
  readonly symbol: string
  /** Signed. */
  readonly size: Decimal
  readonly average_entry_price: Decimal
}

export interface Settlement {
  readonly symbol: string
  readonly price: Decimal
  readonly atMs: number
  /** The venue did not report the price: it is estimated from the index. */
  readonly isEstimated: boolean
}

export type MissingPart =
  | { readonly kind: 'held_before'; readonly symbol: string; readonly size: Decimal }
  /** Package fills with our split of the net price. */
  | { readonly kind: 'allotted'; readonly symbol: string }
  | { readonly kind: 'estimated_settlement'; readonly symbol: string }
  /** Expired with unknown settlement price: its result is left out. */
  | { readonly kind: 'no_settlement'; readonly symbol: string; readonly size: Decimal }
  /** Difference between the venue's position and the sum of fills. */
  | { readonly kind: 'unexplained'; readonly symbol: string; readonly size: Decimal }
  /** Funding before the first sample, estimated from the account's cash. */
  | { readonly kind: 'estimated_funding'; readonly symbol: string }
  /** Held at a funding time with unknown funding: left out. */
  | { readonly kind: 'unseen_funding'; readonly symbol: string; readonly fromMs: number; readonly toMs: number }
  /** Cash moved for an unknown cause, so realised P&L may be incomplete. `symbol` is the asset. */
  | { readonly kind: 'unseen_cash'; readonly symbol: string }
  /** Coins have no entry price. */
  | { readonly kind: 'spot'; readonly symbol: string }

/** One closing or part of one, with its lot and result; or a funding. All add up to the total. */
export interface Closing {
  readonly symbol: string
  /** Undefined for a settlement. */
  readonly closedBy: string | undefined
  /** Opening order, oldest first. Undefined for an initial position. */
  readonly openedBy: string | undefined
  readonly quantity: Decimal
  readonly realised: Decimal
  readonly atMs: number
  /** Funding of a perpetual; nothing was closed. */
  readonly isFunding?: true | undefined
}

/** Funding of a perpetual: negative if paid, positive if received. */
export interface Funding {
  readonly symbol: string
  readonly amount: Decimal
  readonly atMs: number
}

export interface RealisedPnl {
  readonly symbol: string
  readonly realised: Decimal
  readonly funding: Decimal
  /** Signed. */
  readonly size: Decimal
  /** Cost of the open position: size × entry. */
  readonly cost: Decimal
}

export interface RealisedTotals {
  readonly total: Decimal
  readonly funding: Decimal
  readonly lines: readonly RealisedPnl[]
  readonly closings: readonly Closing[]
  readonly missing: readonly MissingPart[]
}

export interface AccountPast {
  readonly openings?: readonly OpeningLot[] | undefined
  readonly settlements?: readonly Settlement[] | undefined
  readonly fundings?: readonly Funding[] | undefined
  /** Current signed sizes at the venue by symbol. Undefined until all are known. */
  readonly held?: ReadonlyMap<string, Decimal> | undefined
  readonly nowMs: number
}

export interface RealisedInput extends AccountPast {
  readonly fills: readonly Fill[]
}

/** True if expired and no longer held at the venue, which settles some time after expiry. */
export const isSettled = (symbol: string, { held, nowMs }: AccountPast): boolean =>
  isExpired(symbol, nowMs) && isZero(held?.get(symbol) ?? zero)

interface OpenRemainder {
  readonly by: string | undefined
  /** Unsigned. */
  quantity: Decimal
}

interface Trade {
  readonly order: string | undefined
  /** Signed. */
  readonly size: Decimal
  readonly price: Decimal
  readonly atMs: number
}

class Book {
  readonly symbol: string
  lot: Lot = noLot
  readonly closings: Closing[] = []
  #funding: Decimal = zero
  readonly #opened: OpenRemainder[] = []

  constructor(symbol: string) {
    this.symbol = symbol
  }

  get line(): RealisedPnl {
    const { symbol, lot } = this
    const made = sum(this.closings.map(each => each.realised))
    return { symbol, realised: sub(made, this.#funding), funding: this.#funding, size: lot.size, cost: lot.cost }
  }

  trade({ order, size, price, atMs }: Trade): void {
    const { closed, opened, held } = traded(this.lot, size, price)
    this.lot = held
    if (closed !== undefined) this.#close(closed, { order, price, atMs })
    if (!isZero(opened)) this.#opened.push({ by: order, quantity: abs(opened) })
  }

  fund(amount: Decimal, atMs: number): void {
    this.#funding = add(this.#funding, amount)
    const { symbol } = this
    this.closings.push({
      symbol,
      closedBy: undefined,
      openedBy: undefined,
      quantity: zero,
      realised: amount,
      atMs,
      isFunding: true,
    })
  }

  #close(closed: Lot, { order: closedBy, price, atMs }: Omit<Trade, 'size'>): void {
    const { symbol } = this
    for (let left: Lot | undefined = isZero(closed.size) ? undefined : closed; left !== undefined; ) {
      const [oldest] = this.#opened
      if (oldest === undefined) throw new Error(`${symbol}: more is closed than was opened`)
      const quantity = min(abs(left.size), oldest.quantity)
      const { rest, taken }: SplitLot = takenFrom(left, sign(left.size) > 0 ? quantity : neg(quantity))
      const realised = sub(mul(taken.size, price), taken.cost)
      this.closings.push({ symbol, closedBy, openedBy: oldest.by, quantity, realised, atMs })
      oldest.quantity = sub(oldest.quantity, quantity)
      if (isZero(oldest.quantity)) this.#opened.shift()
      left = rest
    }
  }
}

export function realisedOf(input: RealisedInput): RealisedTotals {
  const books = new Map<string, Book>()
  const bookOf = (symbol: string): Book => {
    const book = books.get(symbol) ?? new Book(symbol)
    books.set(symbol, book)
    return book
  }
  const missing: MissingPart[] = []
  for (const { symbol, size, average_entry_price: price } of input.openings ?? []) {
    if (isZero(size)) continue
    bookOf(symbol).trade({ order: undefined, size, price, atMs: 0 })
    missing.push({ kind: 'held_before', symbol, size })
  }
  for (const fill of [...input.fills].sort(byBookingOrder)) {
    if (isSpot(fill.symbol)) once(missing, { kind: 'spot', symbol: fill.symbol })
    else
      bookOf(fill.symbol).trade({ order: fill.order, size: signedQuantity(fill), price: fill.price, atMs: fill.atMs })
    if (fill.isAllotted) once(missing, { kind: 'allotted', symbol: fill.symbol })
  }
  for (const { symbol, amount, atMs } of input.fundings ?? []) bookOf(symbol).fund(amount, atMs)
  for (const book of books.values()) settle(book, input, missing)
  if (input.held !== undefined) compareHeld(books, input.held, missing)
  const all = [...books.values()]
  const lines = all.map(book => book.line)
  const funding = sum(lines.map(line => line.funding))
  return {
    total: add(sum(lines.map(line => line.realised)), funding),
    funding,
    lines,
    closings: all.flatMap(book => book.closings).sort((a, b) => a.atMs - b.atMs),
    missing,
  }
}

function once(missing: MissingPart[], fresh: MissingPart): void {
  if (!missing.some(each => each.kind === fresh.kind && each.symbol === fresh.symbol)) missing.push(fresh)
}

function settle(book: Book, input: RealisedInput, missing: MissingPart[]): void {
  const { symbol } = book
  const { size } = book.lot
  if (isZero(size) || !isSettled(symbol, input)) return
  const settlement = input.settlements?.find(each => each.symbol === symbol)
  if (settlement === undefined) {
    missing.push({ kind: 'no_settlement', symbol, size })
    return
  }
  book.trade({ order: undefined, size: neg(size), price: settlement.price, atMs: settlement.atMs })
  if (settlement.isEstimated) missing.push({ kind: 'estimated_settlement', symbol })
}

function compareHeld(
  books: ReadonlyMap<string, Book>,
  held: ReadonlyMap<string, Decimal>,
  missing: MissingPart[],
): void {
  const unsettled = new Set(missing.flatMap(each => (each.kind === 'no_settlement' ? [each.symbol] : [])))
  for (const symbol of new Set([...books.keys(), ...held.keys()])) {
    if (isSpot(symbol) || unsettled.has(symbol)) continue
    const size = sub(held.get(symbol) ?? zero, books.get(symbol)?.lot.size ?? zero)
    if (!isZero(size)) missing.push({ kind: 'unexplained', symbol, size })
  }
}
