/**
 * What legs are worth by the model, remembered with the list of them: a poll of marks changes what was paid for them, which is a matter of one
 * subtraction, and not what they are worth. Another list of the same legs is other legs.
 */
import { type ModelLeg, type Scenario, payoffBefore } from '../payoff-before.ts'
import { type ModelExtremes, modelExtremes } from '../payoff-extremes.ts'

interface KnownCurve extends Scenario {
  readonly prices: Float64Array
  readonly worths: Float64Array
}

interface KnownExtremes extends Scenario {
  readonly carryUpTo: number
  readonly extremes: ModelExtremes
}

interface Known {
  /** The last of each name. */
  readonly curves: Map<string, KnownCurve>
  extremes: readonly KnownExtremes[]
}

const knownOf = new WeakMap<readonly ModelLeg[], Known>()

function known(legs: readonly ModelLeg[]): Known {
  const before = knownOf.get(legs)
  if (before !== undefined) return before
  const fresh: Known = { curves: new Map(), extremes: [] }
  knownOf.set(legs, fresh)
  return fresh
}

const isSameScenario = (a: Scenario, b: Scenario): boolean => a.atMs === b.atMs && a.volatilityShift === b.volatilityShift
const areSame = (a: Float64Array, b: Float64Array): boolean => a.length === b.length && a.every((price, at) => price === b[at])

/** Profit per package at each of `prices`, as by `payoffBefore`. Of each name that a curve has, the last is remembered. */
export function curveOfLegs(name: string, legs: readonly ModelLeg[], cost: number, scenario: Scenario, prices: Float64Array): Float64Array {
  const { curves } = known(legs)
  const last = curves.get(name)
  const isKnown = last !== undefined && isSameScenario(last, scenario) && areSame(last.prices, prices)
  const worths = isKnown ? last.worths : payoffBefore(legs, 0, scenario, prices)
  if (!isKnown) curves.set(name, { ...scenario, prices, worths })
  return worths.map(worth => worth - cost)
}

const lessCost = (value: number | 'unlimited', cost: number): number | 'unlimited' => (value === 'unlimited' ? value : value - cost)

/** As `modelExtremes`; of the last two scenarios they are remembered. */
export function extremesOfLegs(legs: readonly ModelLeg[], cost: number, scenario: Scenario, carryUpTo: number): ModelExtremes {
  const all = known(legs)
  const last = all.extremes.find(each => isSameScenario(each, scenario) && each.carryUpTo === carryUpTo)
  const extremes = last?.extremes ?? modelExtremes(legs, 0, scenario, carryUpTo)
  if (last === undefined) all.extremes = [{ ...scenario, carryUpTo, extremes }, ...all.extremes].slice(0, 2)
  const { greatest, least, atZero } = extremes
  return { greatest: lessCost(greatest, cost), least: lessCost(least, cost), atZero: { ...atZero, value: atZero.value - cost } }
}
