/**
 * Clients' effect on an instrument's market summary: best prices including their orders, open interest, trades.
 * Computed from the state; nothing is stored here.
 */
import { add, type Decimal, gte, sign, zero } from '../../../core/domain/decimal.ts'
import type { EntityId } from '../../../core/domain/ids.ts'
import { firmMarket, type Side } from '../../../core/domain/order.ts'
import type { EpochMicros } from '../../../core/domain/time.ts'
import type { Print, InstrumentQuote } from '../exchange.ts'
import { viewBook } from './book-view.ts'
import { hasUnmetMinimum } from './book.ts'
import { type Contract, singleContract } from './contracts.ts'
import { quoteLifeOf, quotesOf } from './makers.ts'
import type { Level, Order, State } from './model.ts'
import { nowMsOf } from './state.ts'

export function quotedOf(state: State, id: EntityId): InstrumentQuote {
  const listed = state.market.find({ id }, nowMsOf(state))
  if (listed === undefined) return { bid: undefined, ask: undefined, openInterest: zero }
  return { ...bestOf(state, singleContract(listed)), openInterest: openInterestOf(state, id) }
}

/** Equals the displayed book (`book-view.ts`), without building it unless prices cross. */
function bestOf(state: State, contract: Contract): Pick<InstrumentQuote, 'bid' | 'ask'> {
  const book = state.books.get(contract.key)
  if (book !== undefined && book.quoteLife === quoteLifeOf(state)) {
    const isShown = (order: Order): boolean => !hasUnmetMinimum(order)
    return { bid: firstWith(book.buy, isShown), ask: firstWith(book.sell, isShown) }
  }
  const quotes = quotesOf(state, contract)
  const ofClients = (side: Side): Decimal | undefined =>
    firstWith(book?.[side] ?? [], order => !hasUnmetMinimum(order) && !order.account.isHouse)
  const [bid, ask] = [ofClients('buy'), ofClients('sell')]
  const [quotedBid, quotedAsk] = [quotes.buy[0]?.price, quotes.sell[0]?.price]
  const best = { bid: higher(bid, quotedBid), ask: lower(ask, quotedAsk) }
  if (best.bid === undefined || best.ask === undefined || !gte(best.bid, best.ask)) return best
  const { buy, sell } = viewBook(state, contract)
  return { bid: buy[0]?.price, ask: sell[0]?.price }
}

function firstWith(levels: readonly Level[], chosen: (order: Order) => boolean): Decimal | undefined {
  for (const { price, orders } of levels) for (const order of orders) if (chosen(order)) return price
  return undefined
}

const higher = (a: Decimal | undefined, b: Decimal | undefined): Decimal | undefined =>
  a === undefined ? b : b === undefined || gte(a, b) ? a : b
const lower = (a: Decimal | undefined, b: Decimal | undefined): Decimal | undefined =>
  a === undefined ? b : b === undefined || gte(b, a) ? a : b

/** Sum of all long sizes; shorts are equal, since positions add up to zero. */
function openInterestOf(state: State, id: EntityId): Decimal {
  let total = zero
  for (const account of state.accounts.values()) {
    const size = account.positions.get(id)?.size
    if (size !== undefined && sign(size) > 0) total = add(total, size)
  }
  return total
}

export function touchedInstruments(state: State): Set<EntityId> {
  const touched = new Set<EntityId>()
  for (const account of state.accounts.values()) {
    for (const id of account.positions.keys()) touched.add(id)
    for (const order of account.open.values()) {
      const [first] = order.contract.legs
      if (order.market_id === firmMarket && !order.contract.isPackage && first !== undefined) {
        touched.add(first.listed.instrument.tradeable_entity_id)
      }
    }
  }
  return touched
}

export function printsSince(state: State, from: EpochMicros): Print[] {
  const prints = new Map<string, Print>()
  const take = ({ contract, executions }: Order): void => {
    const [first] = contract.legs
    if (contract.isPackage || first === undefined) return
    const id = first.listed.instrument.tradeable_entity_id
    for (const { utc_timestamp: at, executed_price: price, executed_quantity: quantity, trade_id } of executions) {
      if (at >= from) prints.set(trade_id, { id, at, price, quantity })
    }
  }
  for (const order of state.orders.values()) take(order)
  for (const account of state.accounts.values()) for (const order of state.ended.traded(account, from)) take(order)
  return [...prints]
    .sort(([a, { at: atA }], [b, { at: atB }]) => atA - atB || a.length - b.length || (a < b ? -1 : 1))
    .map(([, print]) => print)
}
