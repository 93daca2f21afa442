/**
 * The time value of an option in Black's model, without cancellation.
 *
 * With a = |ln(F/K)| / s ≥ 0, t = s/2, s = σ√T, and M the Mills ratio, the out-of-the-money option of the pair is worth
 * √(FK) · v · (M(a-t) - M(a+t)) where v = exp(-(a²+t²)/2)/√(2π) is its normalised vega (M continued to negative arguments).
 * That difference loses digits for small t, where a series of all-positive terms takes its place; near the upper bound the
 * complement is taken. Relative error of the difference: about 1e-14. The in-the-money option follows by parity.
 */
import { millsDefect, millsRatio, millsTailFrom } from './normal.ts'

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
 * J_{n+1} = (J_{n-1} - a J_n)/(n+1). What it loses grows with a and is damped by the powers of t; the
 * first loss, that of 1 - a M(a), is spared where the tail is had directly.
 */
function seriesForward(a: number, t: number, mills: number): number {
  let even = mills
  let odd = a < millsTailFrom ? 1 - a * even : millsDefect(a)
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

/** The same sum for a ≥ 4, by the continued fraction of J_n/J_{n-1} = 1/(a + (n+1) J_{n+1}/J_n), from the far end: nothing is subtracted, and what the guess there misses is lost on the way. */
function seriesBackward(a: number, t: number, mills: number): number {
  const square = t * t
  const furthest = a < millsTailFrom ? 35 : 13
  let next = 1 / (a + (furthest + 2) / a)
  let nested = 1
  for (let n = furthest; n > 1; n -= 2) {
    const odd = 1 / (a + (n + 1) * next)
    next = 1 / (a + n * odd)
    nested = 1 + square * odd * next * nested
  }
  return (2 * t * mills * nested) / (a + 2 * next)
}

/** Is the difference of Mills ratios to be taken by the series? */
export const isSmall = (a: number, t: number): boolean => t < 0.03 + 0.018 * a

/** Time value over normalised vega where `isSmall`; `mills` is the ratio at a. */
export function smallTimeValueOverVega(a: number, t: number, mills: number): number {
  return a < 4 || (a >= millsTailFrom && a < 10) ? seriesForward(a, t, mills) : seriesBackward(a, t, mills)
}

/** Time value over normalised vega, for a ≥ t or small t; the caller takes the complement otherwise. */
export function timeValueOverVega(a: number, t: number): number {
  if (isSmall(a, t)) return smallTimeValueOverVega(a, t, millsRatio(a))
  return millsRatio(a - t) - millsRatio(a + t)
}

/** (Upper bound - time value) over normalised vega, for a ≤ t. */
export function complementOverVega(a: number, t: number): number {
  return millsRatio(t - a) + millsRatio(a + t)
}

/** Is the time value near enough to its bound that the complement is the accurate form? */
export const nearBound = (a: number, t: number): boolean => t > a && !isSmall(a, t)
