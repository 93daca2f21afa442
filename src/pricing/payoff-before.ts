/**
 * Profit of a package before (or after) some of its expiries, by Black-76 leg by leg: each option has its own volatility, expiry and forward.
 *
 * Assumptions, to be stated wherever the numbers are shown: each forward keeps its present ratio to the underlying's price; each volatility
 * moves by the scenario's shift alone and stays with its strike; a leg past its expiry is settled at the price looked at, not at
 * the unknown price of its own day.
 */
import { yearMs } from '../domain/time.ts'
import { absoluteLogMoneyness } from './black-core.ts'
import { intrinsicValue } from './black.ts'
import { millsRatiosInPlace, normalPdf } from './normal.ts'

/**
 * Prices of one option by Black-76 with the underlying at many prices, in loops over typed arrays, for sums: right to a few units in the last place of
 * the strike, where `blackPriceOf` gives the last digits of the smallest time value. `black-chain.ts` is for many options at one price.
 */
export interface PricedOption {
  readonly strike: number
  /** Volatility × √years; nothing is left of the time value at 0 and below. */
  readonly deviation: number
  readonly isCall: boolean
  /** How many of it, signed. */
  readonly ratio: number
  /** Forward over the underlying's price. */
  readonly forwardRatio: number
}

/** Below it no time value is left that a sum could show. */
const leastDeviation = 1e-100
/** Of a density and of Mills ratios nothing is left from here on. */
const farOut = 1e6

/** Prices taken at a time: what is noted of them stays in the nearest cache. */
const blockSize = 256
/** Of each price |ln(F/K)|/s, and two Mills ratios, those of |a-t| and a+t (t = s/2): numbers first, until their ratios take their place. */
const moneyness = new Float64Array(blockSize)
const ratios = new Float64Array(2 * blockSize)

/** Adds `ratio` × the price at each of `prices` to `out` from `offset`. */
export function addBlackPrices(option: PricedOption, prices: Float64Array, out: Float64Array, offset: number): void {
  const { strike, deviation, isCall, ratio, forwardRatio } = option
  if (deviation > leastDeviation && strike > 0 && forwardRatio > 0) {
    for (let from = 0; from < prices.length; from += blockSize)
      addBlock(option, prices, from, Math.min(blockSize, prices.length - from), out, offset)
    return
  }
  for (let at = 0; at < prices.length; at++)
    out[offset + at] = (out[offset + at] as number) + ratio * intrinsicValue(forwardRatio * (prices[at] as number), strike, isCall)
}

function addBlock(option: PricedOption, prices: Float64Array, from: number, count: number, out: Float64Array, start: number): void {
  const { strike, deviation, isCall, ratio, forwardRatio } = option
  const t = 0.5 * deviation
  const inverse = 1 / deviation
  for (let slot = 0; slot < count; slot++) {
    const forward = forwardRatio * (prices[from + slot] as number)
    // At a price of zero and below there is no time value: so far out none is left.
    const a = forward > 0 ? absoluteLogMoneyness(forward, strike) * inverse : farOut
    moneyness[slot] = a
    ratios[2 * slot] = Math.abs(a - t)
    ratios[2 * slot + 1] = a + t
  }
  millsRatiosInPlace(ratios, 2 * count)
  for (let slot = 0; slot < count; slot++) {
    const forward = forwardRatio * (prices[from + slot] as number)
    const a = moneyness[slot] as number
    const isAbove = forward > strike
    const lower = isAbove ? strike : forward
    const intrinsic = isAbove === isCall ? Math.abs(forward - strike) : 0
    // √(FK) v = min(F,K) φ(a-t).
    const scaledVega = lower * normalPdf(a - t)
    const first = ratios[2 * slot] as number
    const second = ratios[2 * slot + 1] as number
    const time = t > a ? lower - scaledVega * (first + second) : scaledVega * (first - second)
    const at = start + from + slot
    out[at] = (out[at] as number) + ratio * (intrinsic + time)
  }
}

export type ModelLeg =
  | {
      readonly kind: 'call' | 'put'
      readonly strike: number
      readonly ratio: number
      readonly expiryMs: number
      /** Fraction a year. */
      readonly volatility: number
      /** Forward of this expiry over the underlying's price; 1 unless told. */
      readonly forwardRatio?: number
    }
  | {
      readonly kind: 'linear'
      readonly ratio: number
      /** Of a dated future. */
      readonly expiryMs?: number
      readonly forwardRatio?: number
    }

/** A moment and a shift added to every volatility (0.05 = five points up). */
export interface Scenario {
  readonly atMs: number
  readonly volatilityShift: number
}

/** Adds one leg's value at each price to `out` from `offset`. */
function addLeg(leg: ModelLeg, scenario: Scenario, prices: Float64Array, out: Float64Array, offset: number): void {
  const expired = leg.expiryMs !== undefined && leg.expiryMs <= scenario.atMs
  const forwardRatio = expired ? 1 : (leg.forwardRatio ?? 1)
  if (leg.kind === 'linear') {
    for (let i = 0; i < prices.length; i++) out[offset + i] = (out[offset + i] as number) + leg.ratio * forwardRatio * (prices[i] as number)
    return
  }
  const { strike, ratio } = leg
  const years = expired ? 0 : (leg.expiryMs - scenario.atMs) / yearMs
  const deviation = (leg.volatility + scenario.volatilityShift) * Math.sqrt(years)
  addBlackPrices({ strike, deviation, isCall: leg.kind === 'call', ratio, forwardRatio }, prices, out, offset)
}

/**
 * Profit per package at each of `prices`, for one scenario, less `cost` (negative: received). A volatility shifted below zero counts as
 * zero. `out`, if given, is filled from `offset` and returned.
 */
export function payoffBefore(
  legs: readonly ModelLeg[],
  cost: number,
  scenario: Scenario,
  prices: Float64Array,
  out: Float64Array = new Float64Array(prices.length),
  offset = 0,
): Float64Array {
  out.fill(-cost, offset, offset + prices.length)
  for (const leg of legs) addLeg(leg, scenario, prices, out, offset)
  return out
}

/**
 * Profit per package over a grid, one row a scenario and one column a price, row by row: price × date when the scenarios are dates, price ×
 * volatility when they are shifts. `out`, if given, needs scenarios × prices places.
 */
export function scenarioGrid(
  legs: readonly ModelLeg[],
  cost: number,
  scenarios: readonly Scenario[],
  prices: Float64Array,
  out: Float64Array = new Float64Array(scenarios.length * prices.length),
): Float64Array {
  scenarios.forEach((scenario, row) => payoffBefore(legs, cost, scenario, prices, out, row * prices.length))
  return out
}
