/** The state as canonical text, so that two exchanges can be held against each other. Timers follow from orders and positions. */
import type { AccountState, Order, State } from './state.ts'
import { type Book, type Level, isEmpty } from './book.ts'
import { recordOf } from './records.ts'

const byKey = <Value>(entries: Iterable<[string, Value]>): [string, Value][] =>
  [...entries].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))

const orderText = (order: Order): unknown => [
  order.account.name,
  recordOf(order),
  order.remaining,
  order.minimum_quantity ?? null,
  order.endsAt ?? null,
  order.account.open.has(order.order_id),
]

const accountText = (account: AccountState): unknown => ({
  cash: byKey(account.cash),
  positions: byKey(account.positions).map(([id, { size, cost, at }]) => [id, size, cost, at]),
})

const answersText = (account: AccountState): unknown => byKey(account.answers).map(([id, { text, outcome }]) => [id, text, outcome])

const levelText = (level: Level): unknown => [level.price, [...level.orders].map(order => [order.order_id, order.remaining])]

const bookText = (book: Book): unknown => [book.quoteLife ?? null, book.buy.map(levelText), book.sell.map(levelText)]

export function digestOf(state: State): string {
  return JSON.stringify({
    now: state.now,
    lastOrderId: state.lastOrderId,
    lastTradeId: state.lastTradeId,
    rules: state.rules,
    accounts: byKey(state.accounts).map(([name, account]) => [name, accountText(account)]),
    orders: byKey(state.orders).map(([id, order]) => [id, orderText(order)]),
    books: byKey(state.books)
      .filter(([, book]) => !isEmpty(book))
      .map(([key, book]) => [key, bookText(book)]),
    answers: byKey(state.accounts).map(([name, account]) => [name, answersText(account)]),
  })
}
