/**
 * Black-76 on the forward with r = 0: European options settled in the quote asset (conventions 5). Units: prices in the
 * quote asset per coin; volatility as a fraction a year (0.6 = 60 %); years of 365 × 24 h; delta in coins per option;
 * gamma in coins per 1 of price; vega per volatility point (0.01); theta per calendar day. Second order: vanna in coins
 * of delta per volatility point, volga in vega per volatility point, charm in coins of delta per calendar day. A number
 * that cannot be computed is NaN, never zero. Without time or volatility the price is the intrinsic value, and delta is
 * the only greek that is not zero.
 */
import type { Right } from '../domain/instrument.ts'
import { blackChainInto, greekSlot } from './black-chain.ts'
import { absoluteLogMoneyness, complementOverVega, nearBound, normalisedVega, timeValueOverVega } from './black-core.ts'

export interface BlackInput {
  readonly forward: number
  readonly strike: number
  readonly years: number
  readonly volatility: number
  readonly right: Right
}

export interface OptionGreeks {
  readonly price: number
  readonly delta: number
  readonly gamma: number
  readonly vegaPerVolPoint: number
  readonly thetaPerDay: number
  /** ∂delta/∂volatility (= ∂vega/∂forward) per volatility point. Equal for call and put, as are the next two. */
  readonly vannaPerVolPoint: number
  /** ∂vega/∂volatility: change of vega per volatility point. */
  readonly volgaPerVolPoint: number
  /** Change of delta per calendar day as time passes. Not capped near expiry. */
  readonly charmPerDay: number
}

export function intrinsicValue(forward: number, strike: number, isCall: boolean): number {
  return Math.max(isCall ? forward - strike : strike - forward, 0)
}

/** Price with positional arguments, for inner loops; `deviation` is volatility × √years. Allocates nothing. */
export function blackPriceOf(forward: number, strike: number, deviation: number, isCall: boolean): number {
  const intrinsic = intrinsicValue(forward, strike, isCall)
  if (deviation <= 0 || forward <= 0 || strike <= 0) return intrinsic
  const a = absoluteLogMoneyness(forward, strike) / deviation
  const t = 0.5 * deviation
  const scaledVega = Math.sqrt(forward * strike) * normalisedVega(a, t)
  if (nearBound(a, t)) return intrinsic + Math.min(forward, strike) - scaledVega * complementOverVega(a, t)
  return intrinsic + scaledVega * timeValueOverVega(a, t)
}

const one = { strikes: new Float64Array(1), volatilities: new Float64Array(1), calls: new Uint8Array(1) }

/**
 * Writes price and greeks of one option to `out` from `offset` (see `greekSlot`). Within a day of expiry theta is at
 * most the time value.
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
  one.strikes[0] = strike
  one.volatilities[0] = volatility
  one.calls[0] = isCall ? 1 : 0
  blackChainInto({ forward, years, ...one }, out, offset)
}

export function blackPrice(input: BlackInput): number {
  const deviation = input.volatility * Math.sqrt(Math.max(input.years, 0))
  return blackPriceOf(input.forward, input.strike, deviation, input.right === 'call')
}

export function blackGreeks(input: BlackInput): OptionGreeks {
  const out = new Float64Array(greekSlot.width)
  blackGreeksInto(input.forward, input.strike, input.years, input.volatility, input.right === 'call', out, 0)
  const at = (slot: Exclude<keyof typeof greekSlot, 'width'>): number => out[greekSlot[slot]] ?? Number.NaN
  return {
    price: at('price'),
    delta: at('delta'),
    gamma: at('gamma'),
    vegaPerVolPoint: at('vegaPerVolPoint'),
    thetaPerDay: at('thetaPerDay'),
    vannaPerVolPoint: at('vannaPerVolPoint'),
    volgaPerVolPoint: at('volgaPerVolPoint'),
    charmPerDay: at('charmPerDay'),
  }
}
