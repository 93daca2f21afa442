/**
 * Black-76 on the forward with r = 0, European, settled in the quote asset (conventions 5).
 *
 * Units: prices in the quote asset per coin, volatility as a fraction a year (0.6 = 60 %), years of 365 × 24 h, delta in coins per
 * option, gamma in coins per 1 of price, vega per volatility point (0.01), theta per calendar day. A number that cannot be
 * had is NaN, never zero. With no time or no volatility left the price is the intrinsic value.
 */
import type { Right } from '../domain/instrument.ts'
import { dayMs, yearMs } from '../domain/time.ts'
import { absoluteLogMoneyness, complementOverVega, isSmall, nearBound, normalisedVega, timeValueOverVega } from './black-core.ts'
import { millsRatio } from './normal.ts'

export interface BlackInput {
  readonly forward: number
  readonly strike: number
  readonly years: number
  readonly volatility: number
  readonly right: Right
}

export interface Greeks {
  readonly price: number
  readonly delta: number
  readonly gamma: number
  readonly vegaPerVolPoint: number
  readonly thetaPerDay: number
}

const daysPerYear = yearMs / dayMs

/** What the option is worth if it settles at `forward`. */
export function intrinsicValue(forward: number, strike: number, isCall: boolean): number {
  return Math.max(isCall ? forward - strike : strike - forward, 0)
}

/** Price with positional arguments, for loops; `deviation` is volatility × √years. Allocates nothing. */
export function blackPriceOf(forward: number, strike: number, deviation: number, isCall: boolean): number {
  const intrinsic = intrinsicValue(forward, strike, isCall)
  if (deviation <= 0 || forward <= 0 || strike <= 0) return intrinsic
  const a = absoluteLogMoneyness(forward, strike) / deviation
  const t = 0.5 * deviation
  const scaledVega = Math.sqrt(forward * strike) * normalisedVega(a, t)
  if (nearBound(a, t)) return intrinsic + Math.min(forward, strike) - scaledVega * complementOverVega(a, t)
  return intrinsic + scaledVega * timeValueOverVega(a, t)
}

/** Places in the array that `blackGreeksInto` fills. */
export const greekSlot = { price: 0, delta: 1, gamma: 2, vegaPerVolPoint: 3, thetaPerDay: 4, width: 5 } as const

/**
 * Price and greeks with positional arguments, written to `out` from `offset` (see `greekSlot`): one logarithm and one exponential an
 * option. Under a day to expiry theta is at most the remaining time value.
 */
export function blackGreeksInto(
  forward: number,
  strike: number,
  years: number,
  volatility: number,
  isCall: boolean,
  out: Float64Array,
  offset: number,
): void {
  const intrinsic = intrinsicValue(forward, strike, isCall)
  const rootYears = Math.sqrt(Math.max(years, 0))
  const s = volatility * rootYears
  if (s <= 0 || forward <= 0 || strike <= 0) {
    out[offset] = intrinsic
    out[offset + 1] = intrinsic > 0 ? (isCall ? 1 : -1) : 0
    out[offset + 2] = 0
    out[offset + 3] = 0
    out[offset + 4] = 0
    return
  }
  const a = absoluteLogMoneyness(forward, strike) / s
  const t = 0.5 * s
  // √(FK) v = F φ(d1) = K φ(d2), and the Mills ratios turn densities into probabilities: one exponential serves all.
  const scaledVega = Math.sqrt(forward * strike) * normalisedVega(a, t)
  const near = millsRatio(Math.abs(a - t))
  const far = millsRatio(a + t)
  const time = nearBound(a, t)
    ? Math.min(forward, strike) - scaledVega * (near + far)
    : scaledVega * (isSmall(a, t) ? timeValueOverVega(a, t) : near - far)
  const density = scaledVega / forward
  // |d1| is a + t for a forward above the strike (d1 > 0) and |t - a| below it.
  const tail = density * (forward > strike ? far : near)
  const rises = forward > strike || t > a
  const decay = (0.5 * scaledVega * volatility) / (rootYears * daysPerYear)
  out[offset] = intrinsic + time
  out[offset + 1] = isCall ? (rises ? 1 - tail : tail) : rises ? -tail : tail - 1
  out[offset + 2] = density / (forward * s)
  out[offset + 3] = scaledVega * rootYears * 0.01
  out[offset + 4] = years * daysPerYear < 1 && decay > time ? -time : -decay
}

/** Price of one option. */
export function blackPrice(input: BlackInput): number {
  const deviation = input.volatility * Math.sqrt(Math.max(input.years, 0))
  return blackPriceOf(input.forward, input.strike, deviation, input.right === 'call')
}

/** Price and greeks of one option. */
export function blackGreeks(input: BlackInput): Greeks {
  const out = new Float64Array(greekSlot.width)
  blackGreeksInto(input.forward, input.strike, input.years, input.volatility, input.right === 'call', out, 0)
  const [price = Number.NaN, delta = Number.NaN, gamma = Number.NaN, vegaPerVolPoint = Number.NaN, thetaPerDay = Number.NaN] = out
  return { price, delta, gamma, vegaPerVolPoint, thetaPerDay }
}
