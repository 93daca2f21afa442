/**
 * Parametric volatility smiles without static arbitrage: SSVI (J. Gatheral and A. Jacquier, "Arbitrage-free SVI
 * volatility surfaces", 2014) with the power-law φ(θ) = η / (θ^γ (1+θ)^{1-γ}). Units: k = ln(strike / forward), total
 * variance w = σ² × years, θ = w at the money. A `SsviShape` requires η (1+|ρ|) ≤ 2 and 0 < γ ≤ ½, which excludes
 * butterfly arbitrage at every θ, and calendar arbitrage if θ rises with time (their theorems 4.1 and 4.2 and remark
 * 4.4). `AtmTerm` rises by construction. `surface.ts` fits quoted prices.
 */

declare const shapeBrand: unique symbol
/** Checked parameters: skew ρ in (-1, 1), curvature η > 0, decay γ in (0, ½]. */
export interface SsviShape {
  readonly rho: number
  readonly eta: number
  readonly gamma: number
  readonly [shapeBrand]: true
}

export type SsviRefusal = 'rho_out_of_range' | 'eta_not_positive' | 'gamma_out_of_range' | 'butterfly_possible'

/** Validates the parameters; returns the reason if they admit arbitrage. */
export function ssviShape(
  rho: number,
  eta: number,
  gamma: number,
): { ok: true; shape: SsviShape } | { ok: false; reason: SsviRefusal } {
  if (!(Math.abs(rho) < 1)) return { ok: false, reason: 'rho_out_of_range' }
  if (!(eta > 0)) return { ok: false, reason: 'eta_not_positive' }
  if (!(gamma > 0 && gamma <= 0.5)) return { ok: false, reason: 'gamma_out_of_range' }
  if (eta * (1 + Math.abs(rho)) > 2) return { ok: false, reason: 'butterfly_possible' }
  return { ok: true, shape: { rho, eta, gamma } as SsviShape }
}

export function ssviTotalVariance(logStrike: number, theta: number, shape: SsviShape): number {
  const { rho, eta, gamma } = shape
  const stretched = (eta * logStrike) / (theta ** gamma * (1 + theta) ** (1 - gamma))
  const tilted = stretched + rho
  return 0.5 * theta * (1 + rho * stretched + Math.sqrt(tilted * tilted + (1 - rho * rho)))
}

/**
 * Instantaneous variance reverting from a short-term to a long-term level; volatilities as fractions a year, both > 0.
 */
export interface AtmTerm {
  readonly shortVolatility: number
  readonly longVolatility: number
  readonly reversionPerYear: number
}

/** Total variance at the money at `years` ≥ 0: the integral of a positive variance, so it rises strictly. */
export function atmTotalVariance(years: number, term: AtmTerm): number {
  const long = term.longVolatility ** 2
  const excess = term.shortVolatility ** 2 - long
  return long * years - (excess * Math.expm1(-term.reversionPerYear * years)) / term.reversionPerYear
}
