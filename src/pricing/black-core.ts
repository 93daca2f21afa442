/**
 * The time value of an option in Black's model, without cancellation.
 *
 * With a = |ln(F/K)| / s ≥ 0, t = s/2, s = σ√T, and M the Mills ratio, the out-of-the-money option of the pair is worth
 * √(FK) · v · (M(a-t) - M(a+t)) where v = exp(-(a²+t²)/2)/√(2π) is its normalised vega (M continued to negative arguments).
 * That difference loses digits for small t, where a series of all-positive terms takes its place; near the upper bound the
 * complement is taken. Relative error of the difference: below 1e-14. The in-the-money option follows by parity.
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

/** 1/((n+1)(n+2)): what two terms further divides the factorial by. */
const perTwoTerms = Float64Array.from({ length: 12 }, (_, n) => 1 / ((n + 1) * (n + 2)))

/**
 * M(a-t) - M(a+t) = 2 Σ t^n/n! K_n over odd n, K_n = ∫ τ^n exp(-aτ-τ²/2) dτ; by the forward recurrence K_{n+1} = n K_{n-1} - a K_n. What it
 * loses grows with a and is damped by the powers of t. The number of terms is that which t needs at a = 0, where most are needed (for t up to
 * 0.102): a loop that ended by what it finds would be longer, its end being guessed wrong.
 */
function seriesForward(a: number, t: number, mills: number): number {
  let even = mills
  let odd = 1 - a * mills
  let power = t
  let total = t * odd
  const square = t * t
  const last = t < 0.02 ? 7 : 11
  for (let n = 1; n < last; n += 2) {
    even = n * even - a * odd
    odd = (n + 1) * odd - a * even
    power *= square * (perTwoTerms[n] as number)
    total += power * odd
  }
  return 2 * total
}

/**
 * The same sum for a ≥ 4, by the continued fraction of J_n/J_{n-1} = 1/(a + (n+1) J_{n+1}/J_n), J_n = K_n/n!, from the far end: nothing is
 * subtracted, and what the guess there misses is lost on the way. Numerator, denominator and sum in step, in units of 1/a², so
 * that there is one division and no overflow.
 */
function seriesBackward(a: number, t: number, mills: number): number {
  const y = 1 / (a * a)
  const ratio = t * t * y
  const furthest = 11 + 2 * Math.trunc(200 * y)
  let top = 1
  let bottom = 1 + (furthest + 2) * y
  let nested = bottom
  for (let n = furthest; n > 1; n -= 2) {
    top = bottom + (n + 1) * y * top
    bottom = top + n * y * bottom
    nested = bottom + ratio * nested
  }
  return (2 * t * mills * nested) / (a * (bottom + 2 * y * top))
}

/** Is the difference of Mills ratios to be taken by the series? At the money for longer, since there the complement is of a bound many times the price. */
export const isSmall = (a: number, t: number): boolean => t < 0.03 + 0.018 * a || (a < t && t < 0.1)

/** Time value over normalised vega where `isSmall`; `mills` is the ratio at a. */
export function smallTimeValueOverVega(a: number, t: number, mills: number): number {
  return a < 4 ? seriesForward(a, t, mills) : seriesBackward(a, t, mills)
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
