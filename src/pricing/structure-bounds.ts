/** Between which values a package of options of one expiry must trade, rates being zero: the least and the most that it can pay. */
import type { PackageLeg } from '../domain/package/package-leg.ts'
import { expiryLegs, packageShape } from './package-legs.ts'
import { expiryPayoff } from './payoff.ts'

export interface StructureBounds {
  readonly least: number | 'unlimited'
  readonly most: number | 'unlimited'
}

/** Undefined where options expire apart, or an underlying is among the legs: its price moves with the market. */
export function structureBounds(legs: readonly PackageLeg[]): StructureBounds | undefined {
  const shape = packageShape(legs)
  if (shape.kind !== 'priced' || shape.expiries.length !== 1 || shape.legs.some(leg => leg.kind === 'linear')) return undefined
  const { maxProfit, maxLoss } = expiryPayoff(expiryLegs(shape.legs), 0)
  return { least: maxLoss.value, most: maxProfit.value }
}
