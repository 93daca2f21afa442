/** What a trade holds of one instrument. Cost is carried, not an average: what a closing releases and what stays add up to what was paid, to the last digit. */
import { abs, add, type Decimal, div, eq, isZero, mul, roundTo, sub, zero } from '../decimal.ts'

export interface Lot {
  /** Signed. */
  readonly size: Decimal
  /** Size × price, signed. */
  readonly cost: Decimal
  /** Its price is a share of a package's price, not told by the venue. */
  readonly isEstimated: boolean
}

/** Decimals of the cost that a part releases. */
const costPlaces = 8

export const noLot: Lot = { size: zero, cost: zero, isEstimated: false }

export const lotOf = (size: Decimal, price: Decimal, isEstimated = false): Lot => ({ size, cost: mul(size, price), isEstimated })

export const joined = (a: Lot, b: Lot): Lot => ({
  size: add(a.size, b.size),
  cost: add(a.cost, b.cost),
  isEstimated: a.isEstimated || b.isEstimated,
})

export interface SplitLot {
  /** Undefined where nothing stays. */
  readonly rest: Lot | undefined
  readonly taken: Lot
}

/** Parts a lot; `size` has its sign and is no larger. */
export function takenFrom(lot: Lot, size: Decimal): SplitLot {
  if (eq(size, lot.size)) return { rest: undefined, taken: lot }
  const cost = isZero(lot.size) ? zero : roundTo(div(mul(lot.cost, abs(size)), abs(lot.size)), costPlaces)
  return {
    rest: { ...lot, size: sub(lot.size, size), cost: sub(lot.cost, cost) },
    taken: { ...lot, size, cost },
  }
}
