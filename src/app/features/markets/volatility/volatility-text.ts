/** Texts of the volatility view; a dash for missing values. */
import { dash, formatNumber, formatPercent } from '../../../ui/format/format-decimal.ts'

export const percentText = (fraction: number | undefined, places = 1): string =>
  fraction === undefined ? dash : formatPercent(fraction, { places })

export const axisText = (fraction: number, step: number): string =>
  percentText(fraction, Math.max(0, Math.min(3, -Math.floor(Math.log10(step * 100)))))

export const pointsText = (fraction: number | undefined): string =>
  fraction === undefined ? dash : formatNumber(fraction * 100, { places: 1, sign: 'always' })

export const numberText = (value: number | undefined, places = 2): string =>
  value === undefined ? dash : formatNumber(value, { places })
