/**
 * The page's journal: takes down every intent, answer, state, execution, quote and command of the session's account, as they are published for
 * evidence. What is seen is a value handed to the writer; nothing here can hold up or fail an order.
 */
import type { ClientOrderId } from '../../domain/ids.ts'
import { eq } from '../../domain/decimal.ts'
import type { OrderBook } from '../../domain/market-data.ts'
import { filledQuantity, isFilled } from '../../domain/order-state.ts'
import { type OrderRecord, isRfqMarket } from '../../domain/order.ts'
import { lookUpOrder } from '../account/order-details.ts'
import { createCell, useCell } from '../browser/cell.ts'
import { type Evidence, type PushedEvidence, onEvidence, presentIntents, publishEvidence } from '../evidence.ts'
import type { Owner } from '../venue/client.ts'
import { serverNowMs } from '../venue/clock.ts'
import { keptChangesSoon } from '../browser/kept.ts'
import { type Intent, isUnderReview } from '../order-desk/intent.ts'
import { type OwnerKey, eachSession, ownerKey, presentOwner } from '../venue/owner.ts'
import { browserTimers } from '../browser/timers.ts'
import { type CommandName, type JournalOrder, recordOfJournal } from './journal-order.ts'
import type { Noted } from './noted.ts'
import { erasedAtMs } from './erase.ts'
import { appendJournal, openJournalOrders, packJournal } from './journal-store.ts'
import { type JournalNews, announceRows, listenToJournalTabs, onJournalNews } from './journal-tabs.ts'
import { createJournalWriter } from './journal-writer.ts'
import { createLookUps } from './look-ups.ts'
import { type LookedUp, type OrderWatch, createOrderWatch } from './order-watch.ts'

/** What is held of the session's account. */
interface Held {
  readonly key: OwnerKey
  readonly owner: Owner
  readonly watch: OrderWatch
  readonly open: Map<string, JournalOrder>
  /** Signature of each order as last noted, so that an unchanged poll costs nothing. */
  readonly noted: Map<string, string>
  readonly intents: Map<ClientOrderId, Intent>
  /** Pushed to be filled: looked up where the fills taken down do not come to that. */
  readonly pushedFilled: Set<string>
}

let held: Held | undefined
const openShown = createCell<readonly JournalOrder[]>([])
const rowsBetweenPackings = 500
let rowsSincePacking = rowsBetweenPackings

export const journalWriter = createJournalWriter({
  append: appendJournal,
  timers: browserTimers,
  appended(owner, { rows, orders }) {
    if (held?.key === owner) know(held, orders)
    if (rows.length === 0) return
    announceRows(owner, rows)
    rowsSincePacking += rows.length
    if (rowsSincePacking < rowsBetweenPackings) return
    rowsSincePacking = 0
    // Packing only makes reading faster: the next time will do.
    packJournal(owner).catch(() => undefined)
  },
})

function know(mine: Held, orders: readonly JournalOrder[]): void {
  for (const order of orders) {
    if (order.openSinceMs === undefined) mine.open.delete(order.client_order_id)
    else mine.open.set(order.client_order_id, order)
    if (mine.pushedFilled.delete(order.client_order_id) && !isFilled(order)) lookUpSoon(mine, order.client_order_id as ClientOrderId)
  }
  mine.watch.know(orders)
  if (held !== mine) return
  openShown.set([...mine.open.values()])
  publishEvidence({ kind: 'journal', orders }, mine.owner)
}

const note = (owner: OwnerKey, seen: Noted): void => journalWriter.note(owner, seen)

/** Begins to take down; the answer stops it. */
export function startJournal(): () => void {
  const ends = [listenToJournalTabs(), eachSession(begin), onEvidence(learn), onJournalNews(heardNews)]
  return () => {
    for (const end of ends) end()
  }
}

function begin(owner: Owner): () => void {
  const key = ownerKey(owner)
  const watch = createOrderWatch({ lookUp: id => lookUp(owner, id), note: seen => note(key, seen), nowMs: serverNowMs })
  const mine: Held = { key, owner, watch, open: new Map(), noted: new Map(), intents: new Map(), pushedFilled: new Set() }
  held = mine
  noteIntents(mine, presentIntents())
  void readOpen(mine)
  return () => {
    watch.stop()
    lookUps.clear()
    if (held !== mine) return
    held = undefined
    openShown.set([])
  }
}

/** What another tab took down may have changed what is open. */
function heardNews({ owner, isOwn }: JournalNews): void {
  keptChangesSoon(['journal', owner])
  if (!isOwn && held?.key === owner) void readOpen(held)
}

async function readOpen(mine: Held): Promise<void> {
  try {
    const open = await openJournalOrders(mine.key)
    const ids = new Set(open.map(order => order.client_order_id))
    const closed = [...mine.open.values()]
      .filter(order => !ids.has(order.client_order_id))
      .map(order => ({ ...order, openSinceMs: undefined }))
    if (held === mine) know(mine, [...closed, ...open])
  } catch {
    // The writer tells what is wrong with the database; orders of this page are known from what it notes.
  }
}

async function lookUp(owner: Owner, id: string): Promise<LookedUp> {
  const details = await lookUpOrder({ client_order_id: id as ClientOrderId }, owner)
  if (details === undefined) return { kind: 'failed' }
  return details.kind === 'found' ? { kind: 'found', record: details.order } : details
}

let lookUpOwner: Owner | undefined
const lookUps = createLookUps({
  timers: browserTimers,
  dropped: orders => lookUpOwner !== undefined && note(ownerKey(lookUpOwner), { kind: 'not_looked_up', orders, atMs: serverNowMs() }),
})

/** Has the order's record asked for in its turn; one that cannot be had then is found by the list that misses the order. */
function lookUpSoon(mine: Held, id: ClientOrderId): void {
  lookUpOwner = mine.owner
  lookUps.ask(id, async () => (await lookUpOrder({ client_order_id: id }, mine.owner)) !== undefined)
}

function learn(evidence: Evidence, owner: Owner): void {
  const mine = held
  if (mine === undefined || mine.key !== ownerKey(owner)) return
  switch (evidence.kind) {
    case 'intents':
      return noteIntents(mine, evidence.intents)
    case 'listed':
      for (const record of evidence.records) noteRecord(mine, record)
      return mine.watch.listed(evidence.records, evidence.askedAtMs)
    case 'details':
      return evidence.details.kind === 'found' ? noteRecord(mine, evidence.details.order) : undefined
    case 'execution':
      return noteExecution(mine, evidence)
    case 'end':
      return noteEnd(mine, evidence)
    case 'unclear':
      return lookUpSoon(mine, evidence.client_order_id)
    case 'book':
      return noteBook(mine, evidence.book)
    case 'accepted':
    case 'journal':
    case 'positions':
    case 'refreshed':
  }
}

function noteIntents(mine: Held, intents: readonly Intent[]): void {
  // Oldest first, as they happened.
  const since = erasedAtMs(mine.key)
  for (const intent of intents.toReversed()) {
    if (intent.createdAtMs < since) continue
    if (isUnderReview(intent) || mine.intents.get(intent.client_order_id) === intent) continue
    mine.intents.set(intent.client_order_id, intent)
    note(mine.key, { kind: 'intent', intent })
    if (intent.state.kind === 'accepted' && intent.state.order !== undefined) noteRecord(mine, intent.state.order)
  }
}

const signature = (record: OrderRecord): string => `${record.order_state} ${record.cancel_state} ${record.executions.length}`

/** An order as the venue showed it. */
function noteRecord(mine: Held, record: OrderRecord): void {
  if (mine.noted.get(record.client_order_id) === signature(record)) return
  mine.noted.set(record.client_order_id, signature(record))
  note(mine.key, { kind: 'record', record, atMs: serverNowMs() })
}

/** Of an order that the journal does not know as open the venue's own record is taken down. */
function noteExecution(mine: Held, { client_order_id, execution, order_state }: Extract<PushedEvidence, { kind: 'execution' }>): void {
  if (!mine.open.has(client_order_id)) return lookUpSoon(mine, client_order_id)
  if (order_state === 'filled') mine.pushedFilled.add(client_order_id)
  note(mine.key, { kind: 'execution', client_order_id, execution, order_state, atMs: serverNowMs() })
}

/** An order that could not be cancelled, since it was filled, is told of like one that was: only where the fills agree is the end taken down as told. */
function noteEnd(mine: Held, { client_order_id, reason, filled_quantity }: Extract<PushedEvidence, { kind: 'end' }>): void {
  const known = mine.open.get(client_order_id)
  const record = known === undefined ? undefined : recordOfJournal(known)
  const isAgreed = record !== undefined && !isFilled(record) && filled_quantity !== undefined && eq(filledQuantity(record), filled_quantity)
  if (isAgreed) noteRecord(mine, { ...record, cancel_state: reason })
  else lookUpSoon(mine, client_order_id)
}

/** The best levels of a book in which an RFQ of ours is live. */
function noteBook(mine: Held, book: OrderBook): void {
  for (const order of mine.open.values()) {
    if (order.symbol !== book.symbol || !isRfqMarket(order.market_id)) continue
    const [buy, nextBuy] = book.buy
    const [sell, nextSell] = book.sell
    const atMs = book.server_utc_timestamp / 1_000
    note(mine.key, { kind: 'quote', client_order_id: order.client_order_id, buy, sell, nextBuy, nextSell, atMs })
  }
}

/** What the venue booked legs at, or cash that moved by no order, as reckoned of `owner`. */
export const noteReckoned = (owner: Owner, seen: Extract<Noted, { kind: 'booking' | 'cash' }>): void => note(ownerKey(owner), seen)

/** What became of a cancel or a refresh; `key` as it was asked for. */
export function noteCommand(
  command: CommandName,
  key: { readonly order_id: string } | { readonly client_order_id: string },
  outcome: string,
  reason?: string,
): void {
  const owner = presentOwner()
  const mine = held
  if (owner === undefined || mine === undefined || mine.key !== ownerKey(owner)) return
  const id =
    'client_order_id' in key ? key.client_order_id : [...mine.open.values()].find(order => order.order_id === key.order_id)?.client_order_id
  if (id !== undefined) note(mine.key, { kind: 'command', command, client_order_id: id, outcome, reason, atMs: serverNowMs() })
}

/** Every live order at once, as "cancel all" asks for. */
export function noteCancelAll(outcome: string, reason?: string): void {
  for (const order of held?.open.values() ?? []) noteCommand('cancel', { client_order_id: order.client_order_id }, `all ${outcome}`, reason)
}

/** Orders that live at the venue as far as the journal knows: more than this page sent, less than `openOrders` shows at once. */
export const useOpenJournalOrders = (): readonly JournalOrder[] => useCell(openShown)
