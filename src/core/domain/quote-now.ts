/** Compares a clicked quote with the current book. */
import { type Decimal, eq, gte, lte, sum } from './decimal.ts'
import type { BookLevel, OrderBook, QuoteTaken } from './market-data.ts'

export type QuoteNow =
  /** `quantity` is available at the price or better. */
  | { readonly kind: 'stands' | 'better'; readonly best: BookLevel; readonly quantity: Decimal }
  /** Nothing is available at the price; `best` is the best level. */
  | { readonly kind: 'worse'; readonly best: BookLevel }
  | { readonly kind: 'gone' }

/** A buyer looks at asks, lower is better; a seller at bids, higher is better. */
export function quoteNow(quote: Pick<QuoteTaken, 'side' | 'price'>, book: Pick<OrderBook, 'buy' | 'sell'>): QuoteNow {
  const levels = quote.side === 'buy' ? book.sell : book.buy
  const reaches = (level: BookLevel): boolean =>
    quote.side === 'buy' ? lte(level.price, quote.price) : gte(level.price, quote.price)
  const [best] = levels
  if (best === undefined) return { kind: 'gone' }
  if (!reaches(best)) return { kind: 'worse', best }
  const quantity = sum(levels.filter(reaches).map(level => level.quantity))
  return { kind: eq(best.price, quote.price) ? 'stands' : 'better', best, quantity }
}
