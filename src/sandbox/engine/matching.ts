/**
 * Price-time priority: an incoming order meets the best price first, at a price the oldest order first, always at the resting price.
 * A minimum quantity bends this in two stated ways (`meetsMinimum` of `book.ts`): an incoming order that would fill less than its
 * minimum in all fills nothing, and a resting order whose first fill would be under its minimum is passed over. So the book may hold a
 * waiting order at a price that crosses, until its first fill; nothing else ever crosses in it.
 */
import { type Decimal, add, isZero, lt, min, sub, zero } from '../../domain/decimal.ts'
import { type Side, opposite } from '../../domain/order.ts'
import type { Book } from './model.ts'
import { addToBook, atLeastAsGood, hasUnmetMinimum, meetsMinimum } from './book.ts'
import { commit } from './commitments.ts'
import type { Order, State } from './model.ts'
import { isFilled } from './state.ts'
import { executeTrade } from './trades.ts'

interface Fill {
  readonly resting: Order
  readonly quantity: Decimal
  readonly price: Decimal
}

/** What an incoming order would trade with, in order; empty when nothing or less than its minimum. Changes nothing. */
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
 * Trades what can be traded, in priority. What is left neither rests nor ends here. A resting order whose minimum is met by this may now
 * trade at any size, so it in turn takes what it was waiting across.
 */
export function match(state: State, book: Book, taker: Order): void {
  const fills = planFills(book, taker)
  const waiting = fills.map(fill => fill.resting).filter(hasUnmetMinimum)
  for (const { resting, quantity, price } of fills) executeTrade(state, resting, taker, quantity, price)
  for (const order of waiting) if (!isFilled(order)) match(state, book, order)
}

/** Puts what is left of a limit order into the book. */
export function rest(book: Book, order: Order): void {
  if (order.price === undefined || isFilled(order)) return
  addToBook(book, order as Order & { readonly price: Decimal })
  if (!order.account.isHouse) commit(order)
}
