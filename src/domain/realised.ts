/**
 * Realised P&L from the fills that were seen, before fees (the venue does not report fees), by average cost: the venue's own entry prices are averages, and
 * what it realised is to be what the venue's entries say, on every screen. Which order opened what a closing closed is a question apart: the oldest first.
 *
 * Invariants: cost is carried, not an average, so what a closing releases and what stays always add up to what was paid; once an instrument
 * is flat it has realised the cash of its fills. What the figure does not know is named in `missing`, never guessed.
 */
import { abs, add, type Decimal, isZero, min, mul, neg, sign, sub, sum, zero } from './decimal.ts'
import { type Fill, inTurn, signedQuantity } from './fill.ts'
import { isExpired, isSpot } from './instrument.ts'
import { type Lot, noLot, type SplitLot, takenFrom, traded } from './lot.ts'

/** What was held when the account was first seen; its entry is the venue's word. */
export interface OpeningLot {
  readonly symbol: string
  /** Signed. */
  readonly size: Decimal
  readonly average_entry_price: Decimal
}

/** The end of an expired instrument. */
export interface Settlement {
  readonly symbol: string
  readonly price: Decimal
  readonly atMs: number
  /** The venue did not report the price: it is estimated from the index. */
  readonly isEstimated: boolean
}

export type Missing =
  /** Held before the account was first seen. */
  | { readonly kind: 'held_before'; readonly symbol: string; readonly size: Decimal }
  /** Fills of packages whose net price was shared out among the legs. */
  | { readonly kind: 'allotted'; readonly symbol: string }
  /** Expired, and its settlement price is computed from the index. */
  | { readonly kind: 'estimated_settlement'; readonly symbol: string }
  /** Expired while held, and no settlement price is known: its end is left out. */
  | { readonly kind: 'no_settlement'; readonly symbol: string; readonly size: Decimal }
  /** The venue holds this much more (or less) than the fills add up to. */
  | { readonly kind: 'unexplained'; readonly symbol: string; readonly size: Decimal }
  /** Funding before the account was first sampled, estimated from its cash. */
  | { readonly kind: 'estimated_funding'; readonly symbol: string }
  /** Held at a funding time, and what it paid is not known: it is left out. */
  | { readonly kind: 'unseen_funding'; readonly symbol: string; readonly fromMs: number; readonly toMs: number }
  /** Cash moved by what nobody saw: part of it may have been realised. `symbol` is the asset. */
  | { readonly kind: 'unseen_cash'; readonly symbol: string }
  /** Coins have no entry price. */
  | { readonly kind: 'spot'; readonly symbol: string }

/** One closing, or a part of one: the lot and what it realised; or a funding. Together they are the total. */
export interface Closing {
  readonly symbol: string
  /** Order that closed; undefined for a settlement. */
  readonly closedBy: string | undefined
  /** Order that opened, the oldest first; undefined for what was held before. */
  readonly openedBy: string | undefined
  readonly quantity: Decimal
  readonly realised: Decimal
  readonly atMs: number
  /** Nothing was closed: a perpetual was funded. */
  readonly isFunding?: true | undefined
}

/** Funding of a perpetual, paid (below zero) or received. */
export interface Funding {
  readonly symbol: string
  readonly amount: Decimal
  readonly atMs: number
}

export interface RealisedLine {
  readonly symbol: string
  /** By trades and settlement. */
  readonly realised: Decimal
  readonly funding: Decimal
  /** Signed. */
  readonly size: Decimal
  /** Of what is open: size × entry. */
  readonly cost: Decimal
}

export interface Realised {
  /** Of trades, settlements and funding. */
  readonly total: Decimal
  /** What of the total is funding. */
  readonly funding: Decimal
  readonly lines: readonly RealisedLine[]
  readonly closings: readonly Closing[]
  readonly missing: readonly Missing[]
}

/** What made an account what it is beside its trades. */
export interface AccountPast {
  readonly openings?: readonly OpeningLot[] | undefined
  readonly settlements?: readonly Settlement[] | undefined
  readonly fundings?: readonly Funding[] | undefined
  /** Signed sizes as the venue holds them now, by symbol; undefined while they are not all known. */
  readonly held?: ReadonlyMap<string, Decimal> | undefined
  readonly nowMs: number
}

export interface RealisedInput extends AccountPast {
  /** In any order; of the time since the openings. */
  readonly fills: readonly Fill[]
}

/** Whether an instrument has expired and settled: what a venue still holds it has not settled yet. */
export const isSettled = (symbol: string, { held, nowMs }: AccountPast): boolean =>
  isExpired(symbol, nowMs) && isZero(held?.get(symbol) ?? zero)

/** What one order opened and nothing has closed yet. */
interface Opened {
  readonly by: string | undefined
  /** Without a sign. */
  quantity: Decimal
}

interface Trade {
  readonly order: string | undefined
  /** Signed. */
  readonly size: Decimal
  readonly price: Decimal
  readonly atMs: number
}

/** One instrument: what is held of it, and which orders opened it, oldest first. */
class Book {
  readonly symbol: string
  lot: Lot = noLot
  readonly closings: Closing[] = []
  #funding: Decimal = zero
  readonly #opened: Opened[] = []

  constructor(symbol: string) {
    this.symbol = symbol
  }

  get line(): RealisedLine {
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
    this.closings.push({ symbol, closedBy: undefined, openedBy: undefined, quantity: zero, realised: amount, atMs, isFunding: true })
  }

  /** Shares what was closed among those who opened it, so that the shares are the whole to the last digit. */
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

/** Realised P&L in the quote asset. */
export function realisedOf(input: RealisedInput): Realised {
  const books = new Map<string, Book>()
  const bookOf = (symbol: string): Book => {
    const book = books.get(symbol) ?? new Book(symbol)
    books.set(symbol, book)
    return book
  }
  const missing: Missing[] = []
  for (const { symbol, size, average_entry_price: price } of input.openings ?? []) {
    if (isZero(size)) continue
    bookOf(symbol).trade({ order: undefined, size, price, atMs: 0 })
    missing.push({ kind: 'held_before', symbol, size })
  }
  for (const fill of [...input.fills].sort(inTurn)) {
    if (isSpot(fill.symbol)) once(missing, { kind: 'spot', symbol: fill.symbol })
    else bookOf(fill.symbol).trade({ order: fill.order, size: signedQuantity(fill), price: fill.price, atMs: fill.atMs })
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

function once(missing: Missing[], fresh: Missing): void {
  if (!missing.some(each => each.kind === fresh.kind && each.symbol === fresh.symbol)) missing.push(fresh)
}

/** What is still open of an instrument past its expiry ends at its settlement price, where one is known. */
function settle(book: Book, input: RealisedInput, missing: Missing[]): void {
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

function compareHeld(books: ReadonlyMap<string, Book>, held: ReadonlyMap<string, Decimal>, missing: Missing[]): void {
  const unsettled = new Set(missing.flatMap(each => (each.kind === 'no_settlement' ? [each.symbol] : [])))
  for (const symbol of new Set([...books.keys(), ...held.keys()])) {
    if (isSpot(symbol) || unsettled.has(symbol)) continue
    const size = sub(held.get(symbol) ?? zero, books.get(symbol)?.lot.size ?? zero)
    if (!isZero(size)) missing.push({ kind: 'unexplained', symbol, size })
  }
}
