/**
 * A state from the parts of its snapshot (`snapshot.ts`): equal to the one they were taken of, to the order in which things are shown and
 * fall due. The market must be the same; an instrument it does not know is a programming error of whoever kept the parts.
 */
import { entityId, type EntityId, type OrderId } from '../../domain/ids.ts'
import type { Snapshot } from '../exchange.ts'
import type { Listed } from '../market/market.ts'
import { type Level, createBook } from './book.ts'
import { type Contract, packageContract, singleContract } from './contracts.ts'
import { type OrderRow, orderOfRow } from './order-row.ts'
import type { AccountRow, BookRow, Part, TimerRow } from './snapshot.ts'
import { type AccountState, type Order, type State, accountOf, addAccount } from './state.ts'
import { scheduleEnd, scheduleExpiry } from './timers.ts'

interface Restoring {
  readonly state: State
  readonly listedOf: (id: EntityId) => Listed
  readonly contractOf: (key: string) => Contract
  /** With the house's, which are in books only. */
  readonly orders: Map<OrderId, Order>
}

/** Fills a fresh state. */
export function restoreState(state: State, { live, ended }: { readonly [Kind in keyof Snapshot]: Iterable<string> }): void {
  const accounts: AccountRow[] = []
  const rows: OrderRow[] = []
  const books: BookRow[] = []
  const timers: TimerRow[] = []
  const refusals: Extract<Part, { refusals: unknown }>['refusals'][number][] = []
  for (const parts of [live, ended]) {
    for (const text of parts) {
      const part = JSON.parse(text) as Part
      if ('head' in part) Object.assign(state, part.head)
      else if ('accounts' in part) accounts.push(...part.accounts)
      else if ('orders' in part) rows.push(...part.orders)
      else if ('books' in part) books.push(...part.books)
      else if ('timers' in part) timers.push(...part.timers)
      else refusals.push(...part.refusals)
    }
  }
  const restoring = createRestoring(state)
  restoreAccounts(restoring, accounts)
  restoreOrders(restoring, rows)
  for (const [name, id, text, outcome] of refusals) accountOf(state, name).answers.set(id, { text, outcome })
  for (const { name, open } of accounts) {
    for (const id of open) accountOf(state, name).open.set(id, orderIn(restoring, id))
  }
  state.books.clear()
  for (const row of books) restoreBook(restoring, row)
  for (const row of timers) restoreTimer(restoring, row)
}

function createRestoring(state: State): Restoring {
  const nowMs = Math.floor(state.now / 1000)
  const listed = new Map<EntityId, Listed>()
  const contracts = new Map<string, Contract>()
  const listedOf = (id: EntityId): Listed => {
    const found = listed.get(id) ?? state.market.find({ id }, nowMs)
    if (found === undefined) throw new Error(`a snapshot names the instrument ${id}, which this market never listed`)
    listed.set(id, found)
    return found
  }
  const contractOf = (key: string): Contract => {
    const found = contracts.get(key) ?? contractOfKey(key, listedOf)
    contracts.set(key, found)
    return found
  }
  return { state, listedOf, contractOf, orders: new Map() }
}

/** The contract of a book's key: `id`, or `id@ratio/id@ratio`. */
function contractOfKey(key: string, listedOf: (id: EntityId) => Listed): Contract {
  if (!key.includes('@')) return singleContract(listedOf(entityId(key)))
  return packageContract(
    key.split('/').map(leg => {
      const [id = '', ratio = ''] = leg.split('@')
      return { listed: listedOf(entityId(id)), ratio: Number.parseInt(ratio, 10) }
    }),
  )
}

function orderIn({ orders }: Restoring, id: OrderId): Order {
  const order = orders.get(id)
  if (order === undefined) throw new Error(`a snapshot names the order ${id} and does not have it`)
  return order
}

function restoreAccounts({ state, listedOf }: Restoring, rows: readonly AccountRow[]): void {
  state.accounts.clear()
  for (const { name, isHouse, cash, positions } of rows) {
    const account: AccountState = addAccount(state, name, isHouse)
    for (const [asset, amount, at] of cash) account.cash.set(asset, { amount, at })
    for (const [id, size, cost, at] of positions) account.positions.set(id, { listed: listedOf(id), size, cost, at })
  }
}

/** Orders come back in the order they were placed. */
function restoreOrders(restoring: Restoring, rows: OrderRow[]): void {
  const { state, contractOf, orders } = restoring
  const owners = { state, contractOf, accountOf: (name: string) => accountOf(state, name) }
  const numbered = rows.map(row => ({ number: Number.parseInt(row[0], 10), row })).sort((a, b) => a.number - b.number)
  for (const { row } of numbered) {
    const { order, answered } = orderOfRow(row, owners)
    state.orders.set(order.order_id, order)
    orders.set(order.order_id, order)
    if (answered !== undefined) order.account.answers.set(order.client_order_id, answered)
  }
}

function restoreBook(restoring: Restoring, row: BookRow): void {
  const { state, contractOf, orders } = restoring
  const book = createBook(contractOf(row.contract))
  for (const house of row.house) {
    const { order } = orderOfRow(house, { state, contractOf, accountOf: name => accountOf(state, name) })
    orders.set(order.order_id, order)
  }
  const level = ([price, ids]: BookRow['buy'][number]): Level => ({ price, orders: new Set(ids.map(id => orderIn(restoring, id))) })
  book.buy.push(...row.buy.map(level))
  book.sell.push(...row.sell.map(level))
  book.quoteLife = row.quoteLife ?? undefined
  book.quotes = row.quotes.map(id => orderIn(restoring, id))
  state.books.set(book.contract.key, book)
}

function restoreTimer(restoring: Restoring, [at, orders, instruments]: TimerRow): void {
  const { timers } = restoring.state
  for (const id of orders) scheduleEnd(timers, at, orderIn(restoring, id))
  for (const id of instruments) scheduleExpiry(timers, at, restoring.listedOf(id))
}
