/**
 * A resting price one price step better for who takes it: a buy rises, a sell falls. Prices are per package and signed as bought, so a buy for a credit
 * receives less and a sale for a debit pays more. It goes no further than the bound, and does not meet the opposite best unless the trader says so.
 */
import { add, type Decimal, canonical, gt, gte, lt, lte, roundToStep, sub } from '../decimal.ts'
import type { BookLevel } from '../market-data.ts'
import type { Side } from '../order.ts'
import { levelsAgainst } from '../own-quotes.ts'

export interface RestingPrice {
  readonly side: Side
  readonly price: Decimal
  /** Above zero. */
  readonly step: Decimal
}

/** The next price on the step; one between two steps goes to the nearer of them that is better. */
export function nextPrice({ side, price, step }: RestingPrice): Decimal {
  return canonical(side === 'buy' ? add(roundToStep(price, step, 'down'), step) : sub(roundToStep(price, step, 'up'), step))
}

export interface BetterInputs extends RestingPrice {
  /** The highest price of a buy, the lowest of a sell. */
  readonly bound: Decimal
  /** The order book as it was last read; undefined where it is not known. */
  readonly book: { readonly buy: readonly BookLevel[]; readonly sell: readonly BookLevel[] } | undefined
  /** The trader said that it may trade at once. */
  readonly mayTrade: boolean
}

export type BetterPrice =
  | { readonly kind: 'better'; readonly price: Decimal; readonly tradesAt: Decimal | undefined }
  /** The next price would be beyond the bound. */
  | { readonly kind: 'beyond_bound'; readonly next: Decimal }
  /** The next price meets the opposite best. */
  | { readonly kind: 'would_trade'; readonly next: Decimal; readonly at: Decimal }
  /** Whether it would trade at once is not known. */
  | { readonly kind: 'book_unknown'; readonly next: Decimal }

const isBeyond = (side: Side, price: Decimal, bound: Decimal): boolean => (side === 'buy' ? gt(price, bound) : lt(price, bound))
const meets = (side: Side, price: Decimal, best: Decimal): boolean => (side === 'buy' ? gte(price, best) : lte(price, best))

export function betterPrice({ bound, book, mayTrade, ...resting }: BetterInputs): BetterPrice {
  const { side } = resting
  const next = nextPrice(resting)
  if (isBeyond(side, next, bound)) return { kind: 'beyond_bound', next }
  if (book === undefined) return mayTrade ? { kind: 'better', price: next, tradesAt: undefined } : { kind: 'book_unknown', next }
  const best = levelsAgainst(book, side)[0]?.price
  if (best === undefined || !meets(side, next, best)) return { kind: 'better', price: next, tradesAt: undefined }
  return mayTrade ? { kind: 'better', price: next, tradesAt: best } : { kind: 'would_trade', next, at: best }
}
