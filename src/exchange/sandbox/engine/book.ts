/**
 * One order book: resting orders of one contract in price-time priority. Prices of packages may be zero or negative. It
 * contains no accounts, money or time; `matching.ts` does the matching.
 */
import { add, cmp, type Decimal, isZero, lt, min } from '../../../core/domain/decimal.ts'
import { firstPlace } from '../../../core/domain/first-place.ts'
import type { BookLevel } from '../../../core/domain/market-data.ts'
import { must } from '../../../core/domain/must.ts'
import type { Side } from '../../../core/domain/order.ts'
import type { Contract } from './contracts.ts'
import type { Book, Level, Order } from './model.ts'

export const createBook = (contract: Contract): Book => ({
  contract,
  buy: [],
  sell: [],
  quoteLife: undefined,
  quotes: [],
})

/** True if a counterparty prefers price `a` of this side to `b`, or both are equal. */
export const atLeastAsGood = (side: Side, a: Decimal, b: Decimal): boolean =>
  side === 'buy' ? cmp(a, b) >= 0 : cmp(a, b) <= 0

const placeOf = (levels: readonly Level[], side: Side, price: Decimal): number =>
  firstPlace(levels.length, place => atLeastAsGood(side, price, must(levels[place], 'a level within the list').price))

export function addToBook(book: Book, order: Order & { readonly price: Decimal }): void {
  const levels = book[order.side]
  const index = placeOf(levels, order.side, order.price)
  const level = levels[index]
  if (level !== undefined && cmp(level.price, order.price) === 0) level.orders.add(order)
  else levels.splice(index, 0, { price: order.price, orders: new Set([order]) })
}

export function removeFromBook(book: Book, order: Order): void {
  if (order.price === undefined) return
  const levels = book[order.side]
  const index = placeOf(levels, order.side, order.price)
  const level = levels[index]
  if (level === undefined || !level.orders.delete(order)) return
  if (level.orders.size === 0) levels.splice(index, 1)
}

export function hasClientOrders(book: Book): boolean {
  for (const side of [book.buy, book.sell]) {
    for (const level of side) for (const order of level.orders) if (!order.account.isHouse) return true
  }
  return false
}

/**
 * True if a first fill of this quantity meets the order's minimum. Later fills have none: until then smaller incoming
 * orders skip the order.
 */
export function meetsMinimum(order: Order, quantity: Decimal): boolean {
  return (
    !hasUnmetMinimum(order) ||
    order.minimum_quantity === undefined ||
    !lt(quantity, min(order.minimum_quantity, order.remaining))
  )
}

/** A minimum of zero counts as absent. */
export const hasUnmetMinimum = (order: Order): boolean =>
  order.minimum_quantity !== undefined && !isZero(order.minimum_quantity) && order.executions.length === 0

export function levelsOf(levels: readonly Level[], chosen: (order: Order) => boolean): BookLevel[] {
  return levels.flatMap(({ price, orders }) => {
    let quantity = '0' as Decimal
    for (const order of orders) if (chosen(order)) quantity = add(quantity, order.remaining)
    return isZero(quantity) ? [] : [{ price, quantity }]
  })
}
