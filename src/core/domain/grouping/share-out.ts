import { type Decimal, div, mul, places, roundTo, sub, zero } from '../decimal.ts'

/** Splits `total` in proportion to `sizes`. The last share takes the rounding remainder. */
export function shareOut(total: Decimal, sizes: readonly Decimal[], whole: Decimal): Decimal[] {
  const digits = places(total) + 2
  let left = total
  return sizes.map((size, index) => {
    const share = index === sizes.length - 1 ? left : roundTo(div(mul(total, size), whole), digits)
    left = index === sizes.length - 1 ? zero : sub(left, share)
    return share
  })
}
