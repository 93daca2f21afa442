/**
 * The largest order size within every limit, and the limit that decides: one step more violates it. Each limit is
 * evaluated by the product's own functions at the exact sizes compared. An order may bring a portfolio back within a
 * limit it violates now: then a small size fails and a larger one passes.
 */
import { dec, type Decimal, div, gt, mul, roundToStep, sub, toNumber, zero } from '../../domain/decimal.ts'
import type { PackageSize } from '../../domain/package/package-leg.ts'
import { largestSteps } from '../margin/largest-steps.ts'
import { type MarginAccount, orderMargin } from '../margin/order-margin.ts'
import type { MarginOrder } from '../margin/scenario-margin.ts'

export interface SizeLimit<Name extends string> {
  readonly name: Name
  /** Excess over the limit, zero or less if within it. Must be convex in the size. */
  readonly excess: (quantity: Decimal) => number
}

export interface LargestSize<Name extends string> {
  readonly size: Decimal
  readonly decides: Name | 'most'
}

export function largestWithin<Name extends string>(
  { step, least, most }: PackageSize,
  limits: readonly SizeLimit<Name>[],
): LargestSize<Name> {
  const stepsOf = (quantity: Decimal): number => Math.round(toNumber(div(roundToStep(quantity, step, 'down'), step)))
  const at = (steps: number): Decimal => mul(step, dec(steps))
  const excessAt = (steps: number): number =>
    Math.max(Number.NEGATIVE_INFINITY, ...limits.map(limit => limit.excess(at(steps))))
  const worstAt = (steps: number): Name | 'most' =>
    limits.reduce<{ name: Name | 'most'; excess: number }>(
      (worst, { name, excess }) => (excess(at(steps)) > worst.excess ? { name, excess: excess(at(steps)) } : worst),
      { name: 'most', excess: 0 },
    ).name
  const [fewest, upTo] = [stepsOf(least), stepsOf(most)]
  const found = largestSteps(excessAt, fewest, upTo)
  if (found === undefined) return { size: zero, decides: worstAt(fewest) }
  return { size: at(found), decides: found === upTo ? 'most' : worstAt(found + 1) }
}

/** `least` is the worst outcome of one package. An unlimited loss fails any limit. */
export const losesAtMost =
  (least: number | 'unlimited', most: number) =>
  (quantity: Decimal): number =>
    least === 'unlimited' ? Number.POSITIVE_INFINITY : Math.max(0, -least) * toNumber(quantity) - most

export const stressedAtWorst =
  (held: Float64Array, one: Float64Array, worst: number) =>
  (quantity: Decimal): number =>
    one.reduce(
      (excess, value, cell) => Math.max(excess, worst - ((held[cell] ?? 0) + value * toNumber(quantity))),
      Number.NEGATIVE_INFINITY,
    )

export const boundAtMost =
  (account: MarginAccount, order: Omit<MarginOrder, 'quantity'>, part: number) =>
  (quantity: Decimal): number => {
    const margin = orderMargin(account, { ...order, quantity: toNumber(quantity) })
    if (margin === undefined) return Number.POSITIVE_INFINITY
    // Without collateral any margin is too much.
    return Math.max(
      ...[margin.working, margin.filled].map(({ bound, collateral }) =>
        Math.max(bound - part * collateral, bound > 0 ? -collateral : 0),
      ),
    )
  }

export const takesAtMost =
  (legs: readonly { readonly ratio: number; readonly quoted: Decimal }[], part: Decimal) =>
  (quantity: Decimal): number =>
    Math.max(
      ...legs.map(({ ratio, quoted }) =>
        gt(quoted, zero)
          ? toNumber(sub(mul(quantity, dec(Math.abs(ratio))), mul(quoted, part)))
          : Number.POSITIVE_INFINITY,
      ),
    )
