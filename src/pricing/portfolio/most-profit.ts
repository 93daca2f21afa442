/** The most that legs can make at their expiry, from what was paid for them. */
import { expiryLegs, packageShape } from '../package-legs.ts'
import { expiryPayoff } from '../payoff.ts'
import type { EnteredLeg } from './break-evens.ts'

/** In the quote asset, above zero; undefined where it has no bound, where nothing can be made, or where only a model could tell. */
export function mostProfit(legs: readonly EnteredLeg[]): number | undefined {
  const shape = packageShape(legs.map(({ symbol, size }) => ({ symbol, ratio: size })))
  if (shape.kind !== 'priced' || shape.expiries.length !== 1 || shape.legs.some(leg => leg.kind === 'linear')) return undefined
  const cost = legs.reduce((total, { size, entry }) => total + size * entry, 0)
  const { value } = expiryPayoff(expiryLegs(shape.legs), cost).maxProfit
  return value === 'unlimited' || value <= 0 ? undefined : value
}
