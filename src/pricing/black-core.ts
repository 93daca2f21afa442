/**
 * The time value of an option in Black's model, without cancellation.
 *
 * With a = |ln(F/K)| / s ≥ 0, t = s/2, s = σ√T, and M the Mills ratio, the out-of-the-money option of the pair is worth
 * √(FK) · v · (M(a-t) - M(a+t)) where v = exp(-(a²+t²)/2)/√(2π) is its normalised vega (M continued to negative arguments).
 * That difference loses digits for small t, where a series of all-positive terms takes its place; near the upper bound the
 * complement is taken. Relative error of the difference: about 1e-14. The in-the-money option follows by parity.
 */
import { millsRatio } from './normal.ts'

const inverseSqrtTwoPi = 0.3989422804014327

/** Normalised vega: ∂(price/√(FK))/∂s. */
export function normalisedVega(a: number, t: number): number {
  return inverseSqrtTwoPi * Math.exp(-0.5 * (a * a + t * t))
}

/** |ln(forward / strike)|, keeping its relative accuracy when the two are near. */
export function absoluteLogMoneyness(forward: number, strike: number): number {
  const excess = (forward - strike) / strike
  return Math.abs(excess > -0.5 && excess < 1 ? Math.log1p(excess) : Math.log(forward / strike))
}

/** 1/n, so that the recurrence below multiplies. */
const reciprocals = Float64Array.from({ length: 40 }, (_, n) => (n === 0 ? 0 : 1 / n))

/**
 * M(a-t) - M(a+t) = 2 Σ t^n J_n over odd n, J_n = ∫ τ^n/n! exp(-aτ-τ²/2) dτ; by the forward recurrence
 * J_{n+1} = (J_{n-1} - a J_n)/(n+1), stable enough for a < 4.
 */
function seriesForward(a: number, t: number): number {
  let even = millsRatio(a)
  let odd = 1 - a * even
  let power = t
  let total = t * odd
  const square = t * t
  for (let n = 1; n < 38; n += 2) {
    even = (even - a * odd) * (reciprocals[n + 1] as number)
    odd = (odd - a * even) * (reciprocals[n + 2] as number)
    power *= square
    const term = power * odd
    total += term
    if (term < 1e-17 * total) break
  }
  return 2 * total
}

/** The same sum for a ≥ 4, by the continued fraction of J_n/J_{n-1} = 1/(a + (n+1) J_{n+1}/J_n), from the far end: nothing is subtracted. */
function seriesBackward(a: number, t: number): number {
  const square = t * t
  let next = 0
  let nested = 1
  let n = a < 5 ? 41 : a < 8 ? 31 : 19
  for (; n > 1; n -= 2) {
    const odd = 1 / (a + (n + 1) * next)
    next = 1 / (a + n * odd)
    nested = 1 + square * odd * next * nested
  }
  return (2 * t * millsRatio(a) * nested) / (a + 2 * next)
}

/** Is the difference of Mills ratios to be taken by the series? */
export const isSmall = (a: number, t: number): boolean => t < 0.03 + 0.018 * a

/** Time value over normalised vega, for a ≥ t or small t; the caller takes the complement otherwise. */
export function timeValueOverVega(a: number, t: number): number {
  if (isSmall(a, t)) return a < 4 ? seriesForward(a, t) : seriesBackward(a, t)
  return millsRatio(a - t) - millsRatio(a + t)
}

/** (Upper bound - time value) over normalised vega, for a ≤ t. */
export function complementOverVega(a: number, t: number): number {
  return millsRatio(t - a) + millsRatio(a + t)
}

/** Is the time value near enough to its bound that the complement is the accurate form? */
export const nearBound = (a: number, t: number): boolean => t > a && !isSmall(a, t)
