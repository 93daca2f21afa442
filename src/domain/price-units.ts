/**
 * The price of a package, given for one package, for one unit of its first leg, or for the whole order (conventions 3).
 */
import { abs, dec, type Decimal, div, mul, roundTo, sign } from './decimal.ts'

export type PriceUnit = 'package' | 'unit' | 'total'

export interface PricedPackage {
  /** As listed; the first gives the unit. */
  readonly legs: readonly { readonly ratio: number }[]
  /** Packages. */
  readonly quantity?: Decimal | undefined
}

/** A third of a price does not end: far below any price step. */
const unitPlaces = 8

/** `price` is per package. Undefined for the total of an unknown quantity. */
export function priceIn(unit: PriceUnit, price: Decimal, { legs, quantity }: PricedPackage): Decimal | undefined {
  if (unit === 'package') return price
  if (unit === 'total') return quantity === undefined || sign(quantity) <= 0 ? undefined : mul(price, quantity)
  const ratio = Math.abs(legs[0]?.ratio ?? 1)
  return ratio <= 1 ? price : roundTo(div(price, abs(dec(ratio))), unitPlaces)
}
