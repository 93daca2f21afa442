/**
 * Enforces margin at every tick, after prices change. If cash covers everything bound (`risk.ts`), nothing happens. If
 * not, the newest open firm orders that bind the missing asset end until the rest is covered
 * (`insufficient_account_balance`); orders that bind none of it, such as closing orders, stay. If not even maintenance
 * is covered (the same formula with half the numbers: ±15 % of the index, 1.5 % per net short option, open orders
 * included), all open firm orders end (`liquidation`). If USD is still below the positions' maintenance, they are
 * closed through their books by IOC limit orders of the account: a quarter of the position with the highest maintenance
 * at a time, no worse than its mark and 5 % of the index (options 1.5 %), until USD covers it. What nobody takes within
 * that bound waits for the next tick. RFQs bind nothing and stay. Coins are not collateral and are not sold. A loss
 * beyond the account's cash stays as negative USD; until it is repaid the account's orders that bind USD are refused.
 */
import {
  abs,
  add,
  dec,
  type Decimal,
  gt,
  lt,
  max,
  min,
  mul,
  roundToStep,
  sign,
  sub,
  zero,
} from '../../../core/domain/decimal.ts'
import { type ClientOrderId, clientOrderId, type EntityId } from '../../../core/domain/ids.ts'
import { firmMarket, opposite, type Side } from '../../../core/domain/order.ts'
import type { ListedInstrument } from '../market/market.ts'
import { worstPrice } from './book-view.ts'
import { atLeastAsGood } from './book.ts'
import { groupsOf } from './commitments.ts'
import { singleContract } from './contracts.ts'
import { cashOf, usd } from './ledger.ts'
import type { AccountState, Holding, Order, State } from './model.ts'
import { accept } from './place.ts'
import { endOrder } from './records.ts'
import { type Bound, boundOf, boundWith, initialRules, maintenanceRules, marginOf } from './risk.ts'
import { answerTo, nowMsOf } from './state.ts'

export function enforceMargins(state: State): void {
  for (const account of state.accounts.values()) {
    if (account.isHouse || account.positions.size + account.open.size === 0) continue
    const short = shortOf(account, boundOf(state, account))
    if (short.length === 0) continue
    const isRuined =
      account.positions.size > 0 &&
      shortOf(account, boundWith(state, account, groupsOf(account), maintenanceRules)).length > 0
    if (isRuined) liquidate(state, account)
    else endUnaffordable(state, account, short)
  }
}

const shortOf = (account: AccountState, bound: Bound): string[] =>
  [...new Set([...bound.keys(), usd])].filter(asset => lt(cashOf(account, asset), bound.get(asset) ?? zero))
const firmOrders = (account: AccountState): Order[] =>
  [...account.open.values()].filter(order => order.market_id === firmMarket)

function endUnaffordable(state: State, account: AccountState, short: readonly string[]): void {
  const byPositions = boundWith(state, account, [], initialRules)
  const binding = groupsOf(account).filter(group => {
    const bound = boundWith(state, account, [group], initialRules)
    return short.some(asset => gt(bound.get(asset) ?? zero, byPositions.get(asset) ?? zero))
  })
  const isBinding = ({ contract, side }: Order): boolean =>
    binding.some(group => group.contract.key === contract.key && group.side === side)
  for (const order of firmOrders(account).filter(isBinding).toReversed()) {
    endOrder(state, order, 'insufficient_account_balance')
    if (shortOf(account, boundOf(state, account)).length === 0) return
  }
}

/** Limit of orders per tick: each closes a quarter, so even many positions are closed in one tick. */
const mostOrders = 200
const quarter = dec('0.25')

function liquidate(state: State, account: AccountState): void {
  for (const order of firmOrders(account)) endOrder(state, order, 'liquidation')
  const lots = new Map<EntityId, Decimal>()
  const stuck = new Set<Holding>()
  for (let orders = 0; orders < mostOrders; orders += 1) {
    if (shortOf(account, boundWith(state, account, [], maintenanceRules)).length === 0) return
    const worst = worstOf(state, account, stuck)
    if (worst === undefined) return
    if (!closePart(state, account, worst, lots)) stuck.add(worst)
  }
}

function worstOf(state: State, account: AccountState, stuck: ReadonlySet<Holding>): Holding | undefined {
  let worst: { readonly holding: Holding; readonly margin: Decimal } | undefined
  for (const holding of account.positions.values()) {
    const { listed, size, cost } = holding
    if (stuck.has(holding) || listed.instrument.status !== 'active') continue
    const margin = marginOf(state, listed, size, cost, state.market.markPrice(listed, nowMsOf(state)), maintenanceRules)
    if (worst === undefined || gt(margin, worst.margin)) worst = { holding, margin }
  }
  return worst?.holding
}

function closePart(
  state: State,
  account: AccountState,
  { listed, size }: Holding,
  lots: Map<EntityId, Decimal>,
): boolean {
  const { symbol, tradeable_entity_id, maximum_quantity } = listed.instrument
  const step = listed.lot ?? listed.instrument.quantity_step
  const lot = lots.get(tradeable_entity_id) ?? max(step, roundToStep(mul(abs(size), quarter), step, 'up'))
  lots.set(tradeable_entity_id, lot)
  const side: Side = sign(size) > 0 ? 'sell' : 'buy'
  const price = closingLimit(state, listed, side)
  const contract = singleContract(listed)
  // Without a counterparty no order is sent; the next tick tries again.
  const best = worstPrice(state, contract, side, step)
  if (best === undefined || !atLeastAsGood(opposite(side), best, price)) return false
  const quantity = min(min(lot, abs(size)), maximum_quantity)
  const client_order_id = freshId(state, account)
  const order = {
    symbol,
    market_id: firmMarket,
    side,
    type: 'LIMIT',
    time_in_force: 'IOC',
    quantity,
    price,
    client_order_id,
  }
  return accept(state, account, { order, text: '' }, contract).executions.length > 0
}

/** Largest distance from the mark, as a share of the index. */
const bounds = { option: dec('0.015'), other: dec('0.05') }

function closingLimit(state: State, listed: ListedInstrument, side: Side): Decimal {
  const { price_step } = listed.instrument
  const nowMs = nowMsOf(state)
  const mark = state.market.markPrice(listed, nowMs)
  const most = mul(
    state.market.indexPrice(listed.base, nowMs),
    listed.product === 'option' ? bounds.option : bounds.other,
  )
  const limit =
    side === 'sell' ? roundToStep(sub(mark, most), price_step, 'up') : roundToStep(add(mark, most), price_step, 'down')
  return max(price_step, limit)
}

function freshId(state: State, account: AccountState): ClientOrderId {
  let id = clientOrderId(`liquidation-${state.lastOrderId + 1}`)
  while (answerTo(state, account, id) !== undefined) id = clientOrderId(`${id}-`)
  return id
}
