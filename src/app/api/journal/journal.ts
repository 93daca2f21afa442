/**
 * The page's journal: every intent, answer, state, execution, quote and command of the session's account. Nothing here
 * can delay or fail an order.
 */
import type { ClientOrderId } from '../../../core/domain/ids.ts'
import { lookUpOrder } from '../account/order-details.ts'
import { onEvidence, presentIntents, publishEvidence } from '../evidence/evidence.ts'
import type { Evidence } from '../../../core/history/evidence.ts'
import { serverNowMs } from '../venue/clock.ts'
import { savedChangesSoon } from '../polling/saved.ts'
import { type Intent, isBeforeSending } from '../../../core/domain/intent.ts'
import { eachSession } from '../venue/owner.ts'
import { type Owner, type OwnerKey, ownerKey } from '../../../core/domain/owner.ts'
import { systemTimers } from '../../../core/client/timers.ts'
import type { JournalOrder } from '../../../core/domain/journal-order.ts'
import type { HistoryNote } from '../../../core/history/noted.ts'
import type { JournalChange } from '../../../core/history/journal-step.ts'
import { isFull } from '../browser/db.ts'
import { freeRoom } from '../samples/free-room.ts'
import { erasedAtMs, eraseHistory, readHistoryAgain } from './erase.ts'
import { appendJournal, openJournalOrders, packJournal } from './journal-store.ts'
import { openShown, unreadOrders } from '../order-desk/open-shown.ts'
import { announceRows, type JournalNews, listenToJournalTabs, onJournalNews } from './journal-tabs.ts'
import { createJournalWriter } from './journal-writer.ts'
import { createLookupQueue } from '../../../core/client/lookup-queue.ts'
import { createOrderNoter, type OrderNoter } from '../../../core/history/order-noter.ts'
import type { LookedUp } from '../../../core/history/order-watch.ts'
import { hashKey } from '@tanstack/react-query'
import type { LoadedRows } from '../../../core/domain/unread-row.ts'
import type { MarketNow } from '../../../core/history/reference-points.ts'
import { arrivalOf } from '../polling/arrivals.ts'
import { queryClient } from '../polling/query-client.ts'
import { readInstruments } from '../market/instruments.ts'
import { summaryKey } from '../market/market-hooks.ts'

function readMarketNow(venueKey: string): MarketNow {
  const key = summaryKey(venueKey)
  const loaded = queryClient.getQueryData<LoadedRows<MarketNow['quotes']>>(key)
  const receivedMs = arrivalOf(hashKey(key))?.receivedMs
  const readMs = receivedMs === undefined ? undefined : serverNowMs() - (systemTimers.monotonicMs() - receivedMs)
  return { quotes: loaded?.data ?? new Map(), readMs, universe: readInstruments().index }
}

interface SessionCursor {
  readonly key: OwnerKey
  readonly owner: Owner
  readonly orders: OrderNoter
  readonly intents: Map<ClientOrderId, Intent>
  rowsSincePacking: number
}

let cursor: SessionCursor | undefined
const rowsBetweenPackings = 500

async function appendOrMakeRoom(owner: OwnerKey, seen: readonly HistoryNote[]): Promise<JournalChange> {
  try {
    return await appendJournal(owner, seen)
  } catch (error) {
    if (isFull(error)) await freeRoom()
    throw error
  }
}

export const journalWriter = createJournalWriter({
  append: appendOrMakeRoom,
  timers: systemTimers,
  appended(owner, { rows, orders }) {
    const mine = cursor?.key === owner ? cursor : undefined
    if (mine !== undefined) know(mine, orders)
    if (rows.length === 0) return
    announceRows(owner, rows)
    if (mine === undefined) return
    mine.rowsSincePacking += rows.length
    if (mine.rowsSincePacking < rowsBetweenPackings) return
    mine.rowsSincePacking = 0
    // Packing only speeds up reading; the next time will do.
    packJournal(owner).catch(() => undefined)
  },
})

/** Erases the account's history in this browser; rows that wait to be written are erased with it. */
export const eraseJournal = (owner: OwnerKey): Promise<void> => journalWriter.erasing(owner, () => eraseHistory(owner))

function know(mine: SessionCursor, orders: readonly JournalOrder[]): void {
  mine.orders.know(orders)
  if (cursor !== mine) return
  openShown.set([...mine.orders.open.values()])
  publishEvidence({ kind: 'journal', orders }, mine.owner)
}

const note = (owner: OwnerKey, seen: HistoryNote): void => journalWriter.note(owner, seen)

export function startJournal(): () => void {
  const ends = [listenToJournalTabs(), eachSession(begin), onEvidence(learn), onJournalNews(receivedNews)]
  return () => {
    for (const end of ends) end()
  }
}

function begin(owner: Owner): () => void {
  const key = ownerKey(owner)
  const lookUps = createLookupQueue({
    timers: systemTimers,
    dropped: orders => note(key, { kind: 'not_looked_up', orders, atMs: serverNowMs() }),
  })
  const orders = createOrderNoter({
    note: seen => note(key, seen),
    marketNow: () => readMarketNow(owner.venueKey),
    lookUp: id => lookUp(owner, id),
    // An order that cannot be found is detected by the next list that lacks it.
    enqueueLookup: id => lookUps.ask(id, async () => (await lookUpOrder({ client_order_id: id }, owner)) !== undefined),
    nowMs: serverNowMs,
  })
  const mine: SessionCursor = { key, owner, orders, intents: new Map(), rowsSincePacking: rowsBetweenPackings }
  cursor = mine
  noteIntents(mine, presentIntents())
  void readOpen(mine)
  return () => {
    orders.stop()
    lookUps.clear()
    if (cursor !== mine) return
    cursor = undefined
    openShown.set(unreadOrders)
  }
}

function receivedNews({ owner, rows, isOwn }: JournalNews): void {
  if (rows.length > 0) savedChangesSoon(['journal', owner])
  else if (!isOwn) void readHistoryAgain(owner)
  if (!isOwn && cursor?.key === owner) void readOpen(cursor)
}

async function readOpen(mine: SessionCursor): Promise<void> {
  try {
    const open = await openJournalOrders(mine.key)
    const ids = new Set(open.map(order => order.client_order_id))
    const closed = [...mine.orders.open.values()]
      .filter(order => !ids.has(order.client_order_id))
      .map(order => ({ ...order, openSinceMs: undefined }))
    if (cursor === mine) know(mine, [...closed, ...open])
  } catch {
    // The writer reports database errors; this page's own orders are known from its notes.
  }
}

export async function lookUp(owner: Owner, id: string): Promise<LookedUp> {
  const details = await lookUpOrder({ client_order_id: id as ClientOrderId }, owner)
  if (details === undefined) return { kind: 'failed' }
  return details.kind === 'found' ? { kind: 'found', record: details.order } : details
}

function learn(evidence: Evidence, owner: Owner): void {
  const mine = cursor
  if (mine === undefined || mine.key !== ownerKey(owner)) return
  if (evidence.kind === 'intents') noteIntents(mine, evidence.intents)
  else mine.orders.learn(evidence)
}

function noteIntents(mine: SessionCursor, intents: readonly Intent[]): void {
  // Oldest first.
  const since = erasedAtMs(mine.key)
  for (const intent of intents.toReversed()) {
    if (intent.createdAtMs < since) continue
    if (isBeforeSending(intent) || mine.intents.get(intent.client_order_id) === intent) continue
    mine.intents.set(intent.client_order_id, intent)
    mine.orders.note({ kind: 'intent', intent })
    if (intent.state.kind === 'accepted' && intent.state.order !== undefined) mine.orders.record(intent.state.order)
  }
}

export const noteBookedPrices = (owner: Owner, seen: Extract<HistoryNote, { kind: 'booking' | 'cash' }>): void =>
  note(ownerKey(owner), seen)
