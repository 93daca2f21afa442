/**
 * The book as displayed: as if the makers' present quotes had already met its resting orders. Reading it changes
 * nothing: present quotes replace older ones, and crossing quantity is removed from both sides. An order waiting for
 * its minimum quantity is included, because an order of that size can trade with it, unless it waits at a crossing
 * price.
 */
import { add, canonical, cmp, type Decimal, gte, isZero, lte, min, sub, zero } from '../../../core/domain/decimal.ts'
import type { BookLevel } from '../../../core/domain/market-data.ts'
import { opposite, type Side } from '../../../core/domain/order.ts'
import { atLeastAsGood, hasUnmetMinimum, levelsOf } from './book.ts'
import type { Contract } from './contracts.ts'
import { quoteLifeOf, quotesOf } from './makers.ts'
import type { Level, Order, State } from './model.ts'

interface BookSides {
  readonly buy: readonly BookLevel[]
  readonly sell: readonly BookLevel[]
}

const noLevels: readonly Level[] = []
const isShown = (order: Order): boolean => !hasUnmetMinimum(order)

export function viewBook(state: State, contract: Contract): BookSides {
  const ready = readyBook(state, contract)
  const waiting = { buy: waitingLevels(state, contract, 'buy'), sell: waitingLevels(state, contract, 'sell') }
  if (waiting.buy.length === 0 && waiting.sell.length === 0) return ready
  const all = { buy: merge('buy', ready.buy, waiting.buy), sell: merge('sell', ready.sell, waiting.sell) }
  const withWaiting = (side: Side): BookLevel[] => {
    const best = all[opposite(side)][0]?.price
    return merge(
      side,
      ready[side],
      best === undefined ? waiting[side] : waiting[side].filter(level => !atLeastAsGood(side, level.price, best)),
    )
  }
  return { buy: withWaiting('buy'), sell: withWaiting('sell') }
}

const waitingLevels = (state: State, contract: Contract, side: Side): BookLevel[] =>
  levelsOf(state.books.get(contract.key)?.[side] ?? noLevels, hasUnmetMinimum)

function readyBook(state: State, contract: Contract): BookSides {
  const book = state.books.get(contract.key)
  if (book !== undefined && book.quoteLife === quoteLifeOf(state)) {
    return { buy: levelsOf(book.buy, isShown), sell: levelsOf(book.sell, isShown) }
  }
  const quotes = quotesOf(state, contract)
  const side = (which: Side): BookLevel[] =>
    merge(
      which,
      levelsOf(book?.[which] ?? noLevels, order => isShown(order) && !order.account.isHouse),
      quotes[which],
    )
  return uncross(side('buy'), side('sell'))
}

function merge(side: Side, resting: readonly BookLevel[], quoted: readonly BookLevel[]): BookLevel[] {
  const merged: BookLevel[] = []
  const all = [...resting, ...quoted].toSorted((a, b) =>
    side === 'buy' ? cmp(b.price, a.price) : cmp(a.price, b.price),
  )
  for (const level of all) {
    const last = merged.at(-1)
    if (last !== undefined && cmp(last.price, level.price) === 0) {
      merged[merged.length - 1] = { price: last.price, quantity: add(last.quantity, level.quantity) }
    } else merged.push({ price: level.price, quantity: canonical(level.quantity) })
  }
  return merged
}

function uncross(buy: BookLevel[], sell: BookLevel[]): BookSides {
  for (;;) {
    const [bid] = buy
    const [ask] = sell
    if (bid === undefined || ask === undefined || !gte(bid.price, ask.price)) return { buy, sell }
    const traded = min(bid.quantity, ask.quantity)
    takeOff(buy, bid, traded)
    takeOff(sell, ask, traded)
  }
}

function takeOff(levels: BookLevel[], best: BookLevel, traded: Decimal): void {
  const quantity = sub(best.quantity, traded)
  if (isZero(quantity)) levels.shift()
  else levels[0] = { price: best.price, quantity }
}

/**
 * A price beyond which an order of this size cannot trade now, including orders with an unmet minimum. Undefined if the
 * other side is empty.
 */
export function worstPrice(state: State, contract: Contract, side: Side, quantity: Decimal): Decimal | undefined {
  const against = opposite(side)
  let left = quantity
  let worst: Decimal | undefined
  for (const level of merge(against, waitingLevels(state, contract, against), readyBook(state, contract)[against])) {
    worst = level.price
    left = sub(left, level.quantity)
    if (lte(left, zero)) break
  }
  return worst
}
