/**
 * Time value of an option in Black's model, without cancellation. Let a = |ln(F/K)| / s ≥ 0, t = s/2, s = σ√T, and M
 * the Mills ratio, continued to negative arguments. The out-of-the-money option of the pair is worth √(FK) · v ·
 * (M(a-t) - M(a+t)), where v = exp(-(a²+t²)/2)/√(2π) is its normalised vega. For small t the difference loses digits,
 * and a series of positive terms replaces it; near the upper bound the complement is used. Relative error of the
 * difference: below 1e-14. The in-the-money option follows by parity.
 */
import { millsRatio } from './normal.ts'

const inverseSqrtTwoPi = 0.3989422804014327

/** Normalised vega: ∂(price/√(FK))/∂s. */
export function normalisedVega(a: number, t: number): number {
  return inverseSqrtTwoPi * Math.exp(-0.5 * (a * a + t * t))
}

/** |ln(forward / strike)|, accurate also if the two are close. */
export function absoluteLogMoneyness(forward: number, strike: number): number {
  const excess = (forward - strike) / strike
  return Math.abs(excess > -0.5 && excess < 1 ? Math.log1p(excess) : Math.log(forward / strike))
}

/** 1/((n+1)(n+2)): the factor between two terms of the factorial series. */
const perTwoTerms = Float64Array.from({ length: 12 }, (_, n) => 1 / ((n + 1) * (n + 2)))

/**
 * M(a-t) - M(a+t) = 2 Σ t^n/n! K_n over odd n, K_n = ∫ τ^n exp(-aτ-τ²/2) dτ, by the forward recurrence K_{n+1} = n
 * K_{n-1} - a K_n. Its loss of digits grows with a and is damped by the powers of t. The number of terms is fixed to
 * what t needs at a = 0, the worst case (for t up to 0.102): a loop with a data-dependent end would be slower.
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
 * The same sum for a ≥ 4, by the continued fraction of J_n/J_{n-1} = 1/(a + (n+1) J_{n+1}/J_n), J_n = K_n/n!, evaluated
 * from the far end. Nothing is subtracted, and the error of the initial guess dies out. Numerator, denominator and sum
 * advance together in units of 1/a², so that there is one division and no overflow.
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

/**
 * True if the series is more accurate than the difference. The range is wider at the money, where the complement is
 * large.
 */
export const isSmall = (a: number, t: number): boolean => t < 0.03 + 0.018 * a || (a < t && t < 0.1)

/** Time value divided by normalised vega if `isSmall`; `mills` is the Mills ratio at a. */
export function smallTimeValueOverVega(a: number, t: number, mills: number): number {
  return a < 4 ? seriesForward(a, t, mills) : seriesBackward(a, t, mills)
}

/** Time value divided by normalised vega, for a ≥ t or small t. Otherwise use `complementOverVega`. */
export function timeValueOverVega(a: number, t: number): number {
  if (isSmall(a, t)) return smallTimeValueOverVega(a, t, millsRatio(a))
  return millsRatio(a - t) - millsRatio(a + t)
}

/** (Upper bound - time value) divided by normalised vega, for a ≤ t. */
export function complementOverVega(a: number, t: number): number {
  return millsRatio(t - a) + millsRatio(a + t)
}

/** True if the time value is so close to its upper bound that the complement is more accurate. */
export const nearBound = (a: number, t: number): boolean => t > a && !isSmall(a, t)
