/**
 * Prices at which held legs would make nothing at their expiry, from what was paid for them at their average entry. Exact, from the
 * kinks; only for legs of one base that end together, or that never end: before a later leg ends its value is a model's.
 */
import type { PackageLeg } from '../../domain/package/package-leg.ts'
import { expiryLegs, packageShape } from '../package-legs.ts'
import { type BreakEven, expiryPayoff } from '../payoff.ts'

export interface EnteredLeg {
  readonly symbol: string
  /** Signed. */
  readonly size: number
  /** Average entry price. */
  readonly entry: number
}

/** Undefined where there is no such price without a model; empty where no price makes nothing. */
export const breakEvensOf = (legs: readonly EnteredLeg[]): readonly BreakEven[] | undefined =>
  breakEvensAtCost(
    legs.map(({ symbol, size }) => ({ symbol, ratio: size })),
    legs.reduce((total, { size, entry }) => total + size * entry, 0),
  )

/** The same for legs that cost so much together (negative: received). */
export function breakEvensAtCost(legs: readonly PackageLeg[], cost: number): readonly BreakEven[] | undefined {
  const shape = packageShape(legs)
  if (shape.kind !== 'priced' || shape.expiries.length > 1) return undefined
  const [expiryMs] = shape.expiries
  const linear = shape.legs.filter(leg => leg.kind === 'linear')
  if (expiryMs === undefined ? linear.length > 1 : linear.some(leg => leg.expiryMs !== undefined && leg.expiryMs !== expiryMs))
    return undefined
  return expiryPayoff(expiryLegs(shape.legs), cost).breakEvens
}
