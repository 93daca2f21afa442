/**
 * Greeks of one unit of an instrument, long, and of positions (conventions 5): delta in coins to the forward, gamma in
 * coins per USD, vega in USD per volatility point, theta in USD per day; vanna in coins of delta per volatility point,
 * volga in USD of vega per volatility point, charm in coins of delta per day. A linear instrument has a delta of one
 * and no other greek. An instrument that cannot be priced has a reason, and a sum counts how many parts it includes.
 */
import { toNumber } from '../../domain/decimal.ts'
import { type InstrumentName, parseInstrumentName, valuedProduct } from '../../domain/instrument.ts'
import { yearMs } from '../../domain/time.ts'
import { greekSlot } from '../black-chain.ts'
import { blackGreeksInto, intrinsicValue, type OptionGreeks } from '../black.ts'
import type { BaseSurface, VolatilitySource } from '../market/base-surface.ts'
import type { ModelLeg, Scenario } from '../payoff-before.ts'
import { surfaceVolatility } from '../surface.ts'

/**
 * Value and greeks of several legs at one underlying price, by Black-76 leg by leg (conventions 5). Delta and gamma are
 * to each leg's forward, so that a future counts as its size and a hedge with futures leaves the stated delta. Forwards
 * keep their ratio to the price. Assumptions as in `payoff-before.ts`.
 */
export type Greeks = Omit<OptionGreeks, 'price'>

export interface PositionGreeks extends Greeks {
  readonly value: number
}

type Sums = { -readonly [Name in keyof Greeks]: Greeks[Name] }

export const noGreeks: Greeks = {
  delta: 0,
  gamma: 0,
  vegaPerVolPoint: 0,
  thetaPerDay: 0,
  vannaPerVolPoint: 0,
  volgaPerVolPoint: 0,
  charmPerDay: 0,
}
const names = Object.keys(noGreeks) as (keyof Greeks)[]

export function scaledGreeks(greeks: Greeks, size: number): Greeks {
  const scaled: Sums = { ...noGreeks }
  for (const name of names) scaled[name] = greeks[name] * size
  return scaled
}

const out = new Float64Array(greekSlot.width)

export function positionGreeks(legs: readonly ModelLeg[], price: number, scenario: Scenario): PositionGreeks {
  const sums = { ...noGreeks, value: 0 } satisfies PositionGreeks
  for (const leg of legs) {
    const expired = leg.expiryMs !== undefined && leg.expiryMs <= scenario.atMs
    const share = expired ? 1 : (leg.forwardRatio ?? 1)
    if (leg.kind === 'linear') {
      sums.value += leg.ratio * share * price
      sums.delta += leg.ratio
      continue
    }
    const isCall = leg.kind === 'call'
    if (expired) {
      const worth = intrinsicValue(price, leg.strike, isCall)
      sums.value += leg.ratio * worth
      sums.delta += worth > 0 ? leg.ratio * (isCall ? 1 : -1) : 0
      continue
    }
    const years = (leg.expiryMs - scenario.atMs) / yearMs
    const volatility = Math.max(0, leg.volatility + scenario.volatilityShift)
    blackGreeksInto(share * price, leg.strike, years, volatility, isCall, out, 0)
    sums.value += leg.ratio * (out[greekSlot.price] as number)
    for (const name of names) sums[name] += leg.ratio * (out[greekSlot[name]] as number)
  }
  return sums
}

export type UnpricedReason =
  | 'unreadable'
  | 'no_rule'
  | 'expired'
  | 'no_market'
  | 'pending'
  | 'not_listed'
  | 'no_forward'
  | 'no_volatility'
  | 'not_stored'

export interface OptionInputs {
  readonly forward: number
  readonly volatility: number
  readonly source: VolatilitySource
}

/** `inputs` are undefined for a linear instrument. */
export type UnitGreeks =
  | { readonly isPriced: true; readonly greeks: Greeks; readonly inputs: OptionInputs | undefined }
  | { readonly isPriced: false; readonly why: UnpricedReason }

const linear: UnitGreeks = { isPriced: true, greeks: { ...noGreeks, delta: 1 }, inputs: undefined }

const unpriced = (why: UnpricedReason): UnitGreeks => ({ isPriced: false, why })

export function unitGreeks(symbol: string, surface: BaseSurface | undefined, nowMs: number): UnitGreeks {
  const name = parseInstrumentName(symbol)
  if (name === undefined) return unpriced('unreadable')
  if ('expiryMs' in name && name.expiryMs <= nowMs) return unpriced('expired')
  if (name.product !== 'option') return valuedProduct(symbol) === undefined ? unpriced('no_rule') : linear
  if (surface === undefined) return unpriced('no_market')
  const expiry = surface.expiries.get(name.expiryMs)
  if (expiry === undefined) return unpriced('not_listed')
  if (expiry.forward === undefined) return unpriced('no_forward')
  const { price: forward } = expiry.forward
  const strike = toNumber(name.strike)
  const mark = expiry.marks.get(symbol)
  const volatility = mark?.volatility ?? surfaceVolatility(surface.slices, forward, strike, expiry.years)
  if (volatility === undefined) return unpriced('no_volatility')
  return pricedBy(name, { forward, volatility, source: mark?.source ?? 'surface' }, nowMs)
}

function pricedBy(
  name: Extract<InstrumentName, { product: 'option' }>,
  inputs: OptionInputs,
  atMs: number,
): UnitGreeks {
  const { forward, volatility } = inputs
  const leg = { kind: name.right, strike: toNumber(name.strike), ratio: 1, expiryMs: name.expiryMs, volatility }
  const { value: _, ...greeks } = positionGreeks([leg], forward, { atMs, volatilityShift: 0 })
  return { isPriced: true, greeks, inputs }
}

export function unitGreeksStored(symbol: string, inputs: OptionInputs | undefined, atMs: number): UnitGreeks {
  const name = parseInstrumentName(symbol)
  const unit = unitGreeks(symbol, undefined, atMs)
  if (name?.product !== 'option' || unit.isPriced || unit.why !== 'no_market') return unit
  return inputs === undefined ? unpriced('not_stored') : pricedBy(name, inputs, atMs)
}

export const greeksOfSize = (unit: UnitGreeks, size: number): Greeks | undefined =>
  unit.isPriced ? scaledGreeks(unit.greeks, size) : undefined

export interface GreekSum {
  readonly greeks: Greeks
  readonly priced: number
  readonly of: number
}

export function sumGreeks(parts: Iterable<Greeks | undefined>): GreekSum {
  const greeks: Sums = { ...noGreeks }
  let [priced, of] = [0, 0]
  for (const part of parts) {
    of += 1
    if (part === undefined) continue
    priced += 1
    for (const name of names) greeks[name] += part[name]
  }
  return { greeks, priced, of }
}
