/**
 * The exchange's state as plain records, changed by the other files of this folder. Invariants: an order is in its
 * account's `open` exactly while it lives; a live firm order is also in its book. Ended orders are in memory or in
 * `ended`; `orderOf` and `answerTo` find both, and where they are never affects an answer.
 */
import { isZero } from '../../../core/domain/decimal.ts'
import { type ClientOrderId, clientOrderId, type OrderId, orderId } from '../../../core/domain/ids.ts'
import { isRfqMarket } from '../../../core/domain/order.ts'
import { micros } from '../../../core/domain/time.ts'
import type { Account } from '../exchange.ts'
import type { Market } from '../market/market.ts'
import { removeFromBook } from './book.ts'
import { forget } from './commitments.ts'
import { tempers } from './dealers.ts'
import type { AccountState, StoredAnswer, Book, EndedOrders, Order, State } from './model.ts'
import { latestRules } from './rules.ts'
import { createTimers, unschedule } from './timers.ts'

const nothingEnded: EndedOrders = { order: () => undefined, answered: () => undefined, traded: () => [], all: () => [] }

/** House accounts: source of funds, counterparty of realised P&L and settlements, and quoting account. */
export const house = { treasury: '@treasury', clearing: '@clearing', makers: '@makers' } as const

export const houseAccounts: readonly string[] = [...Object.values(house), ...tempers.map(temper => temper.name)]

export function createState(
  market: Market,
  rfqTimeoutSeconds: number,
  openOrdersPerAccount = 1_000,
  rules = latestRules,
): State {
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
  const account: AccountState = {
    name,
    isHouse,
    cash: new Map(),
    positions: new Map(),
    open: new Map(),
    answers: new Map(),
  }
  state.accounts.set(name, account)
  return account
}

export function accountOf(state: State, name: Account): AccountState {
  const account = state.accounts.get(name)
  if (account === undefined) throw new Error(`account not opened: ${name}`)
  return account
}

export const orderOf = (state: State, id: OrderId): Order | undefined => state.orders.get(id) ?? state.ended.order(id)

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

/** Present time in whole ms, as the market uses it. */
export const nowMsOf = (state: State): number => Math.floor(state.now / 1000)

export const isFilled = (order: Order): boolean => isZero(order.remaining)

export function announce(state: State, rfq: Order): void {
  const known = state.rfqs.get(rfq.contract.key)
  if (known === undefined) state.rfqs.set(rfq.contract.key, new Set([rfq]))
  else known.add(rfq)
}

export const answerId = (rfq: OrderId): ClientOrderId => clientOrderId(`rfq-${rfq}`)

function withdraw(state: State, rfq: Order, book: Book | undefined): void {
  const known = state.rfqs.get(rfq.contract.key)
  known?.delete(rfq)
  if (known?.size === 0) state.rfqs.delete(rfq.contract.key)
  if (book === undefined) return
  const isAnswer = (quote: Order): boolean => quote.client_order_id === answerId(rfq.order_id)
  for (const quote of book.quotes) if (isAnswer(quote)) removeFromBook(book, quote)
  book.quotes = book.quotes.filter(quote => !isAnswer(quote))
}

export function retire(state: State, order: Order): void {
  order.account.open.delete(order.order_id)
  forget(order)
  const book = state.books.get(order.contract.key)
  if (isRfqMarket(order.market_id)) withdraw(state, order, book)
  else if (book !== undefined) removeFromBook(book, order)
  if (order.endsAt !== undefined) unschedule(state.timers, order.endsAt, order)
}

export const isLive = (order: Order): boolean => order.account.open.has(order.order_id)
