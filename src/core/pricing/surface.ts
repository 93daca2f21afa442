/**
 * A volatility surface fitted to quoted volatilities, free of static arbitrage: one SSVI slice per expiry, fitted from
 * the nearest to the last within the bounds of the previous slice (J. Corbetta, P. Cohort, I. Laachir, C. Martini,
 * "Robust calibration and arbitrage-free interpolation of SSVI slices", 2019). Between expiries θ, ψ and ρψ are linear
 * in time, which keeps those bounds. Units: k = ln(strike / forward), total variance w = σ² × years, θ = w at the
 * money, ψ = θφ. A slice has ψ(1+|ρ|) ≤ 4 and ψ²(1+|ρ|) ≤ 4θ (no butterfly); the later of two slices has the greater θ,
 * ψ(1±ρ) not less and ψ/θ not greater (no calendar). An option's own quote has priority over the fit.
 */

import type { Steps } from '../domain/steps.ts'

export interface SsviSlice {
  readonly years: number
  readonly theta: number
  readonly rho: number
  readonly psi: number
}

export interface SmilePoint {
  readonly logStrike: number
  readonly totalVariance: number
  /** Weight > 0: one over the uncertainty squared, in any common unit. */
  readonly weight: number
}

export interface SmileQuotes {
  readonly years: number
  readonly points: readonly SmilePoint[]
}

export function sliceVariance(
  { theta, rho, psi }: Pick<SsviSlice, 'theta' | 'rho' | 'psi'>,
  logStrike: number,
): number {
  const tilted = (psi / theta) * logStrike + rho
  return 0.5 * (theta + rho * psi * logStrike + theta * Math.sqrt(tilted * tilted + (1 - rho * rho)))
}

/** Total variance at the money: linear between the nearest points on both sides, else the nearest point's. */
function atTheMoney(points: readonly SmilePoint[]): number | undefined {
  let below: SmilePoint | undefined
  let above: SmilePoint | undefined
  for (const point of points) {
    if (point.logStrike <= 0 && (below === undefined || point.logStrike > below.logStrike)) below = point
    if (point.logStrike >= 0 && (above === undefined || point.logStrike < above.logStrike)) above = point
  }
  if (below === undefined || above === undefined) return (below ?? above)?.totalVariance
  const width = above.logStrike - below.logStrike
  if (width === 0) return (below.totalVariance + above.totalVariance) / 2
  return below.totalVariance + ((above.totalVariance - below.totalVariance) * -below.logStrike) / width
}

/** Smallest growth of total variance between expiries. */
const leastRise = 1 + 1e-9
const steepest = 0.98

/** Range of ψ that a ρ allows after the previous slice; empty if the first exceeds the second. */
function psiRange(rho: number, theta: number, before: SsviSlice | undefined): readonly [number, number] {
  const butterfly = Math.min(4 / (1 + Math.abs(rho)), Math.sqrt((4 * theta) / (1 + Math.abs(rho))))
  if (before === undefined) return [1e-6 * Math.sqrt(theta), butterfly * (1 - 1e-12)]
  const least = before.psi * Math.max((1 + before.rho) / (1 + rho), (1 - before.rho) / (1 - rho))
  return [least, Math.min(butterfly, (before.psi * theta) / before.theta)]
}

/** Squared misses of a slice, and the change of ψ that a Gauss-Newton step would make. */
function missesOf(points: readonly SmilePoint[], theta: number, rho: number, psi: number): readonly [number, number] {
  const [phi, free] = [psi / theta, 1 - rho * rho]
  let [total, slopes, gradient] = [0, 0, 0]
  for (const { logStrike, totalVariance, weight } of points) {
    const tilted = phi * logStrike + rho
    const root = Math.sqrt(tilted * tilted + free)
    const miss = 0.5 * (theta + rho * psi * logStrike + theta * root) - totalVariance
    const slope = 0.5 * logStrike * (rho + tilted / root)
    total += weight * miss * miss
    slopes += weight * slope * slope
    gradient += weight * slope * miss
  }
  return [total, slopes === 0 ? 0 : -gradient / slopes]
}

interface Fit {
  readonly rho: number
  readonly psi: number
  readonly error: number
}

/**
 * Best slice through these points that its predecessor allows; undefined without points. At most one parameter per
 * point is free, and the search begins at the least ψ, so that a single quote gives a flat smile.
 */
function fitSlice({ years, points }: SmileQuotes, before: SsviSlice | undefined): SsviSlice | undefined {
  const quoted = atTheMoney(points)
  if (quoted === undefined || !(years > 0)) return undefined
  const theta = before === undefined ? quoted : Math.max(quoted, before.theta * leastRise)
  const fitAt = (rho: number, from: number, rounds: number): Fit | undefined => {
    const [least, most] = psiRange(rho, theta, before)
    if (!(least <= most)) return undefined
    let best: Fit | undefined
    let psi = Math.max(least, Math.min(most, from))
    for (let round = 0; round < rounds; round++) {
      const [error, step] = missesOf(points, theta, rho, psi)
      if (best === undefined || error < best.error) best = { rho, psi, error }
      psi = Math.max(least, Math.min(most, psi + step))
    }
    return best
  }
  let best = fitAt(before?.rho ?? 0, 0, 8) as Fit
  if (points.length > 2) {
    for (let step = 0.2; step > 0.004; step /= 4) {
      const { rho: around, psi } = best
      for (let index = -4; index <= 4; index++) {
        const rho = Math.max(-steepest, Math.min(steepest, around + index * step))
        const fit = fitAt(rho, psi, 3)
        if (fit !== undefined && fit.error < best.error) best = fit
      }
    }
    best = fitAt(best.rho, best.psi, 8) ?? best
  }
  return { years, theta, rho: best.rho, psi: best.psi }
}

export function* sliceSteps(expiries: readonly SmileQuotes[]): Steps<readonly SsviSlice[]> {
  const slices: SsviSlice[] = []
  for (const quotes of expiries.toSorted((a, b) => a.years - b.years)) {
    const slice = fitSlice(quotes, slices.at(-1))
    if (slice !== undefined) slices.push(slice)
    yield
  }
  return slices
}

/** The slice at any time > 0: interpolated between expiries, shrunk before the first, with growing θ after the last. */
export function sliceAt(slices: readonly SsviSlice[], years: number): SsviSlice | undefined {
  const after = slices.find(slice => slice.years >= years)
  const before = slices.findLast(slice => slice.years <= years)
  if (before === undefined) {
    if (after === undefined) return undefined
    const share = years / after.years
    return { years, theta: after.theta * share, rho: after.rho, psi: after.psi * share }
  }
  if (after === undefined) return { ...before, years, theta: (before.theta * years) / before.years }
  if (after === before) return before
  const share = (years - before.years) / (after.years - before.years)
  const mix = (from: number, to: number): number => from + (to - from) * share
  const psi = mix(before.psi, after.psi)
  return {
    years,
    theta: mix(before.theta, after.theta),
    psi,
    rho: mix(before.rho * before.psi, after.rho * after.psi) / psi,
  }
}

export function surfaceVolatility(
  slices: readonly SsviSlice[],
  forward: number,
  strike: number,
  years: number,
): number | undefined {
  const slice = years > 0 && forward > 0 && strike > 0 ? sliceAt(slices, years) : undefined
  return slice === undefined ? undefined : Math.sqrt(sliceVariance(slice, Math.log(strike / forward)) / years)
}
