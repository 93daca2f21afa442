/**
 * Restores a state from the parts of its snapshot (`snapshot.ts`), equal to the original including display order and
 * due order. The market must be the same; an unknown instrument throws.
 */
import { type ClientOrderId, entityId, type EntityId, type OrderId } from '../../../core/domain/ids.ts'
import { must } from '../../../core/domain/must.ts'
import { isRfqMarket } from '../../../core/domain/order.ts'
import type { Archive, EndedOrder } from '../exchange.ts'
import type { ListedInstrument } from '../market/market.ts'
import { createBook } from './book.ts'
import { type Contract, packageContract, singleContract } from './contracts.ts'
import type { AccountState, StoredAnswer, EndedOrders, Level, Order, State } from './model.ts'
import { orderOfRow, type OrderRow } from './order-row.ts'
import { firstRules } from './rules.ts'
import type { AccountRow, Part, PositionsRow, TimerRow } from './snapshot.ts'
import { accountOf, addAccount, announce } from './state.ts'
import { scheduleEnd, scheduleInstrument } from './timers.ts'

interface RestoreContext {
  readonly state: State
  readonly listedOf: (id: EntityId) => ListedInstrument
  readonly contractOf: (key: string) => Contract
  readonly house: Map<OrderId, Order>
}

export interface Restorable {
  readonly live: Iterable<string>
  readonly ended: Iterable<Pick<EndedOrder, 'body'>>
}

export function restoreState(state: State, { live, ended }: Restorable): void {
  const parts = [...live].map(text => JSON.parse(text) as Part)
  const rowsOf = <Row>(of: (part: Part) => readonly Row[] | undefined): Row[] => parts.flatMap(part => of(part) ?? [])
  for (const part of parts) if ('head' in part) Object.assign(state, { rules: firstRules }, part.head)
  const restoring = createRestoring(state)
  const accounts = rowsOf(part => ('accounts' in part ? part.accounts : undefined))
  restoreAccounts(restoring, accounts)
  const orders = parts.flatMap(part => ('orders' in part ? part.orders.map(row => restoreOrder(restoring, row)) : []))
  for (const { body } of ended) {
    const part = JSON.parse(body) as Part
    if ('orders' in part) for (const row of part.orders) orders.push(restoreOrder(restoring, row))
    if ('refusals' in part)
      for (const [name, id, text, outcome] of part.refusals) accountOf(state, name).answers.set(id, { text, outcome })
  }
  // In order of placement.
  orders.sort((a, b) => a.order_id.length - b.order_id.length || (a.order_id < b.order_id ? -1 : 1))
  for (const order of orders) state.orders.set(order.order_id, order)
  for (const { name, open } of accounts) {
    for (const id of open) accountOf(state, name).open.set(id, orderIn(restoring, id))
  }
  for (const order of orders)
    if (isRfqMarket(order.market_id) && order.account.open.has(order.order_id)) announce(state, order)
  state.books.clear()
  for (const row of rowsOf(part => ('books' in part ? part.books : undefined))) restoreBook(restoring, row)
  for (const row of rowsOf(part => ('timers' in part ? part.timers : undefined))) restoreTimer(restoring, row)
}

function createRestoring(state: State): RestoreContext {
  const nowMs = Math.floor(state.now / 1000)
  const listed = new Map<EntityId, ListedInstrument>()
  const contracts = new Map<string, Contract>()
  const listedOf = (id: EntityId): ListedInstrument => {
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
  return { state, listedOf, contractOf, house: new Map() }
}

function contractOfKey(key: string, listedOf: (id: EntityId) => ListedInstrument): Contract {
  if (!key.includes('@')) return singleContract(listedOf(entityId(key)))
  return packageContract(
    key.split('/').map(leg => {
      const [, id, ratio] = must(/^(\d+)@(-?\d+)$/.exec(leg) ?? undefined, `an id and a ratio in ${key}`)
      return { listed: listedOf(entityId(must(id, 'an id'))), ratio: Number.parseInt(must(ratio, 'a ratio'), 10) }
    }),
  )
}

function orderIn({ state, house }: RestoreContext, id: OrderId): Order {
  const order = state.orders.get(id) ?? house.get(id)
  if (order === undefined) throw new Error(`a snapshot names the order ${id} and does not have it`)
  return order
}

function restoreAccounts({ state, listedOf }: RestoreContext, rows: readonly AccountRow[]): void {
  state.accounts.clear()
  for (const { name, isHouse, cash, positions } of rows) {
    const account: AccountState = addAccount(state, name, isHouse)
    for (const [asset, amount, at] of cash) account.cash.set(asset, { amount, at })
    for (const [id, size, cost, at] of positions) account.positions.set(id, { listed: listedOf(id), size, cost, at })
  }
}

function readOrderRow(
  restoring: Pick<RestoreContext, 'state' | 'contractOf'>,
  row: OrderRow,
): ReturnType<typeof orderOfRow> {
  const { state, contractOf } = restoring
  return orderOfRow(row, { state, contractOf, accountOf: name => accountOf(state, name) })
}

function restoreOrder(restoring: RestoreContext, row: OrderRow): Order {
  const { order, answered } = readOrderRow(restoring, row)
  if (answered !== undefined) order.account.answers.set(order.client_order_id, answered)
  return order
}

function restoreBook(restoring: RestoreContext, row: PositionsRow): void {
  const { state, contractOf, house } = restoring
  const book = createBook(contractOf(row.contract))
  for (const each of row.house) house.set(each[0], restoreOrder(restoring, each))
  const level = ([price, ids]: PositionsRow['buy'][number]): Level => ({
    price,
    orders: new Set(ids.map(id => orderIn(restoring, id))),
  })
  book.buy.push(...row.buy.map(level))
  book.sell.push(...row.sell.map(level))
  book.quoteLife = row.quoteLife ?? undefined
  book.quotes = row.quotes.map(id => orderIn(restoring, id))
  state.books.set(book.contract.key, book)
}

function restoreTimer(restoring: RestoreContext, [at, orders, instruments]: TimerRow): void {
  const { timers } = restoring.state
  for (const id of orders) scheduleEnd(timers, at, orderIn(restoring, id))
  for (const id of instruments) scheduleInstrument(timers, at, restoring.listedOf(id))
}

/**
 * Ended orders and refusals, read from the archive on demand: memory drops them once a snapshot has stored them. A row
 * contains everything that a later answer depends on, and an ended order never changes, so the restored order equals
 * the original.
 */
interface RestoredEnd {
  readonly account: AccountState
  readonly id: ClientOrderId
  readonly answered: StoredAnswer
}

export function endedOf(state: State, archive: Archive): EndedOrders {
  const answeredIn = (body: string | undefined): StoredAnswer | undefined =>
    body === undefined ? undefined : readEnded(state, body).answered
  return {
    order: id => answeredIn(archive.byOrderId(id))?.order,
    answered: (account, id) => answeredIn(archive.byClientOrderId(account.name, id)),
    *traded(account, since) {
      for (const body of archive.traded(account.name, since)) {
        const { order } = readEnded(state, body).answered
        if (order !== undefined) yield order
      }
    },
    *all() {
      for (const body of archive.all()) yield readEnded(state, body)
    },
  }
}

function readEnded(state: State, body: string): RestoredEnd {
  const part = JSON.parse(body) as Part
  const [row] = 'orders' in part ? part.orders : []
  if (row !== undefined) {
    const { order, answered } = readOrderRow(createRestoring(state), row)
    if (answered !== undefined) return { account: order.account, id: order.client_order_id, answered }
  }
  const [refusal] = 'refusals' in part ? part.refusals : []
  if (refusal === undefined)
    throw new Error(`the archive holds what is neither an order nor a refusal: ${body.slice(0, 80)}`)
  const [name, id, text, outcome] = refusal
  return { account: accountOf(state, name), id, answered: { text, outcome } }
}
