/** An order book as it stands for who wants to trade a size in it: the best price, and what the whole size comes to, level by level. */
import { add, canonical, dec, type Decimal, div, eq, gt, gte, isZero, lt, lte, mul, neg, roundTo, sub, zero } from './decimal.ts'
import { type BookLevel, type EstimatedFill, estimatedFill, type OrderBook } from './market-data.ts'
import type { WirePackage } from './normalise.ts'
import type { Side } from './order.ts'

type Levels = Pick<OrderBook, 'buy' | 'sell'>

/** A book as traded against: asks for a buyer, bids for a seller. */
export const levelsAgainst = ({ buy, sell }: Levels, side: Side): readonly BookLevel[] => (side === 'buy' ? sell : buy)

/** Those that an order of that side at `limit` reaches. */
export const levelsWithin = (levels: readonly BookLevel[], side: Side, limit: Decimal): readonly BookLevel[] =>
  levels.filter(level => (side === 'buy' ? lte(level.price, limit) : gte(level.price, limit)))

export interface OwnBest {
  /** What a buyer pays, what a seller gets. */
  readonly level: BookLevel
  /** What the whole size trades at now, through as many levels as it needs; its `worst` is the limit that reaches it. */
  readonly fill: EstimatedFill & { readonly average: Decimal; readonly worst: Decimal }
  readonly isEnough: boolean
  /** By how much the average of the whole size is better than the mid of the legs, for who asked; below zero it is worse. */
  readonly betterThanMid: Decimal | undefined
}

/** The best quote for the requested side, and the fill of the whole quantity; undefined if there is none. */
export function ownBest(book: Levels, side: Side, wanted: Decimal, legsMid: Decimal | undefined): OwnBest | undefined {
  const levels = levelsAgainst(book, side)
  const [level] = levels
  const { average, worst, ...sizes } = estimatedFill(levels, wanted)
  if (level === undefined || average === undefined || worst === undefined) return undefined
  const better = legsMid === undefined ? undefined : canonical(betterBy(side, average, legsMid))
  return { level, fill: { ...sizes, average, worst }, isEnough: isZero(sizes.unfilled), betterThanMid: better }
}

/** By how much `price` is better than another for who trades on that side. */
export const betterBy = (side: Side, price: Decimal, than: Decimal): Decimal => (side === 'buy' ? sub(than, price) : sub(price, than))

/** An own order that rests in a book. */
export interface OwnLevel extends BookLevel {
  readonly side: Side
}

/** A book of the others: without what own orders add to its levels. */
export function withoutOwn({ buy, sell }: Levels, own: readonly OwnLevel[]): Levels {
  const others = (levels: readonly BookLevel[], side: Side): readonly BookLevel[] =>
    levels.flatMap(level => {
      const quantity = own
        .filter(one => one.side === side && eq(one.price, level.price))
        .reduce((left, one) => sub(left, one.quantity), level.quantity)
      return gt(quantity, zero) ? [{ ...level, quantity }] : []
    })
  return own.length === 0 ? { buy, sell } : { buy: others(buy, 'buy'), sell: others(sell, 'sell') }
}

/** Between the best bid and ask; undefined unless both are there and in order. */
export function bookMid({ buy, sell }: Levels): Decimal | undefined {
  const [bid] = buy
  const [ask] = sell
  if (bid === undefined || ask === undefined || lt(ask.price, bid.price)) return undefined
  return canonical(div(add(bid.price, ask.price), dec('2')))
}

/** A book of the wire's package in the terms of its draft, which may be turned round and `divisor` times as large: turned, a bid is an ask of the other sign. */
export function bookAsDrafted({ buy, sell }: Levels, { mirrored, divisor }: Pick<WirePackage, 'mirrored' | 'divisor'>): Levels {
  const factor = dec(divisor)
  const levels = (from: readonly BookLevel[]): BookLevel[] =>
    from.map(({ price, quantity }) => ({
      price: canonical(mul(mirrored ? neg(price) : price, factor)),
      quantity: canonical(roundTo(div(quantity, factor), 8)),
    }))
  return mirrored ? { buy: levels(sell), sell: levels(buy) } : { buy: levels(buy), sell: levels(sell) }
}
