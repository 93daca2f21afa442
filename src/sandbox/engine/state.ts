/**
 * Everything the exchange remembers, as plain records that the other files of this folder change. Invariants: an order is in `open` of
 * its account exactly while it lives; a firm one that lives is in its book as well. What has ended is in memory or in `ended`, and is
 * found either way by `orderOf` and `answerTo`: where it is has no effect on anything that is answered or done.
 */
import { isZero } from '../../domain/decimal.ts'
import { type ClientOrderId, clientOrderId, type OrderId, orderId } from '../../domain/ids.ts'
import { isRfqMarket } from '../../domain/order.ts'
import { micros } from '../../domain/time.ts'
import type { Account } from '../exchange.ts'
import type { Market } from '../market/market.ts'
import { removeFromBook } from './book.ts'
import { forget } from './commitments.ts'
import { tempers } from './dealers.ts'
import type { AccountState, StoredAnswer, Book, EndedOrders, Order, State } from './model.ts'
import { latestRules } from './rules.ts'
import { createTimers, unschedule } from './timers.ts'

const nothingEnded: EndedOrders = { order: () => undefined, answered: () => undefined, traded: () => [], all: () => [] }

/** The house's accounts: where funds come from, whose cash faces realised P&L of futures and settlements, and who quotes. */
export const house = { treasury: '@treasury', clearing: '@clearing', makers: '@makers' } as const

/** Names of all the house's accounts, dealers included. */
export const houseAccounts: readonly string[] = [...Object.values(house), ...tempers.map(temper => temper.name)]

export function createState(market: Market, rfqTimeoutSeconds: number, openOrdersPerAccount = 1_000, rules = latestRules): State {
  const state: State = {
    market,
    rfqTimeoutSeconds,
    openOrdersPerAccount,
    accounts: new Map(),
    orders: new Map(),
    ended: nothingEnded,
    books: new Map(),
    timers: createTimers(),
    rfqs: new Map(),
    events: [],
    now: micros(0),
    lastOrderId: 0,
    lastTradeId: 0,
    rules,
  }
  for (const name of houseAccounts) addAccount(state, name, true)
  return state
}

export function addAccount(state: State, name: Account, isHouse: boolean): AccountState {
  const account: AccountState = { name, isHouse, cash: new Map(), positions: new Map(), open: new Map(), answers: new Map() }
  state.accounts.set(name, account)
  return account
}

/** Throws for an account that was never opened; sign-in opens it. */
export function accountOf(state: State, name: Account): AccountState {
  const account = state.accounts.get(name)
  if (account === undefined) throw new Error(`account not opened: ${name}`)
  return account
}

export const orderOf = (state: State, id: OrderId): Order | undefined => state.orders.get(id) ?? state.ended.order(id)

/** The first answer given for a client order id. */
export const answerTo = (state: State, account: AccountState, id: ClientOrderId): StoredAnswer | undefined =>
  account.answers.get(id) ?? state.ended.answered(account, id)

export function endedInMemory({ accounts }: State): number {
  let count = 0
  for (const { answers, open } of accounts.values()) count += answers.size - open.size
  return count
}

export function nextOrderId(state: State): OrderId {
  state.lastOrderId += 1
  return orderId(state.lastOrderId)
}

/** Whole ms of the present: what the market is asked about. */
export const nowMsOf = (state: State): number => Math.floor(state.now / 1000)

export const isFilled = (order: Order): boolean => isZero(order.remaining)

/** A living RFQ is known to dealers. */
export function announce(state: State, rfq: Order): void {
  const known = state.rfqs.get(rfq.contract.key)
  if (known === undefined) state.rfqs.set(rfq.contract.key, new Set([rfq]))
  else known.add(rfq)
}

/** The dealers' quotes for an RFQ bear this client order id. */
export const answerId = (rfq: OrderId): ClientOrderId => clientOrderId(`rfq-${rfq}`)

/** An RFQ that ended is forgotten, and what dealers show for it is pulled at once. */
function withdraw(state: State, rfq: Order, book: Book | undefined): void {
  const known = state.rfqs.get(rfq.contract.key)
  known?.delete(rfq)
  if (known?.size === 0) state.rfqs.delete(rfq.contract.key)
  if (book === undefined) return
  const isAnswer = (quote: Order): boolean => quote.client_order_id === answerId(rfq.order_id)
  for (const quote of book.quotes) if (isAnswer(quote)) removeFromBook(book, quote)
  book.quotes = book.quotes.filter(quote => !isAnswer(quote))
}

/** Takes an order that lives no longer out of its book, its account's open orders and the timers. */
export function retire(state: State, order: Order): void {
  order.account.open.delete(order.order_id)
  forget(order)
  const book = state.books.get(order.contract.key)
  if (isRfqMarket(order.market_id)) withdraw(state, order, book)
  else if (book !== undefined) removeFromBook(book, order)
  if (order.endsAt !== undefined) unschedule(state.timers, order.endsAt, order)
}

export const isLive = (order: Order): boolean => order.account.open.has(order.order_id)
