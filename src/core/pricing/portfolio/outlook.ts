/** How likely which prices are at an expiry, by the volatility at the money: the chance of a profit and two bands. */
import { chanceAbove, type Lognormal, priceAtSigma } from '../chance.ts'
import type { BaseSurface } from '../market/base-surface.ts'

export interface Outlook {
  readonly law: Lognormal
  readonly atmVolatility: number
  readonly firstMs: number
  readonly chanceOfProfit: number
  readonly bands: readonly { readonly label: string; readonly from: number; readonly to: number }[]
}

export function outlookOf(
  firstMs: number | undefined,
  zeros: readonly number[],
  valueAt: (price: number) => number,
  surface: BaseSurface,
): Outlook | undefined {
  const at = firstMs === undefined ? undefined : surface.expiries.get(firstMs)
  if (at?.forward === undefined || at.atmVolatility === undefined) return undefined
  const law = { forward: at.forward.price, deviation: at.atmVolatility * Math.sqrt(at.years) }
  const band = (sigmas: number) => ({
    label: `±${sigmas}σ`,
    from: priceAtSigma(-sigmas, law),
    to: priceAtSigma(sigmas, law),
  })
  return {
    law,
    atmVolatility: at.atmVolatility,
    firstMs: at.expiryMs,
    chanceOfProfit: chanceAbove(zeros, valueAt, law),
    bands: [band(2), band(1)],
  }
}
