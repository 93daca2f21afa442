/** Watches the book of a quote that is being taken, while its order is under review. */
import { serverNowMs } from '../../api/venue/clock.ts'
import { useOrderBook } from '../../api/market/market-hooks.ts'
import { desk } from '../../api/order-desk/desk.ts'
import type { Intent } from '../../api/order-desk/intent.ts'
import { type Decimal, lt } from '../../domain/decimal.ts'
import type { QuoteTaken } from '../../domain/quote-taken.ts'
import { type QuoteNow, quoteNow } from './quote-now.ts'

const depth = 5

export interface QuoteWatch {
  readonly quote: QuoteTaken
  /** Undefined until the book has come. */
  readonly now: QuoteNow | undefined
  readonly isOld: boolean
  /** The best price, where the quote moved away. */
  readonly movedTo: Decimal | undefined
  readonly hasMoved: boolean
  /** Less is there at the price, or better, than the order is for. */
  readonly isShort: boolean
}

/** Undefined for an order that takes no quote. */
export function useQuoteWatch(intent: Intent): QuoteWatch | undefined {
  const { quote } = intent.context
  const book = useOrderBook(quote?.symbol, depth)
  const now = quote === undefined || book.data === undefined ? undefined : quoteNow(quote, book.data)
  const hasMoved = now?.kind === 'worse' || now?.kind === 'gone'
  const movedTo = now?.kind === 'worse' ? now.best.price : undefined
  if (quote === undefined) return undefined
  const isOld = book.freshness === 'stale' || book.freshness === 'unknown'
  const isShort = (now?.kind === 'stands' || now?.kind === 'better') && lt(now.quantity, intent.order.quantity)
  return { quote, now, isOld: now !== undefined && isOld, movedTo, hasMoved, isShort }
}

/** The same order at the price of now, under review as another one. */
export function takeAt(intent: Intent, quote: QuoteTaken, price: Decimal): void {
  const { client_order_id: _, ...order } = intent.order
  desk.draft({ ...order, price }, { ...intent.context, quote: { ...quote, price, seenAtMs: serverNowMs() } })
}
