/**
 * Realised P&L from the fills that were seen, before fees (fees are not told), by average cost and first in first out.
 *
 * Invariants: cost is carried, not an average, so what a closing releases and what stays always add up to what was paid; once an instrument
 * is flat both methods have realised the same, the cash of its fills. What the figure does not know is named in `missing`, never guessed.
 */
import { type Decimal, abs, add, div, gte, isZero, min, mul, neg, roundTo, sign, sub, sum, zero } from './decimal.ts'
import { type Fill, signedQuantity } from './fill.ts'
import { parseInstrumentName } from './instrument.ts'

export type CostMethod = 'average' | 'fifo'

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
  /** The venue did not tell the price: it is reckoned from the index. */
  readonly isEstimated: boolean
}

export type Missing =
  /** Held before the account was first seen. */
  | { readonly kind: 'held_before'; readonly symbol: string; readonly size: Decimal }
  /** Fills of packages whose net price was shared out among the legs. */
  | { readonly kind: 'allotted'; readonly symbol: string }
  /** Expired, and its settlement price is reckoned from the index. */
  | { readonly kind: 'estimated_settlement'; readonly symbol: string }
  /** Expired while held, and no settlement price is known: its end is left out. */
  | { readonly kind: 'no_settlement'; readonly symbol: string; readonly size: Decimal }
  /** The venue holds this much more (or less) than the fills add up to. */
  | { readonly kind: 'unexplained'; readonly symbol: string; readonly size: Decimal }
  /** Coins have no entry price. */
  | { readonly kind: 'spot'; readonly symbol: string }

/** One closing, or a part of one: what it realised of which lot; or a funding. Together they are the total. */
export interface Closing {
  readonly symbol: string
  /** Order that closed; undefined for a settlement. */
  readonly closedBy: string | undefined
  /** Order that opened; undefined by average cost, and for what was held before. */
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

export interface RealisedInput {
  /** In any order; of the time since the openings. */
  readonly fills: readonly Fill[]
  readonly openings?: readonly OpeningLot[] | undefined
  readonly settlements?: readonly Settlement[] | undefined
  readonly fundings?: readonly Funding[] | undefined
  /** Sizes as the venue holds them now, by symbol; without them nothing can be found unexplained. */
  readonly held?: ReadonlyMap<string, Decimal> | undefined
  readonly nowMs: number
}

interface Lot {
  readonly openedBy: string | undefined
  /** Signed. */
  size: Decimal
  cost: Decimal
}

/** Decimals of the cost that a partial closing of an average releases. */
const costPlaces = 8

interface Trade {
  readonly order: string | undefined
  /** Signed. */
  readonly size: Decimal
  readonly price: Decimal
  readonly atMs: number
}

/** Lots of one instrument, oldest first; by average cost there is one at most. */
class Book {
  readonly symbol: string
  readonly method: CostMethod
  readonly lots: Lot[] = []
  readonly closings: Closing[] = []
  readonly funded: Closing[] = []
  funding: Decimal = zero

  constructor(symbol: string, method: CostMethod) {
    this.symbol = symbol
    this.method = method
  }

  get size(): Decimal {
    return this.lots.reduce((total, lot) => add(total, lot.size), zero)
  }

  get line(): RealisedLine {
    return {
      symbol: this.symbol,
      realised: this.closings.reduce((total, each) => add(total, each.realised), zero),
      funding: this.funding,
      size: this.size,
      cost: this.lots.reduce((total, lot) => add(total, lot.cost), zero),
    }
  }

  trade(trade: Trade): void {
    let left = trade.size
    while (!isZero(left)) {
      const [lot] = this.lots
      if (lot === undefined || sign(lot.size) === sign(left)) return this.open({ ...trade, size: left })
      left = this.close(lot, { ...trade, size: left })
    }
  }

  fund(amount: Decimal, atMs: number): void {
    this.funding = add(this.funding, amount)
    this.funded.push({
      symbol: this.symbol,
      closedBy: undefined,
      openedBy: undefined,
      quantity: zero,
      realised: amount,
      atMs,
      isFunding: true,
    })
  }

  private open(trade: Trade): void {
    const cost = mul(trade.size, trade.price)
    const [lot] = this.lots
    if (this.method === 'average' && lot !== undefined) {
      lot.size = add(lot.size, trade.size)
      lot.cost = add(lot.cost, cost)
      return
    }
    this.lots.push({ openedBy: this.method === 'fifo' ? trade.order : undefined, size: add(trade.size, zero), cost })
  }

  /** Closes as much of the lot as the trade covers; answers what is left of the trade. */
  private close(lot: Lot, trade: Trade): Decimal {
    const quantity = min(abs(trade.size), abs(lot.size))
    const isWhole = gte(quantity, abs(lot.size))
    const released = isWhole ? lot.cost : roundTo(div(mul(lot.cost, quantity), abs(lot.size)), costPlaces)
    const closed = sign(lot.size) > 0 ? quantity : neg(quantity)
    const realised = sub(mul(closed, trade.price), released)
    this.closings.push({ symbol: this.symbol, closedBy: trade.order, openedBy: lot.openedBy, quantity, realised, atMs: trade.atMs })
    if (isWhole) this.lots.shift()
    else {
      lot.size = sub(lot.size, closed)
      lot.cost = sub(lot.cost, released)
    }
    return add(trade.size, closed)
  }
}

const expiryOf = (symbol: string): number | undefined => {
  const name = parseInstrumentName(symbol)
  return name !== undefined && 'expiryMs' in name ? name.expiryMs : undefined
}
const isSpot = (symbol: string): boolean => parseInstrumentName(symbol)?.product === 'spot'

/** Realised P&L in the quote asset. */
export function realisedOf(input: RealisedInput, method: CostMethod): Realised {
  const books = new Map<string, Book>()
  const bookOf = (symbol: string): Book => {
    const book = books.get(symbol) ?? new Book(symbol, method)
    books.set(symbol, book)
    return book
  }
  const missing: Missing[] = []
  for (const { symbol, size, average_entry_price: price } of input.openings ?? []) {
    if (isZero(size)) continue
    bookOf(symbol).trade({ order: undefined, size, price, atMs: 0 })
    missing.push({ kind: 'held_before', symbol, size })
  }
  for (const fill of [...input.fills].sort((a, b) => a.atMs - b.atMs || (a.id < b.id ? -1 : 1))) {
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
    closings: all.flatMap(book => [...book.closings, ...book.funded]).sort((a, b) => a.atMs - b.atMs),
    missing,
  }
}

function once(missing: Missing[], fresh: Missing): void {
  if (!missing.some(each => each.kind === fresh.kind && each.symbol === fresh.symbol)) missing.push(fresh)
}

/** What is still open of an instrument past its expiry ends at its settlement price, where one is known. */
function settle(book: Book, input: RealisedInput, missing: Missing[]): void {
  const { symbol, size } = book
  const expiryMs = expiryOf(symbol)
  if (expiryMs === undefined || expiryMs > input.nowMs || isZero(size)) return
  // A venue that still holds it has not settled it yet.
  if (!isZero(input.held?.get(symbol) ?? zero)) return
  const settlement = input.settlements?.find(each => each.symbol === symbol)
  if (settlement === undefined) {
    missing.push({ kind: 'no_settlement', symbol, size })
    return
  }
  book.trade({ order: undefined, size: neg(size), price: settlement.price, atMs: settlement.atMs })
  if (settlement.isEstimated) missing.push({ kind: 'estimated_settlement', symbol })
}

function compareHeld(books: ReadonlyMap<string, Book>, held: ReadonlyMap<string, Decimal>, missing: Missing[]): void {
  for (const symbol of new Set([...books.keys(), ...held.keys()])) {
    if (isSpot(symbol) || missing.some(each => each.kind === 'no_settlement' && each.symbol === symbol)) continue
    const size = sub(held.get(symbol) ?? zero, books.get(symbol)?.size ?? zero)
    if (!isZero(size)) missing.push({ kind: 'unexplained', symbol, size })
  }
}
