/** The fitted surface as a table: one row per expiry, with volatilities by delta or by strike. */
import type { BaseSurface, ExpirySurface } from '../market/base-surface.ts'
import { surfaceVolatility } from '../surface.ts'
import { forwardVolatilities, pointAtDelta, type Skew, skewOf } from './skew.ts'

export interface ExpiryVolatility {
  readonly expiry: ExpirySurface
  /** Undefined if no quote of the expiry implies a volatility. */
  readonly skew: Skew | undefined
  /** From the previous fitted expiry, or from now, to this one. */
  readonly forwardVolatility: number | undefined
}

const sliceOf = ({ slices }: Pick<BaseSurface, 'slices'>, { years }: ExpirySurface) =>
  slices.find(slice => slice.years === years)

export function expiryVolatilities(surface: BaseSurface): readonly ExpiryVolatility[] {
  const points = surface.slices.map(slice => ({ years: slice.years, volatility: Math.sqrt(slice.theta / slice.years) }))
  const forwards = new Map(forwardVolatilities(points).map(each => [each.toYears, each.volatility]))
  return [...surface.expiries.values()]
    .toSorted((a, b) => a.expiryMs - b.expiryMs)
    .map(expiry => {
      const slice = sliceOf(surface, expiry)
      return { expiry, skew: slice && skewOf(slice), forwardVolatility: forwards.get(expiry.years) }
    })
}

export const gridDeltas = [
  { label: '10Δ P', callDelta: 0.9 },
  { label: '25Δ P', callDelta: 0.75 },
  { label: '50Δ', callDelta: 0.5 },
  { label: '25Δ C', callDelta: 0.25 },
  { label: '10Δ C', callDelta: 0.1 },
] as const

export interface GridCell {
  readonly strike: number
  readonly volatility: number
}
export type Grid = readonly (readonly (GridCell | undefined)[])[]

export const gridByDelta = (surface: BaseSurface, rows: readonly ExpiryVolatility[]): Grid =>
  rows.map(({ expiry }) => {
    const [slice, forward] = [sliceOf(surface, expiry), expiry.forward?.price]
    return gridDeltas.map(({ callDelta }) => {
      const point = slice === undefined || forward === undefined ? undefined : pointAtDelta(slice, callDelta)
      return point && { strike: (forward ?? 0) * Math.exp(point.logStrike), volatility: point.volatility }
    })
  })

/** Strikes of the grid as multiples of the price. */
const moneyness = [0.7, 0.8, 0.9, 0.95, 1, 1.05, 1.1, 1.2, 1.3]

export function gridStrikes(listed: readonly number[], price: number): readonly number[] {
  const nearest = moneyness.map(share =>
    listed.reduce(
      (best, one) => (Math.abs(one - share * price) < Math.abs(best - share * price) ? one : best),
      listed[0] ?? Number.NaN,
    ),
  )
  return [...new Set(nearest)].filter(Number.isFinite).sort((a, b) => a - b)
}

export const gridByStrike = (
  surface: BaseSurface,
  rows: readonly ExpiryVolatility[],
  strikes: readonly number[],
): Grid =>
  rows.map(({ expiry }) => {
    const [slice, forward] = [sliceOf(surface, expiry), expiry.forward?.price]
    return strikes.map(strike => {
      const isFitted = slice !== undefined && forward !== undefined
      const volatility = isFitted ? surfaceVolatility([slice], forward, strike, expiry.years) : undefined
      return volatility === undefined ? undefined : { strike, volatility }
    })
  })
