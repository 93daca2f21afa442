/**
 * What an order without a price would trade at: by the order book where something rests in it, else by the quotes of its legs, which say nothing of what a
 * package finds. Prices are per package, signed as bought; nothing unknown is given a number.
 */
import { add, canonical, type Decimal, sub, zero } from './decimal.ts'
import { estimatedFill, type OrderBook } from './market-data.ts'
import type { Side } from './order.ts'
import { levelsAgainst } from './own-quotes.ts'

type Levels = Pick<OrderBook, 'buy' | 'sell'>

/** The order book of what is traded, in its terms as put; `none` where the venue has none of it. */
export type BookOfOrder = Levels | 'waiting' | 'none'

export type MarketEstimate =
  | {
      readonly kind: 'book'
      readonly average: Decimal
      readonly worst: Decimal
      readonly filled: Decimal
      /** What finds nothing in the depth seen. */
      readonly unfilled: Decimal
      /** What is left on that side of the depth seen once it has filled. */
      readonly left: Decimal
    }
  | {
      readonly kind: 'quotes'
      /** Of the legs one by one; undefined where one has no quote: then nothing is known. */
      readonly natural: Decimal | undefined
      readonly why: 'waiting' | 'none' | 'empty'
    }

interface EstimatedOrder {
  readonly side: Side
  readonly quantity: Decimal
  /** What its legs cost or bring one by one. */
  readonly natural: Decimal | undefined
}

export function marketEstimate({ side, quantity, natural }: EstimatedOrder, book: BookOfOrder): MarketEstimate {
  if (typeof book === 'string') return { kind: 'quotes', natural, why: book }
  const levels = levelsAgainst(book, side)
  const { average, worst, filled, unfilled } = estimatedFill(levels, quantity)
  if (average === undefined || worst === undefined) return { kind: 'quotes', natural, why: 'empty' }
  const depth = levels.reduce((sum, level) => add(sum, level.quantity), zero)
  return {
    kind: 'book',
    average,
    worst: canonical(worst),
    filled: canonical(filled),
    unfilled: canonical(unfilled),
    left: canonical(sub(depth, filled)),
  }
}

/** The price at which it is weighed; undefined where nothing is known. */
export const estimatedPrice = (estimate: MarketEstimate): Decimal | undefined =>
  estimate.kind === 'book' ? estimate.average : estimate.natural
