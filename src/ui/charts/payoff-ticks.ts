/** Ticks of a payoff chart's axes with their words: prices across, amounts upwards. */
import { formatCompactAmount } from '../format/amounts.ts'
import { formatNumber } from '../format/format-decimal.ts'
import type { Labelled } from './chart-labels.ts'
import type { PayoffScales } from './payoff-geometry.ts'

const [acrossPx, upwardsPx] = [90, 56]

/** Decimals of a raster of ticks, so that neighbours differ. */
const placesOfStep = (ticks: readonly number[]): number =>
  Math.max(0, Math.min(8, -Math.floor(Math.log10(Math.abs((ticks[1] ?? 1) - (ticks[0] ?? 0)) || 1))))

export function xTicks({ x, width }: Pick<PayoffScales, 'x' | 'width'>): readonly Labelled[] {
  const ticks = x.ticks(Math.max(2, Math.floor(width / acrossPx)))
  const places = placesOfStep(ticks)
  return ticks.map(value => ({ value, text: formatNumber(value, { places }) }))
}

export const yTicks = ({ y, height }: Pick<PayoffScales, 'y' | 'height'>): readonly Labelled[] =>
  y.ticks(Math.max(2, Math.floor(height / upwardsPx))).map(value => ({ value, text: formatCompactAmount(value) }))
