/**
 * Turns evidence about one account's orders into journal rows. An unchanged record is written once, a fill immediately,
 * an end only if the fills agree. Otherwise the order is looked up at the venue.
 */
import { type Decimal, eq } from '../domain/decimal.ts'
import type { ClientOrderId } from '../domain/ids.ts'
import { type JournalOrder, recordOfJournal } from '../domain/journal-order.ts'
import { filledQuantity, isFilled, isOver } from '../domain/order-state.ts'
import { isRfqMarket, type OrderAccepted, type OrderOfTrade, type OrderRecord } from '../domain/order.ts'
import type { Evidence, PushedEvidence } from './evidence.ts'
import { type Observation, orderOf } from './observation.ts'
import { isQuotePoint, marketFigures, type MarketNow } from './reference-points.ts'
import { createOrderWatch, type LookedUp } from './order-watch.ts'
import type { OrderBook } from '../domain/market-data.ts'
import { symbolOfIntent } from '../domain/trade-story/trade-words.ts'
import { legsOfPoint } from '../domain/reference-point.ts'

const mostBooks = 200

interface MarketNotingParts {
  note(seen: Observation): void
  readonly marketNow: (() => MarketNow) | undefined
  nowMs(): number
  readonly open: ReadonlyMap<string, JournalOrder>
}

interface Noter {
  note(seen: Observation): void
  book(book: OrderBook): void
}

function noteWithMarket({ note, marketNow, nowMs, open }: MarketNotingParts): Noter {
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

function symbolsOfSeen(known: JournalOrder | undefined, seen: Observation): readonly string[] {
  if (known !== undefined && known.symbol !== '') return legsOfPoint(known).map(leg => leg.symbol)
  if (seen.kind === 'intent')
    return (seen.intent.context.legs ?? [{ symbol: symbolOfIntent(seen.intent) }]).map(leg => leg.symbol)
  const order = seen.kind === 'record' ? seen.record : seen.kind === 'execution' ? seen.order : undefined
  return order === undefined ? [] : legsOfPoint(order).map(leg => leg.symbol)
}

function quotesSeen(
  { symbol, server_utc_timestamp, ...book }: OrderBook,
  open: readonly JournalOrder[],
): Observation[] {
  const [buy, nextBuy] = book.buy
  const [sell, nextSell] = book.sell
  const atMs = server_utc_timestamp / 1_000
  return open
    .filter(order => order.symbol === symbol && isRfqMarket(order.market_id))
    .map(({ client_order_id }) => ({ kind: 'quote', client_order_id, buy, sell, nextBuy, nextSell, atMs }))
}

export interface NoterParts {
  note(seen: Observation): void
  /** The latest market quotes. Without them no reference point is created. */
  marketNow?(): MarketNow
  lookUp(id: string): Promise<LookedUp>
  enqueueLookup(id: ClientOrderId): void
  nowMs(): number
}

export interface OrderNoter {
  learn(evidence: Evidence): void
  note(seen: Observation): void
  record(record: OrderRecord): void
  know(orders: readonly JournalOrder[]): void
  readonly open: ReadonlyMap<string, JournalOrder>
  stop(): void
}

export function createOrderNoter({ note: noteSeen, marketNow, lookUp, enqueueLookup, nowMs }: NoterParts): OrderNoter {
  const open = new Map<string, JournalOrder>()
  const { note, book } = noteWithMarket({ note: noteSeen, marketNow, nowMs, open })
  const watch = createOrderWatch({ lookUp, note, nowMs })
  /** Signature of each order as last noted, so that an unchanged poll costs nothing. */
  const noted = new Map<string, string>()
  /** Orders reported as filled. They are looked up if the recorded fills do not sum to that. */
  const pushedFilled = new Set<string>()

  /** Acceptances of orders without a record. An acceptance has no side, so it waits for the first trade. */
  const accepted = new Map<string, OrderAccepted>()

  /** Orders that disappeared from the lists, but without an end reported by the venue. */
  const droppedIds = new Set<string>()

  const noteRecord = (record: OrderRecord, isListed = false): void => {
    const isBack = isListed && droppedIds.delete(record.client_order_id)
    if (!isBack && noted.get(record.client_order_id) === signature(record)) return
    noted.set(record.client_order_id, signature(record))
    note({ kind: 'record', record, atMs: nowMs(), isListed })
  }

  const noteExecution = (seen: Extract<PushedEvidence, { kind: 'execution' }>): void => {
    const { client_order_id, execution, order_state } = seen
    const terms = accepted.get(client_order_id)
    // The fill is written immediately. The rest of its order can wait.
    if (terms === undefined && !open.has(client_order_id) && !noted.has(client_order_id)) enqueueLookup(client_order_id)
    if (order_state === 'filled') pushedFilled.add(client_order_id)
    note({
      kind: 'execution',
      client_order_id,
      execution,
      order_state,
      order: { ...seen.order, ...termsOf(terms) },
      atMs: nowMs(),
    })
  }

  /** A failed cancel of a filled order looks like a cancel. The end is recorded only if the fills agree. */
  const noteEnd = ({ client_order_id, reason, filled_quantity }: Extract<PushedEvidence, { kind: 'end' }>): void => {
    accepted.delete(client_order_id)
    const record = agreedRecord(open.get(client_order_id), filled_quantity)
    return record === undefined ? enqueueLookup(client_order_id) : noteRecord({ ...record, cancel_state: reason })
  }

  return {
    open,
    note,
    record: noteRecord,
    know(orders) {
      for (const order of orders) {
        const id = order.client_order_id
        accepted.delete(id)
        if (order.openSinceMs !== undefined) open.set(id, order)
        else for (const each of [open, noted]) each.delete(id)
        if (order.openSinceMs === undefined && isLetGo(order)) droppedIds.add(id)
        else droppedIds.delete(id)
        if (pushedFilled.delete(id) && !isFilled(order)) enqueueLookup(id as ClientOrderId)
      }
      watch.know(orders)
    },
    learn(evidence) {
      switch (evidence.kind) {
        case 'listed':
          for (const record of evidence.records) noteRecord(record, true)
          // An unreadable row may be the missing order.
          return evidence.isWhole ? watch.listed(evidence.records, evidence.askedAtMs) : undefined
        case 'details':
          return evidence.details.kind === 'found' ? noteRecord(evidence.details.order) : undefined
        case 'execution':
          return noteExecution(evidence)
        case 'end':
          return noteEnd(evidence)
        case 'unclear':
          return enqueueLookup(evidence.client_order_id)
        case 'book':
          return book(evidence.book)
        case 'command':
          return commandsSeen(evidence, [...open.values()]).forEach(note)
        case 'accepted':
          return open.has(evidence.client_order_id)
            ? undefined
            : void accepted.set(evidence.client_order_id, evidence.accepted)
        case 'intents':
        case 'journal':
        case 'positions':
        case 'refreshed':
      }
    },
    stop: () => watch.stop(),
  }
}

function termsOf(accepted: OrderAccepted | undefined): Partial<OrderOfTrade> {
  if (accepted === undefined) return {}
  const { market_id, type, quantity, price, legs } = accepted
  return {
    market_id,
    type,
    quantity,
    ...(price === undefined ? {} : { price }),
    ...(legs === undefined ? {} : { legs }),
  }
}

function agreedRecord(known: JournalOrder | undefined, filled: Decimal | undefined): OrderRecord | undefined {
  const record = known === undefined ? undefined : recordOfJournal(known)
  if (record === undefined || filled === undefined || isFilled(record)) return undefined
  return eq(filledQuantity(record), filled) ? record : undefined
}

/** One observation per order. A venue id is resolved only for open orders: the journal uses client ids. */
function commandsSeen(
  { command, key, outcome, reason, atMs }: Extract<Evidence, { kind: 'command' }>,
  open: readonly JournalOrder[],
): Observation[] {
  const ids =
    key !== 'all' && 'client_order_id' in key
      ? [key.client_order_id]
      : open.filter(order => key === 'all' || order.order_id === key.order_id).map(order => order.client_order_id)
  const reported = key === 'all' ? `all ${outcome}` : outcome
  return ids.map(client_order_id => ({ kind: 'command', command, client_order_id, outcome: reported, reason, atMs }))
}

function isLetGo(order: JournalOrder): boolean {
  const record = recordOfJournal(order)
  return order.endedAtMs !== undefined && record !== undefined && !isOver(record)
}

const signature = (record: OrderRecord): string =>
  `${record.order_state} ${record.cancel_state} ${record.executions.length}`
