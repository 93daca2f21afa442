/**
 * Balances and positions of an account. Always `available = cash - reserved`; withdrawable is the unbound part, never
 * negative. The row `USD-REFERENCE` is the whole account in USD: cash is total equity (USD, coins at the index, options
 * at the marks, unrealised P&L of futures and perpetuals), available is the free amount of all assets at the index,
 * reserved the difference.
 */
import { eachRow, type LeaveOut } from '../../../core/contract/rows.ts'
import { type Balance, type Position, usdReference } from '../../../core/domain/account.ts'
import { add, type Decimal, div, max, min, mul, one, roundTo, sign, sub, zero } from '../../../core/domain/decimal.ts'
import { type DeliverableId, deliverableId } from '../../../core/domain/ids.ts'
import type { Product } from '../../../core/domain/instrument.ts'
import { isRfqMarket } from '../../../core/domain/order.ts'
import { type EpochMicros, micros } from '../../../core/domain/time.ts'
import type { ExecutionsWanted, LiveRfq, TradeOfAccount } from '../exchange.ts'
import { assets, usd } from './ledger.ts'
import type { AccountState, Holding, Order, State } from './model.ts'
import { recordOf } from './records.ts'
import { boundOf, marginOf } from './risk.ts'
import { nowMsOf } from './state.ts'

export function executionsOf(
  state: State,
  account: AccountState,
  { since = micros(0), most = Number.POSITIVE_INFINITY }: ExecutionsWanted = {},
): TradeOfAccount[] {
  let found: TradeOfAccount[] = []
  let oldest = since
  const take = (order: Order): void => {
    if (order.account !== account || order.executions.length === 0) return
    const record = recordOf(order)
    for (const execution of order.executions)
      if (execution.utc_timestamp >= oldest) found.push({ order: record, execution })
  }
  const retainLast = (): void => {
    found = found.sort(byTime).slice(-most)
    if (found.length === most) oldest = found[0]?.execution.utc_timestamp ?? oldest
  }
  for (const order of state.orders.values()) take(order)
  retainLast()
  for (const order of state.ended.traded(account, since)) {
    // All others were last executed before this one.
    if ((order.executions.at(-1)?.utc_timestamp ?? since) < oldest) break
    take(order)
    if (found.length >= 2 * most) retainLast()
  }
  retainLast()
  return found
}

const byTime = (a: TradeOfAccount, b: TradeOfAccount): number =>
  a.execution.utc_timestamp - b.execution.utc_timestamp || byId(a.order.order_id ?? '', b.order.order_id ?? '')

const byId = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)

export function liveRfqs(state: State): LiveRfq[] {
  const found: LiveRfq[] = []
  for (const account of state.accounts.values()) {
    for (const order of account.open.values()) {
      if (isRfqMarket(order.market_id)) found.push({ order: recordOf(order), at: order.placedAt })
    }
  }
  return found.sort((a, b) => a.at - b.at)
}

/** Decimals of an average entry price; P&L uses the exact cost. */
const averagePlaces = 8
const usdDeliverable = deliverableId(2)

const productTypes: Readonly<Record<Product, string>> = {
  option: 'option',
  perpetual: 'perpetual_future',
  future: 'future',
  spot: 'spot',
  index: 'index',
}

/** Marks and margins change every second, so statements are stamped with that second, or with a later trade. */
function markedAt(state: State, at: EpochMicros): EpochMicros {
  const second = micros(Math.floor(state.now / secondMicros) * secondMicros)
  return second > at ? second : at
}

const secondMicros = 1_000_000

const asItComes: LeaveOut = make => make()

export const positionsOf = (state: State, account: AccountState, leaveOut = asItComes): Position[] =>
  eachRow(account.positions.values(), leaveOut, holding => positionOf(state, holding))

function positionOf(state: State, { listed, size, cost, at }: Holding): Position {
  const mark = state.market.markPrice(listed, nowMsOf(state))
  return {
    symbol: listed.instrument.symbol,
    deliverable_id: listed.deliverable_id,
    product_type: productTypes[listed.product],
    timestamp: markedAt(state, at),
    side: sign(size) < 0 ? 'short' : 'long',
    size,
    average_entry_price: roundTo(div(cost, size), averagePlaces),
    mark_price: mark,
    upnl: sub(mul(size, mark), cost),
    margin_value: marginOf(state, listed, size, cost, mark),
  }
}

function deliverableOf(state: State, asset: string): DeliverableId {
  if (asset === usd) return usdDeliverable
  const spot = state.market.find({ symbol: `${asset}-USD` }, nowMsOf(state))
  if (spot === undefined) throw new Error(`no spot instrument lists ${asset}`)
  return spot.deliverable_id
}

function positionsWorth(state: State, account: AccountState): Decimal {
  let worth = zero
  for (const { listed, size, cost } of account.positions.values()) {
    const value = mul(size, state.market.markPrice(listed, nowMsOf(state)))
    worth = add(worth, listed.product === 'option' ? value : sub(value, cost))
  }
  return worth
}

export function balancesOf(state: State, account: AccountState, leaveOut = asItComes): Balance[] {
  let bound: ReadonlyMap<string, Decimal> | undefined
  const rows = eachRow(assets, leaveOut, asset => {
    // Computed per row: without marks the bound amount is unknown.
    bound ??= boundOf(state, account)
    return assetRow(state, account, asset, bound.get(asset) ?? zero)
  })
  // A total is shown only if all its parts are known.
  const reference = rows.length < assets.length ? undefined : leaveOut(() => referenceRow(state, account, rows))
  return reference === undefined ? rows : [...rows, reference]
}

function referenceRow(state: State, account: AccountState, rows: readonly Balance[]): Balance {
  let [equity, available, withdrawable] = [positionsWorth(state, account), zero, zero]
  for (const row of rows) {
    const price = row.symbol === usd ? one : state.market.indexPrice(row.symbol, nowMsOf(state))
    equity = add(equity, mul(row.cash_balance, price))
    available = add(available, mul(row.available_balance, price))
    withdrawable = add(withdrawable, mul(row.withdrawable_balance, price))
  }
  return {
    deliverable_id: usdDeliverable,
    symbol: usdReference,
    timestamp: rows.reduce(
      (latest, row) => (row.timestamp > latest ? row.timestamp : latest),
      markedAt(state, micros(0)),
    ),
    cash_balance: equity,
    reserved_balance: sub(equity, available),
    available_balance: available,
    withdrawable_balance: withdrawable,
  }
}

function assetRow(state: State, account: AccountState, asset: string, reserved: Decimal): Balance {
  const cash = account.cash.get(asset)
  const amount = cash?.amount ?? zero
  const available = sub(amount, reserved)
  const cashAt = cash?.at ?? state.now
  return {
    deliverable_id: deliverableOf(state, asset),
    symbol: asset,
    timestamp: asset === usd && account.positions.size > 0 ? markedAt(state, cashAt) : cashAt,
    cash_balance: amount,
    reserved_balance: reserved,
    available_balance: available,
    withdrawable_balance: max(zero, min(amount, available)),
  }
}
