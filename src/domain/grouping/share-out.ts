/** An amount of a position shared among its parts. */
import { type Decimal, div, mul, places, roundTo, sub, zero } from '../decimal.ts'

/** Shares of `total` in proportion to `sizes`, which make up `whole`: rounded two digits below `total`, the last taking what the others leave, so that they add up to it exactly. */
export function shareOut(total: Decimal, sizes: readonly Decimal[], whole: Decimal): Decimal[] {
  const digits = places(total) + 2
  let left = total
  return sizes.map((size, index) => {
    const share = index === sizes.length - 1 ? left : roundTo(div(mul(total, size), whole), digits)
    left = index === sizes.length - 1 ? zero : sub(left, share)
    return share
  })
}
