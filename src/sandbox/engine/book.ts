/**
 * One book: resting orders of one contract, best price first, first come first served at a price. Prices of packages may be zero or
 * negative. It knows nothing of accounts, money or time, and never matches by itself (see `matching.ts`).
 */
import { add, cmp, type Decimal, isZero, lt, min } from '../../domain/decimal.ts'
import { firstPlace } from '../../domain/first-place.ts'
import type { BookLevel } from '../../domain/market-data.ts'
import { must } from '../../domain/must.ts'
import type { Side } from '../../domain/order.ts'
import type { Contract } from './contracts.ts'
import type { Book, Level, Order } from './model.ts'

export const createBook = (contract: Contract): Book => ({ contract, buy: [], sell: [], quoteLife: undefined, quotes: [] })

/** Is price `a` at least as good as `b` for a trader against this side? */
export const atLeastAsGood = (side: Side, a: Decimal, b: Decimal): boolean => (side === 'buy' ? cmp(a, b) >= 0 : cmp(a, b) <= 0)

/** Where `price` is or would be: the first level that is not better. */
const placeOf = (levels: readonly Level[], side: Side, price: Decimal): number =>
  firstPlace(levels.length, place => atLeastAsGood(side, price, must(levels[place], 'a level within the list').price))

export function addToBook(book: Book, order: Order & { readonly price: Decimal }): void {
  const levels = book[order.side]
  const index = placeOf(levels, order.side, order.price)
  const level = levels[index]
  if (level !== undefined && cmp(level.price, order.price) === 0) level.orders.add(order)
  else levels.splice(index, 0, { price: order.price, orders: new Set([order]) })
}

/** Ignores an order that is not in the book. */
export function removeFromBook(book: Book, order: Order): void {
  if (order.price === undefined) return
  const levels = book[order.side]
  const index = placeOf(levels, order.side, order.price)
  const level = levels[index]
  if (level === undefined || !level.orders.delete(order)) return
  if (level.orders.size === 0) levels.splice(index, 1)
}

/** Orders of clients (not the makers' quotes) in it? */
export function hasClientOrders(book: Book): boolean {
  for (const side of [book.buy, book.sell]) {
    for (const level of side) for (const order of level.orders) if (!order.account.isHouse) return true
  }
  return false
}

/**
 * Would a fill of this quantity respect the order's minimum quantity? It holds for an order's first fill only: a resting order then
 * trades with an incoming one that fills at least the minimum (or all of it), and is passed over by smaller ones.
 */
export function meetsMinimum(order: Order, quantity: Decimal): boolean {
  return !hasUnmetMinimum(order) || order.minimum_quantity === undefined || !lt(quantity, min(order.minimum_quantity, order.remaining))
}

export const hasUnmetMinimum = (order: Order): boolean => order.minimum_quantity !== undefined && order.executions.length === 0

/** Price levels of one side, quantities of the orders chosen added up. */
export function levelsOf(levels: readonly Level[], chosen: (order: Order) => boolean): BookLevel[] {
  return levels.flatMap(({ price, orders }) => {
    let quantity = '0' as Decimal
    for (const order of orders) if (chosen(order)) quantity = add(quantity, order.remaining)
    return isZero(quantity) ? [] : [{ price, quantity }]
  })
}
