/** What a package is worth by the volatilities, forwards and prices of now. */
import { decimalFromNumber } from '../../domain/decimal.ts'
import { shortName } from '../../domain/instrument.ts'
import { packagePrice } from '../../domain/normalise.ts'
import { hasExpired } from '../../domain/order-ends.ts'
import type { PackageLeg } from '../../domain/package/package-leg.ts'
import type { BaseSurface } from '../market/base-surface.ts'
import type { LegQuote, NetPrice } from '../market/leg-quotes.ts'
import { payoffBefore } from '../payoff-before.ts'
import { payoffScene, presentScenario } from './payoff-model.ts'

/** Per package, signed as bought; undefined where the model has no answer: a volatility or the underlying's price is missing, or legs are of two bases. */
export function modelWorth(legs: readonly PackageLeg[], surface: BaseSurface, nowMs: number): number | undefined {
  const scene = payoffScene({ legs, cost: 0, surface, nowMs, scenario: presentScenario })
  if (scene === undefined) return undefined
  const [worth] = payoffBefore(scene.legs, 0, { atMs: scene.nowMs, volatilityShift: 0 }, Float64Array.of(scene.underlying))
  return worth !== undefined && Number.isFinite(worth) ? worth : undefined
}

/**
 * What one package costs at its mids, with the model's price of each leg that nobody quotes, which the source names. Undefined where a leg has neither,
 * or has expired. For pictures only: no order is priced by it.
 */
export function midWithModel(
  legs: readonly (PackageLeg & { readonly quote: LegQuote })[],
  surface: BaseSurface,
  nowMs: number,
): NetPrice | undefined {
  const missing = legs.filter(leg => leg.quote.reference === undefined).map(leg => leg.symbol)
  if (legs.length === 0 || hasExpired(missing, nowMs)) return undefined
  const priced = legs.flatMap(({ symbol, ratio, quote }) => {
    const worth = quote.reference === undefined ? modelWorth([{ symbol, ratio: 1 }], surface, nowMs) : undefined
    const price = quote.reference?.price ?? (worth === undefined ? undefined : decimalFromNumber(worth))
    return price === undefined ? [] : [{ ratio, price }]
  })
  if (priced.length < legs.length) return undefined
  const model = missing.length === 0 ? '' : `the model for ${missing.map(shortName).join(', ')}`
  return { price: packagePrice(priced), source: [missing.length < legs.length ? 'mids' : '', model].filter(part => part !== '').join(', ') }
}
