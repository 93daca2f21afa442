/** Watches the book of a quote that is being taken, while its order is under review. */
import { useEffect, useRef } from 'react'
import { serverNowMs } from '../../api/venue/clock.ts'
import { useOrderBook } from '../../api/market/market-hooks.ts'
import { desk } from '../../api/order-desk/desk.ts'
import type { Intent } from '../../api/order-desk/intent.ts'
import type { Decimal } from '../../domain/decimal.ts'
import type { QuoteTaken } from '../../domain/quote-taken.ts'
import { type QuoteNow, quoteNow, readQuote } from './quote-now.ts'

const depth = 5
/** A press so soon after what it is about has changed was meant for what stood there before. */
const reactionMs = 500
const unmoved = 'stands'

export interface QuoteWatch {
  readonly quote: QuoteTaken
  /** Undefined until the book has come. */
  readonly now: QuoteNow | undefined
  readonly isOld: boolean
  /** The best price, where the quote moved away. */
  readonly movedTo: Decimal | undefined
  readonly hasMoved: boolean
  /** Whether a press at `atMs` (as events tell time) came too soon after a change to be meant. */
  isTooSoon(atMs: number): boolean
}

/** Undefined for an order that takes no quote. */
export function useQuoteWatch(intent: Intent): QuoteWatch | undefined {
  const quote = readQuote(intent.context['quote'])
  const book = useOrderBook(quote?.symbol, depth)
  const now = quote === undefined || book.data === undefined ? undefined : quoteNow(quote, book.data)
  const hasMoved = now?.kind === 'worse' || now?.kind === 'gone'
  const movedTo = now?.kind === 'worse' ? now.best.price : undefined
  const said = hasMoved ? (movedTo ?? 'gone') : unmoved
  const last = useRef({ said: unmoved, sinceMs: Number.NEGATIVE_INFINITY })
  useEffect(() => {
    if (last.current.said !== said) last.current = { said, sinceMs: performance.now() }
  }, [said])
  if (quote === undefined) return undefined
  const isOld = book.freshness === 'stale' || book.freshness === 'unknown'
  return { quote, now, isOld: now !== undefined && isOld, movedTo, hasMoved, isTooSoon: atMs => atMs - last.current.sinceMs < reactionMs }
}

/** The same order at the price of now, under review as another one. */
export function takeAt(intent: Intent, quote: QuoteTaken, price: Decimal): void {
  const { client_order_id: _, ...order } = intent.order
  desk.draft({ ...order, price }, { ...intent.context, quote: { ...quote, price, seenAtMs: serverNowMs() } })
}
