/**
 * Volatility by delta, risk reversals and butterflies of one fitted slice. Deltas are undiscounted, to the forward
 * (Black-76, r = 0): N(d1) for a call, N(d1) - 1 for a put. Volatilities are fractions a year.
 */
import { normalQuantile } from '../normal.ts'
import { sliceVariance, type SsviSlice } from '../surface.ts'

export interface DeltaPoint {
  readonly logStrike: number
  readonly volatility: number
}

/**
 * On an arbitrage-free slice d1 falls as the strike rises (M. Fukasawa, "The normalizing transformation of the smile",
 * 2012).
 */
function d1Of(slice: SsviSlice, logStrike: number): number {
  const variance = sliceVariance(slice, logStrike)
  return -logStrike / Math.sqrt(variance) + Math.sqrt(variance) / 2
}

/** The point at which a call has this delta, between 0 and 1. For a put of delta -0.25 pass 0.75. */
export function pointAtDelta(slice: SsviSlice, callDelta: number): DeltaPoint | undefined {
  if (!(callDelta > 0 && callDelta < 1 && slice.theta > 0)) return undefined
  const target = normalQuantile(callDelta)
  let [low, high] = [-Math.sqrt(slice.theta), Math.sqrt(slice.theta)]
  for (let step = 0; step < 40 && d1Of(slice, low) < target; step += 1) low *= 1.5
  for (let step = 0; step < 40 && d1Of(slice, high) > target; step += 1) high *= 1.5
  if (d1Of(slice, low) < target || d1Of(slice, high) > target) return undefined
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2
    if (d1Of(slice, middle) > target) low = middle
    else high = middle
  }
  const logStrike = (low + high) / 2
  return { logStrike, volatility: Math.sqrt(sliceVariance(slice, logStrike) / slice.years) }
}

export interface Skew {
  readonly atm: number
  /** Call volatility minus put volatility. */
  readonly riskReversal25: number | undefined
  readonly riskReversal10: number | undefined
  /** Mean of call and put volatility, minus that at the forward. */
  readonly butterfly25: number | undefined
  readonly butterfly10: number | undefined
}

export function skewOf(slice: SsviSlice): Skew {
  const atm = Math.sqrt(slice.theta / slice.years)
  const at = (delta: number) => {
    const [call, put] = [pointAtDelta(slice, delta)?.volatility, pointAtDelta(slice, 1 - delta)?.volatility]
    if (call === undefined || put === undefined) return { reversal: undefined, butterfly: undefined }
    return { reversal: call - put, butterfly: (call + put) / 2 - atm }
  }
  const [quarter, tenth] = [at(0.25), at(0.1)]
  return {
    atm,
    riskReversal25: quarter.reversal,
    riskReversal10: tenth.reversal,
    butterfly25: quarter.butterfly,
    butterfly10: tenth.butterfly,
  }
}

export interface TermPoint {
  readonly years: number
  readonly volatility: number
}

export interface ForwardVolatility {
  readonly fromYears: number
  readonly toYears: number
  /** Undefined if total variance falls between the two expiries. */
  readonly volatility: number | undefined
}

export const forwardVolatilities = (points: readonly TermPoint[]): readonly ForwardVolatility[] =>
  points.map(({ years, volatility }, index) => {
    const before = points[index - 1] ?? { years: 0, volatility: 0 }
    const variance = volatility ** 2 * years - before.volatility ** 2 * before.years
    const share = variance / (years - before.years)
    return { fromYears: before.years, toYears: years, volatility: share >= 0 ? Math.sqrt(share) : undefined }
  })
