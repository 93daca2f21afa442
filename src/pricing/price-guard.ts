/**
 * Whether a price can be meant: judged by the legs' own market and by what the legs can pay at all. What is found blocks an order until it is set right or
 * overridden by a typed word. Prices are per package, signed as bought: a buyer pays a positive one, a seller receives it.
 */
import { type Decimal, neg, toNumber } from '../domain/decimal.ts'
import type { Side } from '../domain/order.ts'

export interface GuardInputs {
  readonly side: Side
  readonly price: Decimal
  /** Of the legs one by one; undefined where one has no quote. */
  readonly mid: Decimal | undefined
  readonly buyNatural: Decimal | undefined
  readonly sellNatural: Decimal | undefined
  /** Between which values the package ends, whatever happens; undefined where that is not known. */
  readonly bounds: { readonly least: number | 'unlimited'; readonly most: number | 'unlimited' } | undefined
}

export type PriceFault =
  /** Paid where the legs pay, or received where they cost; `mended` is the same amount the other way. */
  | { readonly kind: 'wrong_way'; readonly mid: Decimal; readonly mended: Decimal }
  /** Worth at most (a purchase) or at least (a sale) `bound` at expiry. */
  | { readonly kind: 'sure_loss'; readonly bound: number; readonly mended: Decimal | undefined }
  /** Worse than the legs one by one by more than a tenth; `mended` is what they cost. */
  | { readonly kind: 'beyond_legs'; readonly natural: Decimal; readonly percent: number; readonly mended: Decimal }

const tolerance = 0.1

/** What is worst first; empty for a price that can be meant. */
export function priceFaults(inputs: GuardInputs): readonly PriceFault[] {
  const { side, price, mid, buyNatural, sellNatural, bounds } = inputs
  const sign = side === 'buy' ? 1 : -1
  const value = toNumber(price)
  const natural = (side === 'buy' ? buyNatural : sellNatural) ?? mid
  /** By how much `value` is worse for the trader than `other`. */
  const worseBy = (other: number): number => (value - other) * sign
  const faults: PriceFault[] = []
  if (mid !== undefined && natural !== undefined) {
    const contradicts = value * toNumber(mid) < 0
    if (contradicts && worseBy(toNumber(natural)) > 0) faults.push({ kind: 'wrong_way', mid, mended: neg(price) })
  }
  const bound = side === 'buy' ? bounds?.most : bounds?.least
  if (typeof bound === 'number' && worseBy(bound) > 0) faults.push({ kind: 'sure_loss', bound, mended: natural })
  if (natural !== undefined) {
    const from = toNumber(natural)
    // Of a package that costs next to nothing a tenth is less than its spread.
    const spread = buyNatural === undefined || sellNatural === undefined ? 0 : toNumber(buyNatural) - toNumber(sellNatural)
    const allowed = Math.max(Math.abs(from) * tolerance, spread / 2)
    const away = worseBy(from)
    if (away > allowed)
      faults.push({
        kind: 'beyond_legs',
        natural,
        percent: from === 0 ? Number.POSITIVE_INFINITY : (away / Math.abs(from)) * 100,
        mended: natural,
      })
  }
  return faults
}
