/**
 * The largest size of an order that keeps every limit, and the limit that decides: one step more breaks it. Each limit is checked by the product's own
 * functions at the very sizes compared, so nothing is inverted or rounded.
 */
import { dec, type Decimal, div, gt, lte, mul, roundToStep, toNumber, zero } from '../../domain/decimal.ts'
import type { PackageSize } from '../../domain/package/package-leg.ts'
import { type MarginAccount, orderMargin } from '../margin/order-margin.ts'
import type { MarginOrder } from '../margin/scenario-margin.ts'

export interface SizeLimit<Name extends string> {
  readonly name: Name
  readonly holds: (quantity: Decimal) => boolean
}

export interface LargestSize<Name extends string> {
  /** Zero where the least admitted size breaks a limit. */
  readonly size: Decimal
  readonly decides: Name | 'most'
}

export function largestWithin<Name extends string>(
  { step, least, most }: PackageSize,
  limits: readonly SizeLimit<Name>[],
): LargestSize<Name> {
  const stepsOf = (quantity: Decimal): number => Math.round(toNumber(div(roundToStep(quantity, step, 'down'), step)))
  const at = (steps: number): Decimal => mul(step, dec(steps))
  const broken = (steps: number): Name | undefined => limits.find(limit => !limit.holds(at(steps)))?.name
  let [good, bad] = [stepsOf(least), stepsOf(most)]
  const atLeast = broken(good)
  if (atLeast !== undefined) return { size: zero, decides: atLeast }
  let decides = broken(bad)
  if (decides === undefined) return { size: at(bad), decides: 'most' }
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    const found = broken(middle)
    if (found === undefined) good = middle
    else [bad, decides] = [middle, found]
  }
  return { size: at(good), decides }
}

/** `least` is the worst outcome of one package; nothing that may lose without end keeps a limit. */
export const losesAtMost =
  (least: number | 'unlimited', most: number) =>
  (quantity: Decimal): boolean =>
    least !== 'unlimited' && Math.max(0, -least) * toNumber(quantity) <= most

/** Cells of the stress table, of what is held and of one package: their sum is the table of both. */
export const stressedAtWorst =
  (held: Float64Array, one: Float64Array, worst: number) =>
  (quantity: Decimal): boolean =>
    one.every((value, cell) => (held[cell] ?? 0) + value * toNumber(quantity) >= worst)

/** Margin while the order works and once it is filled, as a part of what covers it. */
export const boundAtMost =
  (account: MarginAccount, order: Omit<MarginOrder, 'quantity'>, part: number) =>
  (quantity: Decimal): boolean => {
    const margin = orderMargin(account, { ...order, quantity: toNumber(quantity) })
    return margin !== undefined && [margin.working, margin.filled].every(({ bound, collateral }) => bound <= part * Math.max(0, collateral))
  }

/** No leg takes more than a part of what is quoted for it. */
export const takesAtMost =
  (legs: readonly { readonly ratio: number; readonly quoted: Decimal }[], part: Decimal) =>
  (quantity: Decimal): boolean =>
    legs.every(({ ratio, quoted }) => gt(quoted, zero) && lte(mul(quantity, dec(Math.abs(ratio))), mul(quoted, part)))
