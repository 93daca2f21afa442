/**
 * Greeks of one unit of an instrument, long, and of positions as so many of them (conventions 5): delta in coins to the forward of its
 * expiry, gamma in coins a USD, vega in USD a volatility point, theta in USD a day. What is linear has a delta of one and nothing
 * else. An instrument that cannot be priced says why, and a sum says how many of its parts went in.
 */
import { toNumber } from '../../domain/decimal.ts'
import { parseInstrumentName, valuedProduct } from '../../domain/instrument.ts'
import { yearMs } from '../../domain/time.ts'
import { greekSlot } from '../black-chain.ts'
import { blackGreeksInto, intrinsicValue } from '../black.ts'
import type { BaseSurface, VolatilitySource } from '../market/base-surface.ts'
import type { ModelLeg, Scenario } from '../payoff-before.ts'
import { surfaceVolatility } from '../surface.ts'

/**
 * Value and greeks of several legs together at one price of the underlying, by Black-76 leg by leg (conventions 5): delta and gamma to the
 * forward of each leg, as everywhere else, so that a future is its size and a hedge by futures leaves what it says. The forwards keep
 * their ratio to the price. Assumptions as in `payoff-before.ts`.
 */
export interface PositionGreeks {
  readonly value: number
  readonly delta: number
  readonly gamma: number
  readonly vegaPerVolPoint: number
  readonly thetaPerDay: number
}

const out = new Float64Array(greekSlot.width)

export function positionGreeks(legs: readonly ModelLeg[], price: number, scenario: Scenario): PositionGreeks {
  let [value, delta, gamma, vegaPerVolPoint, thetaPerDay] = [0, 0, 0, 0, 0]
  for (const leg of legs) {
    const expired = leg.expiryMs !== undefined && leg.expiryMs <= scenario.atMs
    const share = expired ? 1 : (leg.forwardRatio ?? 1)
    if (leg.kind === 'linear') {
      value += leg.ratio * share * price
      delta += leg.ratio
      continue
    }
    const isCall = leg.kind === 'call'
    if (expired) {
      const worth = intrinsicValue(price, leg.strike, isCall)
      value += leg.ratio * worth
      delta += worth > 0 ? leg.ratio * (isCall ? 1 : -1) : 0
      continue
    }
    const years = (leg.expiryMs - scenario.atMs) / yearMs
    const volatility = Math.max(0, leg.volatility + scenario.volatilityShift)
    blackGreeksInto(share * price, leg.strike, years, volatility, isCall, out, 0)
    value += leg.ratio * (out[greekSlot.price] as number)
    delta += leg.ratio * (out[greekSlot.delta] as number)
    gamma += leg.ratio * (out[greekSlot.gamma] as number)
    vegaPerVolPoint += leg.ratio * (out[greekSlot.vegaPerVolPoint] as number)
    thetaPerDay += leg.ratio * (out[greekSlot.thetaPerDay] as number)
  }
  return { value, delta, gamma, vegaPerVolPoint, thetaPerDay }
}

export type Greeks = Omit<PositionGreeks, 'value'>

/** `unreadable`: its name follows no known form. `no_rule`: what it is worth at another price is not known. `no_market`: nothing is quoted of its base. `not_listed`: nor is its expiry. `pending`: what is quoted of its base is being read. */
export type Unpriced = 'unreadable' | 'no_rule' | 'expired' | 'no_market' | 'pending' | 'not_listed' | 'no_forward' | 'no_volatility'

export interface OptionInputs {
  readonly forward: number
  readonly volatility: number
  readonly source: VolatilitySource
}

/** `inputs` are undefined for what is linear. */
export type UnitGreeks =
  | { readonly isPriced: true; readonly greeks: Greeks; readonly inputs: OptionInputs | undefined }
  | { readonly isPriced: false; readonly why: Unpriced }

const noGreeks: Greeks = { delta: 0, gamma: 0, vegaPerVolPoint: 0, thetaPerDay: 0 }
const linear: UnitGreeks = { isPriced: true, greeks: { ...noGreeks, delta: 1 }, inputs: undefined }

const unpriced = (why: Unpriced): UnitGreeks => ({ isPriced: false, why })

/** Of one unit at `nowMs`; `surface` is that of the instrument's base, undefined while its quotes are not there. */
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
  const leg = { kind: name.right, strike, ratio: 1, expiryMs: name.expiryMs, volatility }
  const { delta, gamma, vegaPerVolPoint, thetaPerDay } = positionGreeks([leg], forward, { atMs: nowMs, volatilityShift: 0 })
  const source = mark?.source ?? 'surface'
  return { isPriced: true, greeks: { delta, gamma, vegaPerVolPoint, thetaPerDay }, inputs: { forward, volatility, source } }
}

/** Of `size` units, signed; undefined where one unit has none. */
export function greeksOfSize(unit: UnitGreeks, size: number): Greeks | undefined {
  if (!unit.isPriced) return undefined
  const { delta, gamma, vegaPerVolPoint, thetaPerDay } = unit.greeks
  return { delta: delta * size, gamma: gamma * size, vegaPerVolPoint: vegaPerVolPoint * size, thetaPerDay: thetaPerDay * size }
}

/** Greeks of several parts, and how many of the parts they are of. Deltas and gammas of several bases are not one number. */
export interface GreekSum {
  readonly greeks: Greeks
  readonly priced: number
  readonly of: number
}

/** Adds up what has greeks. */
export function sumGreeks(parts: Iterable<Greeks | undefined>): GreekSum {
  let [delta, gamma, vegaPerVolPoint, thetaPerDay, priced, of] = [0, 0, 0, 0, 0, 0]
  for (const part of parts) {
    of += 1
    if (part === undefined) continue
    priced += 1
    delta += part.delta
    gamma += part.gamma
    vegaPerVolPoint += part.vegaPerVolPoint
    thetaPerDay += part.thetaPerDay
  }
  return { greeks: { delta, gamma, vegaPerVolPoint, thetaPerDay }, priced, of }
}
