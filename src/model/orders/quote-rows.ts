/** The order book of an RFQ's legs as its card shows it: what the best of its levels means to who asked. */
import { type Decimal, add, canonical, dec, div, gte, lt, min, sub, sum } from '../../domain/decimal.ts'
import type { BookLevel, OrderBook } from '../../domain/market-data.ts'
import type { Side } from '../../domain/order.ts'

type Levels = Pick<OrderBook, 'buy' | 'sell'>

/** What is there at a level or better. */
export function reachOf(levels: readonly BookLevel[], level: BookLevel): Decimal {
  const at = levels.indexOf(level)
  return sum(levels.slice(0, at + 1).map(each => each.quantity))
}

export interface OwnBest {
  /** What a buyer pays, what a seller gets. */
  readonly level: BookLevel
  /** Of `wanted`, what is there at this price. */
  readonly quantity: Decimal
  readonly isEnough: boolean
  /** By how much it is better than the mid of the legs, for who asked; below zero it is worse. */
  readonly betterThanMid: Decimal | undefined
}

/** The best quote for the side that was asked for; undefined where there is none. */
export function ownBest(book: Levels, side: Side, wanted: Decimal, legsMid: Decimal | undefined): OwnBest | undefined {
  const [level] = side === 'buy' ? book.sell : book.buy
  if (level === undefined) return undefined
  const better = legsMid === undefined ? undefined : side === 'buy' ? sub(legsMid, level.price) : sub(level.price, legsMid)
  return { level, quantity: min(wanted, level.quantity), isEnough: gte(level.quantity, wanted), betterThanMid: better }
}

/** Between the best bid and ask; undefined unless both are there and in order. */
export function bookMid({ buy, sell }: Levels): Decimal | undefined {
  const [bid] = buy
  const [ask] = sell
  if (bid === undefined || ask === undefined || lt(ask.price, bid.price)) return undefined
  return canonical(div(add(bid.price, ask.price), dec('2')))
}
