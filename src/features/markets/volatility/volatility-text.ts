/** Figures of the volatility view as text; what is missing is a dash. */
import { dash, formatNumber, formatPercent } from '../../../ui/format/format-decimal.ts'

export const percentText = (fraction: number | undefined, places = 1): string =>
  fraction === undefined ? dash : formatPercent(fraction, { places })

export const numberText = (value: number | undefined, places = 2): string => (value === undefined ? dash : formatNumber(value, { places }))
