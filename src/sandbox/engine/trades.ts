/**
 * A trade: two orders, a quantity, a price. The only place where orders fill, and with them positions and cash change; so balances and
 * positions are always what the executions say. A package trades as a whole: every leg in the same step, at its ratio.
 */
import { type Decimal, abs, mul, sub } from '../../domain/decimal.ts'
import { tradeId } from '../../domain/ids.ts'
import { legPrices } from '../../domain/leg-prices.ts'
import { must } from '../../domain/must.ts'
import type { Trade } from '../exchange.ts'
import { release } from './commitments.ts'
import type { Contract } from './contracts.ts'
import { settleLeg } from './ledger.ts'
import { recordOf } from './records.ts'
import type { Order, State } from './model.ts'
import { isFilled, nowMsOf, retire } from './state.ts'

/** What each leg of a contract is booked at when the whole trades at `price`. */
function legPricesOf(state: State, contract: Contract, price: Decimal): readonly Decimal[] {
  if (!contract.isPackage) return [price]
  const nowMs = nowMsOf(state)
  const priced = contract.legs.map(leg => ({ ratio: leg.ratio, mark: state.market.markPrice(leg.listed, nowMs) }))
  return legPrices(priced, price)
}

/** `added` rested in the book, `taken` came and met it. Both must have at least `quantity` left. */
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
