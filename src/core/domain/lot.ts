/** Position lots with total cost: released and remaining cost add up exactly to the amount paid. */
import { abs, add, type Decimal, div, eq, isZero, min, mul, neg, roundTo, sign, sub, zero } from './decimal.ts'

export interface Lot {
  /** Signed. */
  readonly size: Decimal
  /** Size × price, signed. */
  readonly cost: Decimal
  /** True if the price is our split of a package's price. */
  readonly isEstimated: boolean
}

const costPlaces = 8

export const noLot: Lot = { size: zero, cost: zero, isEstimated: false }

export const lotOf = (size: Decimal, price: Decimal, isEstimated = false): Lot => ({
  size,
  cost: mul(size, price),
  isEstimated,
})

export const lotHeld = (
  position: { readonly size: Decimal; readonly average_entry_price: Decimal } | undefined,
): Lot => (position === undefined ? noLot : lotOf(position.size, position.average_entry_price))

export const joined = (a: Lot, b: Lot): Lot => ({
  size: add(a.size, b.size),
  cost: add(a.cost, b.cost),
  isEstimated: a.isEstimated || b.isEstimated,
})

export interface SplitLot {
  readonly rest: Lot | undefined
  readonly taken: Lot
}

/** Splits a lot; `size` has its sign and is no larger, so only all of an empty lot can be taken. */
export function takenFrom(lot: Lot, size: Decimal): SplitLot {
  if (eq(size, lot.size)) return { rest: undefined, taken: lot }
  const cost = roundTo(div(mul(lot.cost, abs(size)), abs(lot.size)), costPlaces)
  return {
    rest: { ...lot, size: sub(lot.size, size), cost: sub(lot.cost, cost) },
    taken: { ...lot, size, cost },
  }
}

export interface TradedLot {
  readonly closed: Lot | undefined
  readonly opened: Decimal
  readonly held: Lot
}

/** Applies a trade by average cost. Beyond zero the remainder opens at its own price. */
export function traded(lot: Lot, size: Decimal, price: Decimal): TradedLot {
  const isClosing = !isZero(lot.size) && sign(lot.size) !== sign(size)
  if (!isClosing) return { closed: undefined, opened: size, held: joined(lot, lotOf(size, price)) }
  const quantity = min(abs(size), abs(lot.size))
  const { rest = noLot, taken } = takenFrom(lot, sign(lot.size) > 0 ? quantity : neg(quantity))
  const opened = add(size, taken.size)
  return { closed: taken, opened, held: joined(rest, lotOf(opened, price)) }
}
