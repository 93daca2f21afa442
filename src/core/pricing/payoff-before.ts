/**
 * Profit of a package before (or after) some of its expiries, by Black-76 leg by leg: each option has its own
 * volatility, expiry and forward. Assumptions, to be stated where the numbers are shown: each forward keeps its ratio
 * to the underlying; each volatility changes by the scenario's shift only and stays with its strike; an expired leg
 * settles at the scenario's price, since the price on its expiry day is unknown.
 */
import { yearMs } from '../domain/time.ts'
import { absoluteLogMoneyness } from './black-core.ts'
import { intrinsicValue } from './black.ts'
import { millsRatiosInPlace, normalPdf } from './normal.ts'

/**
 * Prices one option by Black-76 at many underlying prices, in loops over typed arrays. For sums: accurate to a few ulps
 * of the strike, where `blackPriceOf` is accurate to the last digit of the smallest time value. `black-chain.ts`
 * handles many options at one price.
 */
export interface PricedOption {
  readonly strike: number
  /** Volatility × √years; at 0 or below there is no time value. */
  readonly deviation: number
  readonly isCall: boolean
  readonly ratio: number
  readonly forwardRatio: number
}

/** Below this the time value is negligible in a sum. */
const leastDeviation = 1e-100
/** Density and Mills ratios are zero from here on. */
const farOut = 1e6

/** Prices processed at a time, so that intermediate values stay in the nearest cache. */
const blockSize = 256
/** Per price: |ln(F/K)|/s and the arguments |a-t| and a+t (t = s/2), which are replaced by their Mills ratios. */
const moneyness = new Float64Array(blockSize)
const ratios = new Float64Array(2 * blockSize)

export function addBlackPrices(option: PricedOption, prices: Float64Array, out: Float64Array, offset: number): void {
  const { strike, deviation, isCall, ratio, forwardRatio } = option
  if (deviation > leastDeviation && strike > 0 && forwardRatio > 0) {
    for (let from = 0; from < prices.length; from += blockSize)
      addBlock(option, prices, from, Math.min(blockSize, prices.length - from), out, offset)
    return
  }
  for (let at = 0; at < prices.length; at++)
    out[offset + at] =
      (out[offset + at] as number) + ratio * intrinsicValue(forwardRatio * (prices[at] as number), strike, isCall)
}

function addBlock(
  option: PricedOption,
  prices: Float64Array,
  from: number,
  count: number,
  out: Float64Array,
  start: number,
): void {
  const { strike, deviation, isCall, ratio, forwardRatio } = option
  const t = 0.5 * deviation
  const inverse = 1 / deviation
  for (let slot = 0; slot < count; slot++) {
    const forward = forwardRatio * (prices[from + slot] as number)
    // A price of zero or less has no time value; `farOut` gives none.
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
      readonly volatility: number
      /** Forward of this expiry divided by the underlying's price; 1 by default. */
      readonly forwardRatio?: number
    }
  | {
      readonly kind: 'linear'
      readonly ratio: number
      readonly expiryMs?: number
      readonly forwardRatio?: number
    }

/** A moment and a shift added to every volatility (0.05 = five points up). */
export interface Scenario {
  readonly atMs: number
  readonly volatilityShift: number
}

function addLeg(leg: ModelLeg, scenario: Scenario, prices: Float64Array, out: Float64Array, offset: number): void {
  const expired = leg.expiryMs !== undefined && leg.expiryMs <= scenario.atMs
  const forwardRatio = expired ? 1 : (leg.forwardRatio ?? 1)
  if (leg.kind === 'linear') {
    for (let i = 0; i < prices.length; i++)
      out[offset + i] = (out[offset + i] as number) + leg.ratio * forwardRatio * (prices[i] as number)
    return
  }
  const { strike, ratio } = leg
  const years = expired ? 0 : (leg.expiryMs - scenario.atMs) / yearMs
  const deviation = (leg.volatility + scenario.volatilityShift) * Math.sqrt(years)
  addBlackPrices({ strike, deviation, isCall: leg.kind === 'call', ratio, forwardRatio }, prices, out, offset)
}

/**
 * Profit per package at each of `prices` for one scenario, after `cost` (negative: received). A volatility shifted
 * below zero counts as zero. Fills and returns `out` from `offset` if passed.
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

export function scenarioGrid(
  legs: readonly ModelLeg[],
  cost: number,
  scenarios: readonly Scenario[],
  prices: Float64Array,
): Float64Array {
  const out = new Float64Array(scenarios.length * prices.length)
  scenarios.forEach((scenario, row) => payoffBefore(legs, cost, scenario, prices, out, row * prices.length))
  return out
}
