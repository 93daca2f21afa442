/**
 * Improves a resting price by one step for the counterparty: a buy rises, a sell falls. Prices are per package, signed
 * as bought. Stops at the bound, and at the opposite best unless a trade is allowed.
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

/** The next price on the step. A price between steps moves to the adjacent better step. */
export function nextPrice({ side, price, step }: RestingPrice): Decimal {
  return canonical(
    side === 'buy' ? add(roundToStep(price, step, 'down'), step) : sub(roundToStep(price, step, 'up'), step),
  )
}

export interface BetterInputs extends RestingPrice {
  /** Highest price of a buy, lowest of a sell. */
  readonly bound: Decimal
  readonly book: { readonly buy: readonly BookLevel[]; readonly sell: readonly BookLevel[] } | undefined
  readonly mayTrade: boolean
}

export type BetterPrice =
  | { readonly kind: 'better'; readonly price: Decimal; readonly tradesAt: Decimal | undefined }
  | { readonly kind: 'beyond_bound'; readonly next: Decimal }
  | { readonly kind: 'would_trade'; readonly next: Decimal; readonly at: Decimal }
  | { readonly kind: 'book_unknown'; readonly next: Decimal }

const isBeyond = (side: Side, price: Decimal, bound: Decimal): boolean =>
  side === 'buy' ? gt(price, bound) : lt(price, bound)
const meets = (side: Side, price: Decimal, best: Decimal): boolean =>
  side === 'buy' ? gte(price, best) : lte(price, best)

export function betterPrice({ bound, book, mayTrade, ...resting }: BetterInputs): BetterPrice {
  const { side } = resting
  const next = nextPrice(resting)
  if (isBeyond(side, next, bound)) return { kind: 'beyond_bound', next }
  if (book === undefined)
    return mayTrade ? { kind: 'better', price: next, tradesAt: undefined } : { kind: 'book_unknown', next }
  const best = levelsAgainst(book, side)[0]?.price
  if (best === undefined || !meets(side, next, best)) return { kind: 'better', price: next, tradesAt: undefined }
  return mayTrade ? { kind: 'better', price: next, tradesAt: best } : { kind: 'would_trade', next, at: best }
}
