/** What a package is worth by the volatilities, forwards and prices of now. */
import type { PackageLeg } from '../domain/package/package-leg.ts'
import type { BaseSurface } from './market/base-surface.ts'
import { payoffBefore } from './payoff-before.ts'
import { payoffScene, presentScenario } from './portfolio/payoff-model.ts'

/** Per package, signed as bought; undefined where the model has no answer: a volatility or the underlying's price is missing, or legs are of two bases. */
export function modelWorth(legs: readonly PackageLeg[], surface: BaseSurface, nowMs: number): number | undefined {
  const scene = payoffScene({ legs, cost: 0, surface, nowMs, scenario: presentScenario })
  if (scene === undefined) return undefined
  const [worth] = payoffBefore(scene.legs, 0, { atMs: scene.nowMs, volatilityShift: 0 }, Float64Array.of(scene.underlying))
  return worth !== undefined && Number.isFinite(worth) ? worth : undefined
}
