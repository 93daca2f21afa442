/**
 * Price history from stored samples: a package's net price is the sum of its legs' prices times their ratios. A missing
 * leg price leaves a gap, never zero, and nothing is carried forward. Floats in the quote asset, NaN if missing;
 * volatilities are fractions a year.
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

export interface PriceMoment {
  readonly atMs: number
  priceOf(symbol: string): number | undefined
}

export const netSeries = (legs: readonly PackageLeg[], moments: readonly PriceMoment[]): number[] =>
  moments.map(moment =>
    legs.length === 0
      ? Number.NaN
      : legs.reduce((net, { symbol, ratio }) => net + ratio * (moment.priceOf(symbol) ?? Number.NaN), 0),
  )

/** Curves are sampled every 15 minutes; a longer step than this is a gap. */
export const curveStepMs = 33 * minuteMs

export type CurvesOf = (sample: SavedSample, base: string) => VolatilityMoment | undefined

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

type DatedInstrument = Extract<InstrumentName, { readonly expiryMs: number }>

function curveOf(sample: SavedSample, name: DatedInstrument, curvesOf: CurvesOf): SampledCurve | undefined {
  return curvesOf(sample, name.base)?.curves.find(curve => curve.expiryMs === name.expiryMs)
}

export function curveVolatility(sample: SavedSample, symbol: string, curvesOf: CurvesOf): number | undefined {
  const name = parseInstrumentName(symbol)
  if (name?.product !== 'option') return undefined
  const curve = curveOf(sample, name, curvesOf)
  return curve && Math.sqrt(sliceVariance(curve, Math.log(toNumber(name.strike) / curve.forward)) / curve.years)
}

export function curvePrice(sample: SavedSample, symbol: string, curvesOf: CurvesOf): number | undefined {
  const name = parseInstrumentName(symbol)
  if (name === undefined || !('expiryMs' in name)) return undefined
  const curve = curveOf(sample, name, curvesOf)
  if (curve === undefined || name.product === 'future') return curve?.forward
  const strike = toNumber(name.strike)
  const deviation = Math.sqrt(sliceVariance(curve, Math.log(strike / curve.forward)))
  return blackPriceOf(curve.forward, strike, deviation, name.right === 'call')
}

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
  readonly atMs: readonly number[]
  readonly mids: readonly number[]
  /** Net price from the fitted curves, at times that have them. */
  readonly fair: readonly number[]
  readonly volatilities: readonly {
    readonly symbol: string
    readonly ofMid: readonly number[]
    readonly ofCurve: readonly number[]
  }[]
}

export interface PriceHistoryInputs {
  readonly legs: readonly PackageLeg[]
  readonly samples: readonly SavedSample[]
  /** Other times with mids, in any order: order books recorded with own orders, and the present. */
  readonly seen: readonly PriceMoment[]
  readonly isByCurve: (symbol: string) => boolean
  readonly curvesOf: CurvesOf
}

export function priceHistory({ legs, samples, seen, isByCurve, curvesOf }: PriceHistoryInputs): PriceHistory {
  const whole = seen.filter(moment => !Number.isNaN(netSeries(legs, [moment])[0] ?? Number.NaN))
  const moments = [
    ...samples.map(sample => ({ atMs: sample.atMs, sample })),
    ...whole.map(moment => ({ atMs: moment.atMs, moment })),
  ]
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
  const first = known.findIndex(
    (_, at) => !Number.isNaN(mids[at] ?? Number.NaN) || !Number.isNaN(fair[at] ?? Number.NaN),
  )
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
