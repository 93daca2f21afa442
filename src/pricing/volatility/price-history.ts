/**
 * The price of anything over time, from what was kept: a package's net price at a moment is the sum of its legs' prices then, each times its
 * ratio. A leg without a price at a moment leaves the package without one: it is a gap, never zero, and nothing is carried over it.
 * Values are floats in the quote asset, NaN where there is none; volatilities are fractions a year.
 */
import type { SavedSample } from '../../domain/sample.ts'
import { type Decimal, toNumber } from '../../domain/decimal.ts'
import { type InstrumentName, parseInstrumentName } from '../../domain/instrument.ts'
import type { PackageLeg } from '../../domain/package/package-leg.ts'
import { minuteMs } from '../../domain/time.ts'
import { blackPriceOf } from '../black.ts'
import { impliedVolatilityOf } from '../implied-volatility.ts'
import { sliceVariance } from '../surface.ts'
import { type SampledCurve, unpackVolatility, type VolatilityMoment } from './volatility-sample.ts'

/** What was known at a moment. */
export interface PriceMoment {
  readonly atMs: number
  /** Of one unit; undefined where it was not known. */
  priceOf(symbol: string): number | undefined
}

/** The package's net price at each moment; NaN where the price of any leg is missing. */
export const netSeries = (legs: readonly PackageLeg[], moments: readonly PriceMoment[]): number[] =>
  moments.map(moment =>
    legs.length === 0 ? Number.NaN : legs.reduce((net, { symbol, ratio }) => net + ratio * (moment.priceOf(symbol) ?? Number.NaN), 0),
  )

/** Fitted curves are sampled each quarter of an hour: a longer step between two is a gap. */
export const curveStepMs = 33 * minuteMs

/** The curves of a sample, by base; undefined where it has none of that base. */
export type CurvesOf = (sample: SavedSample, base: string) => VolatilityMoment | undefined

/** Reads the curves of each sample once. */
export function curveReader(): CurvesOf {
  const read = new WeakMap<SavedSample, Map<string, VolatilityMoment>>()
  return (sample, base) => {
    const text = sample.volatility?.[base]
    if (text === undefined) return undefined
    const bases = read.get(sample) ?? new Map<string, VolatilityMoment>()
    const moment = bases.get(base) ?? unpackVolatility(text, sample.atMs)
    read.set(sample, bases.set(base, moment))
    return moment
  }
}

type Dated = Extract<InstrumentName, { readonly expiryMs: number }>

/** The curve of the instrument's own expiry: none is made between two. */
function curveOf(sample: SavedSample, name: Dated, curvesOf: CurvesOf): SampledCurve | undefined {
  return curvesOf(sample, name.base)?.curves.find(curve => curve.expiryMs === name.expiryMs)
}

/** Volatility of the fitted curve at the option's strike. */
export function curveVolatility(sample: SavedSample, symbol: string, curvesOf: CurvesOf): number | undefined {
  const name = parseInstrumentName(symbol)
  if (name?.product !== 'option') return undefined
  const curve = curveOf(sample, name, curvesOf)
  return curve && Math.sqrt(sliceVariance(curve, Math.log(toNumber(name.strike) / curve.forward)) / curve.years)
}

/** What the fitted curve makes of an option, and its forward of a future; of what has no expiry nothing. */
export function curvePrice(sample: SavedSample, symbol: string, curvesOf: CurvesOf): number | undefined {
  const name = parseInstrumentName(symbol)
  if (name === undefined || !('expiryMs' in name)) return undefined
  const curve = curveOf(sample, name, curvesOf)
  if (curve === undefined || name.product === 'future') return curve?.forward
  const strike = toNumber(name.strike)
  const deviation = Math.sqrt(sliceVariance(curve, Math.log(strike / curve.forward)))
  return blackPriceOf(curve.forward, strike, deviation, name.right === 'call')
}

/** Volatility of a kept mid, against the forward kept with it. */
function midVolatility(sample: SavedSample, symbol: string, curvesOf: CurvesOf): number | undefined {
  const [name, mid] = [parseInstrumentName(symbol), midOf(sample, symbol)]
  if (name?.product !== 'option' || mid === undefined) return undefined
  const curve = curveOf(sample, name, curvesOf)
  return curve && impliedVolatilityOf(mid, curve.forward, toNumber(name.strike), curve.years, name.right === 'call')
}

const numberOf = (value: Decimal | undefined): number | undefined => (value === undefined ? undefined : toNumber(value))

const midOf = ({ mids }: SavedSample, symbol: string): number | undefined =>
  mids !== undefined && Object.hasOwn(mids, symbol) ? numberOf(mids[symbol]) : undefined

export interface PriceHistory {
  /** Rising. */
  readonly atMs: readonly number[]
  /** Net mid at each time. */
  readonly mids: readonly number[]
  /** Net price by the fitted curves, at the times that have them. */
  readonly fair: readonly number[]
  /** Of each option among the legs: of its kept mid, and of the fitted curve. */
  readonly volatilities: readonly { readonly symbol: string; readonly ofMid: readonly number[]; readonly ofCurve: readonly number[] }[]
}

export interface PriceHistoryInputs {
  readonly legs: readonly PackageLeg[]
  /** By rising time. */
  readonly samples: readonly SavedSample[]
  /** Other moments at which mids were seen, in any order: of order books that own orders noted, and of now. */
  readonly seen: readonly PriceMoment[]
  /** Whether the fitted curves price this instrument: what is not linear in USD they do not. */
  readonly isByCurve: (symbol: string) => boolean
  readonly curvesOf: CurvesOf
}

/** From the first moment on at which anything is known. */
export function priceHistory({ legs, samples, seen, isByCurve, curvesOf }: PriceHistoryInputs): PriceHistory {
  const whole = seen.filter(moment => !Number.isNaN(netSeries(legs, [moment])[0] ?? Number.NaN))
  const moments = [...samples.map(sample => ({ atMs: sample.atMs, sample })), ...whole.map(moment => ({ atMs: moment.atMs, moment }))]
  const known = moments
    .sort((a, b) => a.atMs - b.atMs)
    .map((one): PriceMoment & { readonly sample?: SavedSample } =>
      'moment' in one ? one.moment : { ...one, priceOf: symbol => midOf(one.sample, symbol) },
    )
  const mids = netSeries(legs, known)
  const byCurve = (sample: SavedSample | undefined, symbol: string): number | undefined =>
    sample === undefined || !isByCurve(symbol) ? undefined : curvePrice(sample, symbol, curvesOf)
  const fair = netSeries(
    legs,
    known.map(({ atMs, sample }) => ({ atMs, priceOf: symbol => byCurve(sample, symbol) })),
  )
  const first = known.findIndex((_, at) => !Number.isNaN(mids[at] ?? Number.NaN) || !Number.isNaN(fair[at] ?? Number.NaN))
  const from = first === -1 ? known.length : first
  const shown = known.slice(from)
  const options = legs.filter(({ symbol }) => parseInstrumentName(symbol)?.product === 'option' && isByCurve(symbol))
  const over = (of: typeof curveVolatility, symbol: string): number[] =>
    shown.map(({ sample }) => (sample && of(sample, symbol, curvesOf)) ?? Number.NaN)
  return {
    atMs: shown.map(moment => moment.atMs),
    mids: mids.slice(from),
    fair: fair.slice(from),
    volatilities: options.map(({ symbol }) => ({
      symbol,
      ofMid: over(midVolatility, symbol),
      ofCurve: over(curveVolatility, symbol),
    })),
  }
}
