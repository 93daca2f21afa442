/**
 * Profit of a package before (or after) some of its expiries, by Black-76 leg by leg: each option has its own volatility, expiry and forward.
 *
 * Assumptions, to be stated wherever the numbers are shown: each forward keeps its present ratio to the underlying's price; each volatility
 * moves by the scenario's shift alone and stays with its strike; a leg past its expiry is settled at the price looked at, not at
 * the unknown price of its own day.
 */
import { yearMs } from '../domain/time.ts'
import { addBlackPrices } from './black-prices.ts'

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
