/**
 * What an account's resting firm orders may still do, kept so that what they could lose is found without looking at each of them. Orders
 * of one contract and side differ by price alone, so they are kept by price, with running sums; changes gather beside these and are
 * worked in now and then, so that an order costs about the square root of how many rest.
 *
 * All of it follows from the open orders: it is built when first asked for, and is no part of the state that is kept.
 */
import type { Committed } from './model.ts'
import { type Decimal, add, canonical, cmp, isZero, min, mul, neg, sub, zero } from '../../domain/decimal.ts'
import { must } from '../../domain/must.ts'
import { type Side, firmMarket } from '../../domain/order.ts'
import type { Contract } from './contracts.ts'
import type { AccountState, Order } from './model.ts'

/** An order that would rest, as far as risk is concerned. */
export interface Commitment {
  readonly contract: Contract
  readonly side: Side
  readonly quantity: Decimal
  readonly price: Decimal
}

const nothing = { quantity: zero, value: zero }
const createCommitted = (contract: Contract, side: Side): Committed => ({
  contract,
  side,
  total: zero,
  prices: [],
  quantities: [],
  sums: [nothing],
  recent: new Map(),
})

/** One order alone. */
export function committedAlone({ contract, side, quantity, price }: Commitment): Committed {
  const alone = createCommitted(contract, side)
  change(alone, price, quantity)
  return alone
}

/** Those of an account, built from its open orders when first asked for; ready to be asked about many times. */
export function groupsOf(account: AccountState): Committed[] {
  if (account.commitments === undefined) {
    account.commitments = { orders: new Set(), groups: new Map() }
    for (const order of account.open.values()) commit(order)
  }
  const groups = [...account.commitments.groups.values()]
  for (const group of groups) if (group.recent.size > fewRecent) workIn(group)
  return groups
}

/** Changes that are looked at one by one sooner than worked in. */
const fewRecent = 4

/** A firm order has come to rest. */
export function commit(order: Order): void {
  const { account, contract, side } = order
  const all = account.commitments
  if (all === undefined || order.price === undefined || order.market_id !== firmMarket) return
  const key = `${side} ${contract.key}`
  const group = all.groups.get(key) ?? createCommitted(contract, side)
  all.groups.set(key, group)
  all.orders.add(order)
  change(group, order.price, order.remaining)
}

/** A resting order is about to have less left by `quantity`; another one is none of its business. */
export function release(order: Order, quantity: Decimal): void {
  const all = order.account.commitments
  const key = `${order.side} ${order.contract.key}`
  const group = all?.groups.get(key)
  if (all === undefined || group === undefined || order.price === undefined || !all.orders.has(order)) return
  change(group, order.price, neg(quantity))
  if (isZero(group.total)) all.groups.delete(key)
}

/** An order rests no longer. */
export function forget(order: Order): void {
  release(order, order.remaining)
  order.account.commitments?.orders.delete(order)
}

function change(group: Committed, atPrice: Decimal, quantity: Decimal): void {
  const price = canonical(atPrice)
  group.total = add(group.total, quantity)
  const changed = add(group.recent.get(price) ?? zero, quantity)
  if (isZero(changed)) group.recent.delete(price)
  else group.recent.set(price, changed)
  if (group.recent.size > 32 + Math.sqrt(group.prices.length)) workIn(group)
}

/** Merges the recent changes into the sorted prices and sums up anew. */
function workIn(group: Committed): void {
  const rows = new Map<Decimal, Decimal>()
  const changes = [...group.recent].sort(([a], [b]) => cmp(a, b))
  let next = 0
  const put = (price: Decimal, quantity: Decimal): void => {
    const sum = add(rows.get(price) ?? zero, quantity)
    if (isZero(sum)) rows.delete(price)
    else rows.set(price, sum)
  }
  for (const [index, price] of group.prices.entries()) {
    for (let changed = changes[next]; changed !== undefined && cmp(changed[0], price) < 0; changed = changes[next]) {
      put(...changed)
      next += 1
    }
    put(price, must(group.quantities[index], 'a quantity at each price'))
  }
  for (const changed of changes.slice(next)) put(...changed)
  group.recent.clear()
  group.prices = [...rows.keys()]
  group.quantities = [...rows.values()]
  let sum = nothing
  group.sums = [
    nothing,
    ...[...rows].map(([price, quantity]) => {
      sum = { quantity: add(sum.quantity, quantity), value: add(sum.value, mul(quantity, price)) }
      return sum
    }),
  ]
}

/** How many prices are below `worth` (or, for `orAt`, not above it). */
function countBelow(prices: readonly Decimal[], worth: Decimal, orAt: boolean): number {
  let low = 0
  let high = prices.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const order = cmp(must(prices[middle], 'a price within the list'), worth)
    if (order < 0 || (orAt && order === 0)) low = middle + 1
    else high = middle
  }
  return low
}

/** What the orders would lose, as a number not above zero, if those filled that lose, where one unit of the contract is `worth` that much. */
export function lossAt(group: Committed, worth: Decimal): Decimal {
  const { side, prices, sums, recent } = group
  const sumAt = (index: number) => must(sums.at(index), 'a sum below each price and below all')
  let loss: Decimal
  if (side === 'sell') {
    const below = sumAt(countBelow(prices, worth, false))
    loss = sub(below.value, mul(worth, below.quantity))
  } else {
    const [all, notAbove] = [sumAt(-1), sumAt(countBelow(prices, worth, true))]
    loss = sub(mul(worth, sub(all.quantity, notAbove.quantity)), sub(all.value, notAbove.value))
  }
  for (const [price, quantity] of recent) {
    const each = min(zero, side === 'buy' ? sub(worth, price) : sub(price, worth))
    if (!isZero(each)) loss = add(loss, mul(each, quantity))
  }
  return loss
}
