/**
 * The state as canonical text, for comparing exchanges: equal texts give equal answers from here on. It includes
 * everything a later command depends on, iteration order included (accounts, positions, open orders, books, due
 * events), and the makers' quotes up to the last one taken.
 */
import type { AccountState, StoredAnswer, Order, State } from './model.ts'
import type { Book, Level } from './model.ts'
import { recordOf } from './records.ts'
import type { Timers } from './model.ts'

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
  positions: [...account.positions].map(([id, { size, cost, at }]) => [id, size, cost, at]),
  open: [...account.open.keys()],
})

const answersText = (answers: Iterable<[string, StoredAnswer]>): unknown =>
  byKey(answers).map(([id, { text, outcome }]) => [id, text, outcome])

const levelText = (level: Level): unknown => [
  level.price,
  [...level.orders].map(order => [order.order_id, order.remaining]),
]

const quoteText = (quote: Order): unknown => [
  quote.order_id,
  quote.account.name,
  quote.side,
  quote.price,
  quote.remaining,
]

const bookText = (book: Book): unknown => [
  book.quoteLife ?? null,
  book.buy.map(levelText),
  book.sell.map(levelText),
  book.quotes.map(quoteText),
]

function timersText({ times, due }: Timers): unknown {
  return times.flatMap(at => {
    const then = due.get(at)
    if (then === undefined || then.orders.size + then.instruments.size === 0) return []
    return [[at, [...then.orders].map(order => order.order_id), [...then.instruments.keys()]]]
  })
}

/** Ended orders count the same in memory and in the archive. */
function withEnded(state: State) {
  const orders = new Map<string, Order>(state.orders)
  const answers = new Map(
    [...state.accounts.values()].map(account => [account, new Map<string, StoredAnswer>(account.answers)]),
  )
  for (const { account, id, answered } of state.ended.all()) {
    answers.get(account)?.set(id, answered)
    if (answered.order !== undefined) orders.set(answered.order.order_id, answered.order)
  }
  return {
    orders,
    answers: [...answers].map(([account, of]): [string, Iterable<[string, StoredAnswer]>] => [account.name, of]),
  }
}

export function digestOf(state: State): string {
  const { orders, answers } = withEnded(state)
  return JSON.stringify({
    now: state.now,
    lastOrderId: state.lastOrderId,
    lastTradeId: state.lastTradeId,
    rules: state.rules,
    accounts: [...state.accounts].map(([name, account]) => [name, accountText(account)]),
    orders: byKey(orders).map(([id, order]) => [id, orderText(order)]),
    books: [...state.books].map(([key, book]) => [key, bookText(book)]),
    timers: timersText(state.timers),
    rfqs: byKey(state.rfqs).map(([key, rfqs]) => [key, [...rfqs].map(rfq => rfq.order_id)]),
    answers: byKey(answers).map(([name, of]) => [name, answersText(of)]),
  })
}
