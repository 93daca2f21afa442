/**
 * What a part of the book is worth watching for: its greeks now, and its worst outcome until a horizon within three deviations. Parts are
 * compared over one horizon: a worst case of a day beside one of a month tells nothing.
 */
import { toNumber } from '../../domain/decimal.ts'
import { parseInstrumentName } from '../../domain/instrument.ts'
import { dayMs } from '../../domain/time.ts'
import { priceAtSigma } from '../chance.ts'
import { type Scenario, payoffBefore } from '../payoff-before.ts'
import { type PositionGreeks, positionGreeks } from '../position-greeks.ts'
import type { BaseSurface } from '../market/base-surface.ts'
import { payoffScene, presentScenario } from './payoff-model.ts'
import type { PayoffPart } from './payoff-parts.ts'

export interface PartEffect {
  readonly greeks: PositionGreeks
  /** Least profit over prices within ±3σ, at the horizon; undefined without one, or without a volatility there. */
  readonly worst: number | undefined
}

const nothing: PartEffect = { greeks: { value: 0, delta: 0, gamma: 0, vegaPerVolPoint: 0, thetaPerDay: 0 }, worst: 0 }
const points = 181
/** Of parts without options, which end at no time of their own. */
const usualHorizonMs = 30 * dayMs

/**
 * The one horizon of parts that are compared: the first expiry among the options of all of them, those included that one closes for
 * another; without options the listed expiry nearest to thirty days. Undefined where none is listed.
 */
export function commonHorizon(parts: readonly PayoffPart[], surface: BaseSurface, nowMs: number): number | undefined {
  const names = parts.flatMap(part => part.legs.map(leg => parseInstrumentName(leg.symbol)))
  const options = names.flatMap(name => (name?.product === 'option' && name.expiryMs > nowMs ? [name.expiryMs] : []))
  if (options.length > 0) return Math.min(...options)
  const off = (expiryMs: number): number => Math.abs(expiryMs - nowMs - usualHorizonMs)
  const listed = [...surface.expiries.values()].filter(each => each.expiryMs > nowMs && each.atmVolatility !== undefined)
  return listed.map(each => each.expiryMs).sort((a, b) => off(a) - off(b))[0]
}

/** Undefined where one of the legs has no price or no volatility: no sum without all its parts. */
export function partEffect(
  part: PayoffPart,
  surface: BaseSurface,
  nowMs: number,
  horizonMs: number | undefined,
  /** Of the greeks; the worst case is of the present volatilities. */
  scenario: Scenario = { atMs: nowMs, volatilityShift: 0 },
): PartEffect | undefined {
  if (part.legs.length === 0) return nothing
  if (surface.underlying === undefined) return undefined
  const scene = payoffScene({ ...part, cost: part.cost ?? 0, surface, nowMs, scenario: presentScenario })
  if (scene === undefined) return undefined
  const greeks = positionGreeks(scene.legs, toNumber(surface.underlying.price), scenario)
  const at = horizonMs === undefined ? undefined : surface.expiries.get(horizonMs)
  if (part.cost === undefined || horizonMs === undefined || at?.forward === undefined || at.atmVolatility === undefined)
    return { greeks, worst: undefined }
  const law = { forward: at.forward.price, deviation: at.atmVolatility * Math.sqrt(at.years) }
  const [low, high] = [priceAtSigma(-3, law), priceAtSigma(3, law)]
  const strikes = scene.legs.flatMap(leg => (leg.kind !== 'linear' && leg.strike > low && leg.strike < high ? [leg.strike] : []))
  const even = Array.from({ length: points }, (_, index) => low + ((high - low) * index) / (points - 1))
  const values = payoffBefore(scene.legs, scene.cost, { atMs: horizonMs, volatilityShift: 0 }, Float64Array.from([...even, ...strikes]))
  return { greeks, worst: values.reduce((least, value) => Math.min(least, value)) }
}
