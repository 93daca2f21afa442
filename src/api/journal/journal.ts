/**
 * The page's journal: takes down every intent, answer, state, execution, quote and command of the session's account, from where they pass.
 * What is seen is a value handed to `note…`; nothing here can hold up or fail an order.
 */
import type { ClientOrderId } from '../../domain/ids.ts'
import type { OrderBook } from '../../domain/market-data.ts'
import { type OrderRecord, isRfqMarket } from '../../domain/order.ts'
import { createCell, useCell } from '../browser/cell.ts'
import { type Owner, call } from '../venue/client.ts'
import { serverNowMs } from '../venue/clock.ts'
import { withDistinctExecutions } from '../order-desk/distinct-executions.ts'
import { keptChangesSoon } from '../browser/kept.ts'
import { desk } from '../order-desk/desk.ts'
import { type Intent, belongsTo, isUnderReview } from '../order-desk/intent.ts'
import { type OwnerKey, eachSession, ownerKey, presentOwner } from '../venue/owner.ts'
import { browserTimers } from '../browser/timers.ts'
import type { CommandName, JournalOrder, NotLookedUp, Observation } from './journal-order.ts'
import { erasedAtMs } from './erase.ts'
import { appendJournal, openJournalOrders, packJournal } from './journal-store.ts'
import { type JournalNews, announceRows, listenToJournalTabs, onJournalNews } from './journal-tabs.ts'
import { createJournalWriter } from './journal-writer.ts'
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
  }
  mine.watch.know(orders)
  if (held === mine) openShown.set([...mine.open.values()])
}

const note = (owner: OwnerKey, seen: Observation | NotLookedUp): void => journalWriter.note(owner, seen)

/** Begins to take down; the answer stops it. */
export function startJournal(): () => void {
  const ends = [listenToJournalTabs(), eachSession(begin), desk.subscribe(noteIntents), onJournalNews(heardNews)]
  return () => {
    for (const end of ends) end()
  }
}

function begin(owner: Owner): () => void {
  const key = ownerKey(owner)
  const watch = createOrderWatch({ lookUp: id => lookUp(owner, id), note: seen => note(key, seen), nowMs: serverNowMs })
  const mine: Held = { key, owner, watch, open: new Map(), noted: new Map(), intents: new Map() }
  held = mine
  noteIntents()
  void readOpen(mine)
  return () => {
    watch.stop()
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
  const answered = await call('orderDetails', { query: { client_order_id: id as ClientOrderId }, owner })
  if (!answered.ok) return { kind: 'failed' }
  const details = answered.answer.query_order_response
  if (!('client_order_id' in details)) return { kind: 'not_found' }
  return { kind: 'found', record: withDistinctExecutions(details as OrderRecord) }
}

function noteIntents(): void {
  const mine = held
  if (mine === undefined) return
  // Oldest first, as they happened.
  const since = erasedAtMs(mine.key)
  for (const intent of desk.snapshot().intents.toReversed()) {
    if (intent.createdAtMs < since) continue
    if (!belongsTo(intent, mine.owner) || isUnderReview(intent) || mine.intents.get(intent.client_order_id) === intent) continue
    mine.intents.set(intent.client_order_id, intent)
    note(mine.key, { kind: 'intent', intent })
    if (intent.state.kind === 'accepted' && intent.state.order !== undefined) noteRecord(intent.state.order, mine.owner)
  }
}

const signature = (record: OrderRecord): string => `${record.order_state} ${record.cancel_state} ${record.executions.length}`

/** An order as the venue showed it to `owner`. */
export function noteRecord(record: OrderRecord, owner: Owner): void {
  const mine = held
  if (mine === undefined || mine.key !== ownerKey(owner) || mine.noted.get(record.client_order_id) === signature(record)) return
  mine.noted.set(record.client_order_id, signature(record))
  note(mine.key, { kind: 'record', record, atMs: serverNowMs() })
}

/** Orders of another program on the account of `owner`, filled and not looked up. */
export const noteNotLookedUp = (orders: number, owner: Owner): void =>
  note(ownerKey(owner), { kind: 'not_looked_up', orders, atMs: serverNowMs() })

/** All open orders, as asked by `owner` at `askedAtMs`. */
export function noteOpenOrders(records: readonly OrderRecord[], owner: Owner, askedAtMs: number): void {
  for (const record of records) noteRecord(record, owner)
  if (held?.key === ownerKey(owner)) held.watch.listed(records, askedAtMs)
}

/** Asks for the open orders once, as a hidden tab does now and then. */
export async function askHidden(owner: Owner): Promise<void> {
  const askedAtMs = serverNowMs()
  const answered = await call('openOrders', { owner })
  if (answered.ok) noteOpenOrders(answered.answer.query_open_orders_response.open_orders.rows.map(withDistinctExecutions), owner, askedAtMs)
}

/** The best levels of a book in which an RFQ of ours is live. */
export function noteBook(book: OrderBook): void {
  const mine = held
  if (mine === undefined) return
  for (const order of mine.open.values()) {
    if (order.symbol !== book.symbol || !isRfqMarket(order.market_id)) continue
    const seen = { client_order_id: order.client_order_id, buy: book.buy[0], sell: book.sell[0], atMs: book.server_utc_timestamp / 1_000 }
    note(mine.key, { kind: 'quote', ...seen })
  }
}

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
