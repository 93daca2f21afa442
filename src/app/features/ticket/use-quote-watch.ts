/** Watches the book of a quote being taken, during its review. */
import { useOrderBook } from '../../api/market/market-hooks.ts'
import { desk } from '../../api/order-desk/desk.ts'
import { serverNowMs } from '../../api/venue/clock.ts'
import { type Decimal, lt } from '../../../core/domain/decimal.ts'
import type { Intent } from '../../../core/domain/intent.ts'
import type { OrderBook, QuoteTaken } from '../../../core/domain/market-data.ts'
import { quoteNow, type QuoteNow } from '../../../core/domain/quote-now.ts'
import { levelsWithin, type OwnBest, ownBest } from '../../../core/domain/own-quotes.ts'

const depth = 10

export interface QuoteWatch {
  readonly quote: QuoteTaken
  readonly now: QuoteNow | undefined
  readonly isQuoteOld: boolean
  readonly fill: OwnBest['fill'] | undefined
  /** The price that reaches the whole size after the quote moved away. */
  readonly movedTo: Decimal | undefined
  readonly hasMoved: boolean
  readonly isShort: boolean
}

const within = (
  { buy, sell }: Pick<OrderBook, 'buy' | 'sell'>,
  { side, price }: QuoteTaken,
): Pick<OrderBook, 'buy' | 'sell'> =>
  side === 'buy' ? { buy, sell: levelsWithin(sell, side, price) } : { buy: levelsWithin(buy, side, price), sell }

export function useQuoteWatch(intent: Intent): QuoteWatch | undefined {
  const { quote } = intent.context
  const book = useOrderBook(quote?.symbol, depth)
  const hasNone = book.fault?.kind === 'no_book'
  const now: QuoteNow | undefined =
    quote === undefined
      ? undefined
      : hasNone
        ? { kind: 'gone' }
        : book.data === undefined
          ? undefined
          : quoteNow(quote, book.data)
  const hasMoved = now?.kind === 'worse' || now?.kind === 'gone'
  if (quote === undefined) return undefined
  const { quantity } = intent.order
  const movedTo =
    now?.kind === 'worse' && book.data !== undefined
      ? ownBest(book.data, quote.side, quantity, undefined)?.fill.worst
      : undefined
  const fill =
    book.data === undefined ? undefined : ownBest(within(book.data, quote), quote.side, quantity, undefined)?.fill
  const isOld = !hasNone && (book.freshness === 'stale' || book.freshness === 'unknown')
  const isShort = (now?.kind === 'stands' || now?.kind === 'better') && lt(now.quantity, quantity)
  return { quote, now, isQuoteOld: now !== undefined && isOld, fill, movedTo, hasMoved, isShort }
}

export function takeAt(intent: Intent, quote: QuoteTaken, price: Decimal): void {
  const { client_order_id: _, ...order } = intent.order
  desk.draft({ ...order, price }, { ...intent.context, quote: { ...quote, price, seenAtMs: serverNowMs() } })
}
