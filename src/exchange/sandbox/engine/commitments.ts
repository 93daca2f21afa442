/**
 * Running sums over an account's resting firm orders, so that their worst loss is found without visiting each. Orders
 * of one contract and side are stored by price. New orders and changes are buffered and merged on the next read, so an
 * order that comes and goes in between is cheap. Derived from the open orders on first use; not part of the stored
 * state.
 */
import { add, canonical, cmp, type Decimal, isZero, min, mul, neg, sub, zero } from '../../../core/domain/decimal.ts'
import { firstPlace } from '../../../core/domain/first-place.ts'
import { must } from '../../../core/domain/must.ts'
import { firmMarket, type Side } from '../../../core/domain/order.ts'
import type { Contract } from './contracts.ts'
import type { AccountState, Commitments, CommittedOrders, Order } from './model.ts'

export interface Commitment {
  readonly contract: Contract
  readonly side: Side
  readonly quantity: Decimal
  readonly price: Decimal
}

type Sum = CommittedOrders['sums'][number]
const emptySum: Sum = { quantity: zero, value: zero }
const createCommitted = (contract: Contract, side: Side): CommittedOrders => ({
  contract,
  side,
  total: zero,
  prices: [],
  quantities: [],
  sums: [emptySum],
  recent: new Map(),
})

export function committedAlone({ contract, side, quantity, price }: Commitment): CommittedOrders {
  const alone = createCommitted(contract, side)
  change(alone, price, quantity)
  return alone
}

export function groupsOf(account: AccountState): CommittedOrders[] {
  if (account.commitments === undefined) {
    account.commitments = { arrived: new Set(), orders: new Set(), groups: new Map() }
    for (const order of account.open.values()) commit(order)
  }
  const all = account.commitments
  for (const order of all.arrived) addToGroup(all, order)
  all.arrived.clear()
  const groups = [...all.groups.values()]
  for (const group of groups) if (group.recent.size > fewRecent) workIn(group)
  return groups
}

/** Buffered changes up to this number are read one by one instead of merged. */
const fewRecent = 4

export function commit(order: Order): void {
  if (order.price !== undefined && order.market_id === firmMarket) order.account.commitments?.arrived.add(order)
}

function addToGroup(all: Commitments, order: Order): void {
  const { contract, side, price } = order
  if (price === undefined) return
  const key = `${side} ${contract.key}`
  const group = all.groups.get(key) ?? createCommitted(contract, side)
  all.groups.set(key, group)
  all.orders.add(order)
  change(group, price, order.remaining)
}

export function release(order: Order, quantity: Decimal): void {
  const all = order.account.commitments
  // A new order is read when it is merged.
  if (all?.arrived.has(order) === true) return
  const key = `${order.side} ${order.contract.key}`
  const group = all?.groups.get(key)
  if (all === undefined || group === undefined || order.price === undefined || !all.orders.has(order)) return
  change(group, order.price, neg(quantity))
  if (isZero(group.total)) all.groups.delete(key)
}

export function forget(order: Order): void {
  const all = order.account.commitments
  if (all === undefined || all.arrived.delete(order)) return
  release(order, order.remaining)
  all.orders.delete(order)
}

function change(group: CommittedOrders, atPrice: Decimal, quantity: Decimal): void {
  const price = canonical(atPrice)
  group.total = add(group.total, quantity)
  const before = group.recent.get(price)
  const changed = before === undefined ? canonical(quantity) : add(before, quantity)
  if (isZero(changed)) group.recent.delete(price)
  else group.recent.set(price, changed)
}

function workIn(group: CommittedOrders): void {
  const changes = [...group.recent].sort(([a], [b]) => cmp(a, b))
  const firstChanged = changes[0]?.[0]
  if (firstChanged === undefined) return
  const prices: Decimal[] = []
  const quantities: Decimal[] = []
  const put = (price: Decimal, quantity: Decimal): void => {
    if (isZero(quantity)) return
    prices.push(price)
    quantities.push(quantity)
  }
  const before = group.prices
  const quantityAt = (index: number): Decimal => must(group.quantities[index], 'a quantity at each price')
  const same = countBelow(before, firstChanged, false)
  let next = 0
  for (const [price, quantity] of changes) {
    for (let at = before[next]; at !== undefined && cmp(at, price) < 0; at = before[next]) {
      put(at, quantityAt(next))
      next += 1
    }
    // Prices are canonical, so equal ones are equal strings.
    const isThere = before[next] === price
    put(price, isThere ? add(quantityAt(next), quantity) : quantity)
    if (isThere) next += 1
  }
  for (; next < before.length; next += 1) put(must(before[next], 'a price within the list'), quantityAt(next))
  group.recent.clear()
  group.sums = sumsOf(prices, quantities, group.sums.slice(0, same + 1))
  group.prices = prices
  group.quantities = quantities
}

function sumsOf(prices: readonly Decimal[], quantities: readonly Decimal[], known: Sum[]): Sum[] {
  let sum = known.at(-1) ?? emptySum
  for (let at = known.length - 1; at < prices.length; at += 1) {
    const quantity = must(quantities[at], 'a quantity at each price')
    sum = {
      quantity: add(sum.quantity, quantity),
      value: add(sum.value, mul(quantity, must(prices[at], 'a price within the list'))),
    }
    known.push(sum)
  }
  return known
}

const countBelow = (prices: readonly Decimal[], worth: Decimal, orAt: boolean): number =>
  firstPlace(prices.length, place => cmp(must(prices[place], 'a price within the list'), worth) >= (orAt ? 1 : 0))

/** Loss of the losing orders if they filled with one unit `worth` that much; zero or negative. */
export function lossAt(group: CommittedOrders, worth: Decimal): Decimal {
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
