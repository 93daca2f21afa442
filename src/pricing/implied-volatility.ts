/**
 * Implied volatility of a price, or the reason there is none.
 */
import type { Right } from '../domain/instrument.ts'
import { absoluteLogMoneyness } from './black-core.ts'
import { impliedDeviation } from './implied-deviation.ts'

/** In order of precedence. `no_time_value`: the price is the intrinsic value itself, which every small volatility gives. */
export type NoVolatility = 'not_a_price' | 'no_time_left' | 'below_intrinsic' | 'no_time_value' | 'above_bound'

export type ImpliedVolatility = { readonly ok: true; readonly volatility: number } | { readonly ok: false; readonly reason: NoVolatility }

export interface ImpliedVolatilityInput {
  readonly price: number
  readonly forward: number
  readonly strike: number
  readonly years: number
  readonly right: Right
}

/** Positional form for loops: the volatility, or NaN where there is none. Allocates nothing. */
export function impliedVolatilityOf(price: number, forward: number, strike: number, years: number, isCall: boolean): number {
  const complement = (isCall ? forward : strike) - price
  const time = price - Math.max(isCall ? forward - strike : strike - forward, 0)
  if (!(time > 0 && complement > 0 && years > 0 && forward > 0 && strike > 0) || forward === Infinity || strike === Infinity)
    return Number.NaN
  const scale = Math.sqrt(forward) * Math.sqrt(strike)
  return impliedDeviation(time / scale, complement / scale, absoluteLogMoneyness(forward, strike)) / Math.sqrt(years)
}

/** Why `impliedVolatilityOf` has no answer. */
function reasonOf(input: ImpliedVolatilityInput): NoVolatility {
  const { price, forward, strike, years, right } = input
  if (![price, forward, strike].every(Number.isFinite) || Number.isNaN(years) || years === Infinity || forward <= 0 || strike <= 0)
    return 'not_a_price'
  if (years <= 0) return 'no_time_left'
  const intrinsic = Math.max(right === 'call' ? forward - strike : strike - forward, 0)
  if (price < intrinsic) return 'below_intrinsic'
  return price === intrinsic ? 'no_time_value' : 'above_bound'
}

/**
 * Volatility (fraction a year) whose Black-76 price is `price`. Exact to about 1e-15 times the condition of the problem, that is to what
 * the digits of the price determine.
 */
export function impliedVolatility(input: ImpliedVolatilityInput): ImpliedVolatility {
  const volatility = impliedVolatilityOf(input.price, input.forward, input.strike, input.years, input.right === 'call')
  return volatility > 0 && volatility < Infinity ? { ok: true, volatility } : { ok: false, reason: reasonOf(input) }
}
