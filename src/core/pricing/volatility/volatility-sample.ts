/**
 * Compact text of a base's volatility at one moment, since years of samples are stored:
 * `price|minute:forward,θ,ρ,ψ;minute:…`, one entry per expiry (minutes since 1970 UTC), six digits per number.
 */
import { toNumber } from '../../domain/decimal.ts'
import { minuteMs, yearMs } from '../../domain/time.ts'
import type { BaseSurface } from '../market/base-surface.ts'
import { sliceAt, type SsviSlice } from '../surface.ts'
import { type Skew, skewOf } from './skew.ts'

export interface SampledCurve extends SsviSlice {
  readonly expiryMs: number
  readonly forward: number
}

export interface VolatilityMoment {
  readonly atMs: number
  readonly price: number | undefined
  readonly curves: readonly SampledCurve[]
}

const short = (value: number): string => String(Number(value.toPrecision(6)))

export const momentOf = ({ atMs, underlying, expiries, slices }: BaseSurface): VolatilityMoment => ({
  atMs,
  price: underlying === undefined ? undefined : toNumber(underlying.price),
  curves: [...expiries.values()].flatMap(({ expiryMs, years, forward }) => {
    const slice = slices.find(each => each.years === years)
    return slice === undefined || forward === undefined ? [] : [{ ...slice, expiryMs, forward: forward.price }]
  }),
})

export function packVolatility(surface: BaseSurface): string | undefined {
  const { price, curves } = momentOf(surface)
  if (curves.length === 0) return undefined
  const texts = curves.map(
    ({ expiryMs, forward, theta, rho, psi }) =>
      `${expiryMs / minuteMs}:${[forward, theta, rho, psi].map(short).join(',')}`,
  )
  return `${price === undefined ? '' : short(price)}|${texts.join(';')}`
}

const curveOf = (text: string, atMs: number): SampledCurve | undefined => {
  const [minute = '', rest = ''] = text.split(':')
  const [expiryMs, [forward, theta, rho, psi]] = [Number(minute) * minuteMs, rest.split(',').map(Number)]
  if (forward === undefined || theta === undefined || rho === undefined || psi === undefined) return undefined
  const years = (expiryMs - atMs) / yearMs
  const isCurve = forward > 0 && theta > 0 && psi > 0 && Math.abs(rho) < 1 && years > 0
  return isCurve ? { expiryMs, forward, years, theta, rho, psi } : undefined
}

export function unpackVolatility(text: string, atMs: number): VolatilityMoment {
  const [price = '', curves = ''] = text.split('|')
  const number = price === '' ? Number.NaN : Number(price)
  return {
    atMs,
    price: number > 0 ? number : undefined,
    curves: curves
      .split(';')
      .flatMap(each => curveOf(each, atMs) ?? [])
      .sort((a, b) => a.years - b.years),
  }
}

export function skewAtExpiry({ curves }: VolatilityMoment, expiryMs: number): Skew | undefined {
  const curve = curves.find(each => each.expiryMs === expiryMs)
  return curve && skewOf(curve)
}

export function skewAtMaturity({ curves }: Pick<VolatilityMoment, 'curves'>, days: number): Skew | undefined {
  const years = days / 365
  const isWithin = curves.some(curve => curve.years <= years) && curves.some(curve => curve.years >= years)
  const slice = isWithin ? sliceAt(curves, years) : undefined
  return slice && skewOf(slice)
}

/** The moment nearest to a time, within `tolerance` ms. Moments must be sorted by time. */
export function momentNear<Moment extends { readonly atMs: number }>(
  moments: readonly Moment[],
  atMs: number,
  tolerance: number,
): Moment | undefined {
  const near = moments.filter(each => Math.abs(each.atMs - atMs) <= tolerance)
  return near.reduce<Moment | undefined>(
    (best, one) => (best === undefined || Math.abs(one.atMs - atMs) < Math.abs(best.atMs - atMs) ? one : best),
    undefined,
  )
}
