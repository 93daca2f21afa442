/**
 * Price-time priority: an incoming order meets the best price first, the oldest order first, at the resting price.
 * Minimum quantities modify this (`meetsMinimum` in `book.ts`): an incoming order that would fill less than its minimum
 * fills nothing, and a resting order is skipped if its first fill would be below its minimum. Until its first fill,
 * such an order may rest at a crossing price; nothing else ever crosses.
 */
import { abs, add, type Decimal, isZero, lt, min, mul, sub, zero } from '../../../core/domain/decimal.ts'
import { tradeId } from '../../../core/domain/ids.ts'
import { legPrices } from '../../../core/domain/leg-prices.ts'
import { must } from '../../../core/domain/must.ts'
import { opposite, type Side } from '../../../core/domain/order.ts'
import type { Trade } from '../exchange.ts'
import { addToBook, atLeastAsGood, hasUnmetMinimum, meetsMinimum } from './book.ts'
import { commit, release } from './commitments.ts'
import type { Contract } from './contracts.ts'
import { settleLeg } from './ledger.ts'
import type { Book, Order, State } from './model.ts'
import { recordOf } from './records.ts'
import { isFilled, nowMsOf, retire } from './state.ts'

/**
 * Executes a trade between two orders. The only place where orders fill and where trades change positions and cash, so
 * statements always match the executions. A package trades as a whole, every leg at its ratio.
 */

function legPricesOf(state: State, contract: Contract, price: Decimal): readonly Decimal[] {
  if (!contract.isPackage) return [price]
  const nowMs = nowMsOf(state)
  const priced = contract.legs.map(leg => ({ ratio: leg.ratio, mark: state.market.markPrice(leg.listed, nowMs) }))
  return legPrices(priced, price)
}

export function executeTrade(state: State, added: Order, taken: Order, quantity: Decimal, price: Decimal): void {
  const { contract } = taken
  const [buyer, seller] = taken.side === 'buy' ? [taken.account, added.account] : [added.account, taken.account]
  const prices = legPricesOf(state, contract, price)
  const priceOf = (index: number): Decimal => must(prices[index], 'a price of each leg')
  state.lastTradeId += 1
  const trade: Trade = {
    trade_id: tradeId(String(state.lastTradeId)),
    symbol: contract.symbol,
    price,
    quantity,
    buyer: buyer.name,
    seller: seller.name,
    legs: contract.legs.map((leg, index) => ({
      tradeable_entity_id: leg.listed.instrument.tradeable_entity_id,
      symbol: leg.listed.instrument.symbol,
      quantity: mul(quantity, leg.ratioDecimal),
      price: priceOf(index),
    })),
  }
  for (const [index, leg] of contract.legs.entries()) {
    const [legBuyer, legSeller] = leg.ratio > 0 ? [buyer, seller] : [seller, buyer]
    settleLeg(state, leg.listed, legBuyer, legSeller, abs(mul(quantity, leg.ratioDecimal)), priceOf(index))
  }
  state.events.push({ kind: 'trade', trade, at: state.now })
  fill(state, added, trade, 'added')
  fill(state, taken, trade, 'taken')
}

function fill(state: State, order: Order, trade: Trade, liquidityFlag: 'added' | 'taken'): void {
  order.executions.push({
    utc_timestamp: state.now,
    executed_quantity: trade.quantity,
    executed_price: trade.price,
    trade_id: trade.trade_id,
    liquidity_flag: liquidityFlag,
  })
  release(order, trade.quantity)
  order.remaining = sub(order.remaining, trade.quantity)
  if (isFilled(order)) retire(state, order)
  if (order.account.isHouse) return
  const index = order.executions.length - 1
  state.events.push({ kind: 'execution', account: order.account.name, order: recordOf(order), index, at: state.now })
}

interface Fill {
  readonly resting: Order
  readonly quantity: Decimal
  readonly price: Decimal
}

/** Planned fills of an incoming order, in order; empty if they are below its minimum. Changes nothing. */
function planFills(book: Book, taker: Order): Fill[] {
  const against: Side = opposite(taker.side)
  const fills: Fill[] = []
  let left = taker.remaining
  for (const level of book[against]) {
    if (isZero(left) || (taker.price !== undefined && !atLeastAsGood(against, level.price, taker.price))) break
    for (const resting of level.orders) {
      const quantity = min(left, resting.remaining)
      if (!meetsMinimum(resting, quantity)) continue
      fills.push({ resting, quantity, price: level.price })
      left = sub(left, quantity)
      if (isZero(left)) break
    }
  }
  const total = fills.reduce((sum, fill) => add(sum, fill.quantity), zero)
  const isEnough = taker.minimum_quantity === undefined || !hasUnmetMinimum(taker) || !lt(total, taker.minimum_quantity)
  return isEnough ? fills : []
}

/**
 * Matches by priority; the remainder neither rests nor ends here. A fill may meet the minimum of a resting order. That
 * order may then trade at any size, so it takes the orders that it crossed.
 */
export function match(state: State, book: Book, taker: Order): void {
  const fills = planFills(book, taker)
  const waiting = fills.map(fill => fill.resting).filter(hasUnmetMinimum)
  for (const { resting, quantity, price } of fills) executeTrade(state, resting, taker, quantity, price)
  for (const order of waiting) if (!isFilled(order)) match(state, book, order)
}

export function rest(book: Book, order: Order): void {
  if (order.price === undefined || isFilled(order)) return
  addToBook(book, order as Order & { readonly price: Decimal })
  if (!order.account.isHouse) commit(order)
}
