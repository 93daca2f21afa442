/** Package prices per package, per unit of the first leg, or for the whole order (conventions 3). */
import { abs, dec, type Decimal, div, mul, roundTo, sign } from './decimal.ts'

export type PriceUnit = 'package' | 'unit' | 'total'

export interface PricedPackage {
  /** In the listed order; the first leg is the unit. */
  readonly legs: readonly { readonly ratio: number }[]
  /** Packages. */
  readonly quantity?: Decimal | undefined
}

/** For non-terminating quotients; far finer than any price step. */
const unitPlaces = 8

export function priceIn(unit: PriceUnit, price: Decimal, { legs, quantity }: PricedPackage): Decimal | undefined {
  if (unit === 'package') return price
  if (unit === 'total') return quantity === undefined || sign(quantity) <= 0 ? undefined : mul(price, quantity)
  const ratio = Math.abs(legs[0]?.ratio ?? 1)
  return ratio <= 1 ? price : roundTo(div(price, abs(dec(ratio))), unitPlaces)
}
