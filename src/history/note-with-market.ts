/** Adds the present market to an observation of an order that may become a reference point. */
import type { JournalOrder } from '../domain/journal-order.ts'
import type { OrderBook } from '../domain/market-data.ts'
import { isRfqMarket } from '../domain/order.ts'
import { symbolOfIntent } from '../domain/phrase/order-phrase.ts'
import { legsOfPoint } from '../domain/reference-point.ts'
import { type Observation, orderOf } from './observation.ts'
import { isQuotePoint, marketFigures, type MarketNow } from './reference-points.ts'

const mostBooks = 200

interface NotingParts {
  note(seen: Observation): void
  readonly marketNow: (() => MarketNow) | undefined
  nowMs(): number
  /** Open orders as the journal knows them. */
  readonly open: ReadonlyMap<string, JournalOrder>
}

interface Noting {
  note(seen: Observation): void
  /** An order book that was read, of a leg or of what is ordered. */
  book(book: OrderBook): void
}

export function noteWithMarket({ note, marketNow, nowMs, open }: NotingParts): Noting {
  const books = new Map<string, OrderBook>()
  const noteSeen = (seen: Observation): void => {
    const known = open.get(orderOf(seen))
    if (marketNow === undefined || !mayMakePoint(known, seen)) return note(seen)
    const seenMs = nowMs()
    note({ ...seen, with: { seenMs, market: marketFigures(symbolsOfSeen(known, seen), marketNow(), books, seenMs) } })
  }
  return {
    note: noteSeen,
    book(book) {
      books.delete(book.symbol)
      books.set(book.symbol, book)
      const [oldest] = books.keys()
      if (books.size > mostBooks && oldest !== undefined) books.delete(oldest)
      for (const seen of quotesSeen(book, [...open.values()])) noteSeen(seen)
    },
  }
}

function mayMakePoint(known: JournalOrder | undefined, seen: Observation): boolean {
  if (seen.kind === 'quote') return isQuotePoint(known, seen)
  return seen.kind !== 'command' && seen.kind !== 'booking'
}

/** The instruments that an order is of, as far as what is seen or known says. */
function symbolsOfSeen(known: JournalOrder | undefined, seen: Observation): readonly string[] {
  if (known !== undefined && known.symbol !== '') return legsOfPoint(known).map(leg => leg.symbol)
  if (seen.kind === 'intent') return (seen.intent.context.legs ?? [{ symbol: symbolOfIntent(seen.intent) }]).map(leg => leg.symbol)
  const order = seen.kind === 'record' ? seen.record : seen.kind === 'execution' ? seen.order : undefined
  return order === undefined ? [] : legsOfPoint(order).map(leg => leg.symbol)
}

/** The best levels of a book in which RFQs of ours are live. */
function quotesSeen({ symbol, server_utc_timestamp, ...book }: OrderBook, open: readonly JournalOrder[]): Observation[] {
  const [buy, nextBuy] = book.buy
  const [sell, nextSell] = book.sell
  const atMs = server_utc_timestamp / 1_000
  return open
    .filter(order => order.symbol === symbol && isRfqMarket(order.market_id))
    .map(({ client_order_id }) => ({ kind: 'quote', client_order_id, buy, sell, nextBuy, nextSell, atMs }))
}
