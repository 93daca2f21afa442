/** Order book from the viewpoint of a trader with a size: best price and fill of the whole size. */
import {
  add,
  canonical,
  dec,
  type Decimal,
  div,
  eq,
  gt,
  gte,
  lt,
  lte,
  mul,
  neg,
  roundTo,
  sub,
  zero,
} from './decimal.ts'
import { type BookLevel, type EstimatedFill, estimatedFill, type OrderBook } from './market-data.ts'
import type { WirePackage } from './normalise.ts'
import type { Side } from './order.ts'

type Levels = Pick<OrderBook, 'buy' | 'sell'>

/** Asks for a buyer, bids for a seller. */
export const levelsAgainst = ({ buy, sell }: Levels, side: Side): readonly BookLevel[] => (side === 'buy' ? sell : buy)

export const levelsWithin = (levels: readonly BookLevel[], side: Side, limit: Decimal): readonly BookLevel[] =>
  levels.filter(level => (side === 'buy' ? lte(level.price, limit) : gte(level.price, limit)))

export interface OwnBest {
  readonly level: BookLevel
  /** Fill of the whole size; its `worst` price is the limit that reaches it. */
  readonly fill: EstimatedFill & { readonly average: Decimal; readonly worst: Decimal }
  /** Improvement of the average price over the mid, for the requester. */
  readonly betterThanMid: Decimal | undefined
}

export function ownBest(book: Levels, side: Side, wanted: Decimal, legsMid: Decimal | undefined): OwnBest | undefined {
  const levels = levelsAgainst(book, side)
  const [level] = levels
  const { average, worst, ...sizes } = estimatedFill(levels, wanted)
  if (level === undefined || average === undefined || worst === undefined) return undefined
  const better = legsMid === undefined ? undefined : canonical(betterBy(side, average, legsMid))
  return { level, fill: { ...sizes, average, worst }, betterThanMid: better }
}

export const betterBy = (side: Side, price: Decimal, than: Decimal): Decimal =>
  side === 'buy' ? sub(than, price) : sub(price, than)

export interface OwnLevel extends BookLevel {
  readonly side: Side
}

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

export function bookMid({ buy, sell }: Levels): Decimal | undefined {
  const [bid] = buy
  const [ask] = sell
  if (bid === undefined || ask === undefined || lt(ask.price, bid.price)) return undefined
  return canonical(div(add(bid.price, ask.price), dec('2')))
}

/** Converts a wire book to the draft's terms. Mirroring swaps bids and asks and inverts prices. */
export function bookAsDrafted(
  { buy, sell }: Levels,
  { mirrored, divisor }: Pick<WirePackage, 'mirrored' | 'divisor'>,
): Levels {
  const factor = dec(divisor)
  const levels = (from: readonly BookLevel[]): BookLevel[] =>
    from.map(({ price, quantity }) => ({
      price: canonical(mul(mirrored ? neg(price) : price, factor)),
      quantity: canonical(roundTo(div(quantity, factor), 8)),
    }))
  return mirrored ? { buy: levels(sell), sell: levels(buy) } : { buy: levels(buy), sell: levels(sell) }
}
