/**
 * What legs can make or lose at the first expiry of each base whatever the volatilities: an option that lives on is worth at least what it
 * would settle at, a call at most the coin, a put at most its strike (rates and carry being zero). Exact where all of a base expires
 * together; bases are added up, each at its worst or best by itself.
 */
import type { PackageLeg } from '../domain/package/package-leg.ts'
import { type DatedLeg, packageShape } from './package-legs.ts'
import { type ExpiryLeg, expiryPayoff } from './payoff.ts'

export interface Bounds {
  readonly greatest: number | 'unlimited'
  readonly least: number | 'unlimited'
}

/** Bounds of the profit, `cost` paid (negative: received); undefined where a name cannot be read. */
export function volatilityFreeBounds(legs: readonly PackageLeg[], cost: number): Bounds | undefined {
  const whole = packageShape(legs)
  if (whole.kind === 'unreadable') return undefined
  if (whole.kind === 'priced') return boundsOf(whole.legs, whole.expiries[0], cost)
  const each = whole.bases.map(base => {
    const shape = packageShape(legs.filter(leg => leg.symbol.startsWith(`${base}-`)))
    return shape.kind === 'priced' ? boundsOf(shape.legs, shape.expiries[0], 0) : undefined
  })
  const known = each.flatMap(bounds => bounds ?? [])
  if (known.length !== each.length) return undefined
  const total = (of: keyof Bounds): number | 'unlimited' =>
    known.reduce<number | 'unlimited'>((sum, bounds) => {
      const value = bounds[of]
      return sum === 'unlimited' || value === 'unlimited' ? 'unlimited' : sum + value
    }, -cost)
  return { greatest: total('greatest'), least: total('least') }
}

function boundsOf(legs: readonly DatedLeg[], firstMs: number | undefined, cost: number): Bounds {
  const extreme = (sign: 1 | -1) => {
    let paid = cost
    const held = legs.flatMap((leg): ExpiryLeg[] => {
      if (leg.kind === 'linear') return [{ kind: 'linear', ratio: leg.ratio }]
      const { kind, strike, ratio } = leg
      if (leg.expiryMs === firstMs || ratio * sign < 0) return [{ kind, strike, ratio }]
      if (kind === 'call') return [{ kind: 'linear', ratio }]
      paid -= ratio * strike
      return []
    })
    return expiryPayoff(held, paid)
  }
  return { greatest: extreme(1).maxProfit.value, least: extreme(-1).maxLoss.value }
}
