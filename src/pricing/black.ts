/**
 * Black-76 on the forward with r = 0, European, settled in the quote asset (conventions 5).
 *
 * Units: prices in the quote asset per coin, volatility as a fraction a year (0.6 = 60 %), years of 365 × 24 h, delta in coins per
 * option, gamma in coins per 1 of price, vega per volatility point (0.01), theta per calendar day. Of the second order: vanna in coins of
 * delta per volatility point, volga in vega per volatility point, charm in coins of delta per calendar day. A number that cannot be
 * had is NaN, never zero. With no time or no volatility left the price is the intrinsic value, and only delta is not zero.
 */
import type { Right } from '../domain/instrument.ts'
import { blackChainInto, daysPerYear, greekSlot } from './black-chain.ts'
import { absoluteLogMoneyness, complementOverVega, nearBound, normalisedVega, timeValueOverVega } from './black-core.ts'

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
  readonly vannaPerVolPoint: number
  readonly volgaPerVolPoint: number
  readonly charmPerDay: number
}

/** Greeks of the second order in raw units: derivatives by the forward, by volatility as a fraction (1 = 100 points), and by time in years. */
export interface SecondGreeks {
  /** ∂²price/∂forward∂volatility, which is ∂delta/∂volatility and ∂vega/∂forward. */
  readonly vanna: number
  /** ∂²price/∂volatility². */
  readonly volga: number
  /** ∂delta/∂time as time passes, which is −∂delta/∂years: what delta drifts by in a year at this rate. Not capped near the expiry. */
  readonly charm: number
}

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

const one = { strikes: new Float64Array(1), volatilities: new Float64Array(1), calls: new Uint8Array(1) }

/** Price and greeks of one option, written to `out` from `offset` (see `greekSlot`). Under a day to expiry theta is at most the time value. */
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

/** Price of one option. */
export function blackPrice(input: BlackInput): number {
  const deviation = input.volatility * Math.sqrt(Math.max(input.years, 0))
  return blackPriceOf(input.forward, input.strike, deviation, input.right === 'call')
}

/** Price and greeks of one option. */
export function blackGreeks(input: BlackInput): Greeks {
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

/** Vanna, volga and charm of one option, the same for a call and a put. */
export function blackSecondGreeks(input: BlackInput): SecondGreeks {
  const { vannaPerVolPoint, volgaPerVolPoint, charmPerDay } = blackGreeks(input)
  return { vanna: vannaPerVolPoint * 100, volga: volgaPerVolPoint * 10_000, charm: charmPerDay * daysPerYear }
}
