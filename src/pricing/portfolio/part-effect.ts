/** What a part of the book is worth watching for: its greeks now, and its worst outcome until its first expiry within three deviations. */
import { toNumber } from '../../domain/decimal.ts'
import { priceAtSigma } from '../chance.ts'
import { payoffBefore } from '../payoff-before.ts'
import { type PositionGreeks, positionGreeks } from '../position-greeks.ts'
import type { BaseSurface } from '../market/base-surface.ts'
import { payoffScene, presentScenario } from './payoff-model.ts'
import type { PayoffPart } from './payoff-parts.ts'

export interface PartEffect {
  readonly greeks: PositionGreeks
  /** Least profit over prices within ±3σ, at the first expiry; undefined without a volatility or an option. */
  readonly worst: number | undefined
}

const nothing: PartEffect = { greeks: { value: 0, delta: 0, gamma: 0, vegaPerVolPoint: 0, thetaPerDay: 0 }, worst: 0 }
const points = 181

/** Undefined where one of the legs has no price or no volatility: no sum without all its parts. */
export function partEffect(part: PayoffPart, surface: BaseSurface, nowMs: number): PartEffect | undefined {
  if (part.legs.length === 0) return nothing
  if (surface.underlying === undefined) return undefined
  const scene = payoffScene({ ...part, cost: part.cost ?? 0, surface, nowMs, scenario: presentScenario })
  if (scene === undefined) return undefined
  const greeks = positionGreeks(scene.legs, toNumber(surface.underlying.price), { atMs: nowMs, volatilityShift: 0 })
  const first = scene.firstMs ?? [...surface.expiries.keys()].find(expiryMs => expiryMs > nowMs)
  const at = first === undefined ? undefined : surface.expiries.get(first)
  if (part.cost === undefined || first === undefined || at?.forward === undefined || at.atmVolatility === undefined)
    return { greeks, worst: undefined }
  const law = { forward: at.forward.price, deviation: at.atmVolatility * Math.sqrt(at.years) }
  const [low, high] = [priceAtSigma(-3, law), priceAtSigma(3, law)]
  const strikes = scene.legs.flatMap(leg => (leg.kind !== 'linear' && leg.strike > low && leg.strike < high ? [leg.strike] : []))
  const even = Array.from({ length: points }, (_, index) => low + ((high - low) * index) / (points - 1))
  const values = payoffBefore(scene.legs, scene.cost, { atMs: first, volatilityShift: 0 }, Float64Array.from([...even, ...strikes]))
  return { greeks, worst: values.reduce((least, value) => Math.min(least, value)) }
}
