/**
 * Estimates the price of a market order from its order book, else from the quotes of its legs, which do not show the
 * depth for a package. Prices are per package, signed as bought. Unknown values stay undefined.
 */
import { add, canonical, type Decimal, sub, zero } from './decimal.ts'
import { estimatedFill, type OrderBook } from './market-data.ts'
import type { Side } from './order.ts'
import { levelsAgainst } from './own-quotes.ts'

type Levels = Pick<OrderBook, 'buy' | 'sell'>

/** Order book in the draft's terms. `none` if the venue has no book. */
export type BookOfOrder = Levels | 'waiting' | 'none'

export type MarketEstimate =
  | {
      readonly kind: 'book'
      readonly average: Decimal
      readonly worst: Decimal
      readonly filled: Decimal
      readonly unfilled: Decimal
      /** Visible depth that remains on that side after the fill. */
      readonly left: Decimal
    }
  | {
      readonly kind: 'quotes'
      /** Price of trading each leg separately. Undefined if any leg has no quote. */
      readonly natural: Decimal | undefined
      readonly why: 'waiting' | 'none' | 'empty'
    }

interface EstimatedOrder {
  readonly side: Side
  readonly quantity: Decimal
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

export const estimatedPrice = (estimate: MarketEstimate): Decimal | undefined =>
  estimate.kind === 'book' ? estimate.average : estimate.natural
