/** Text of maximum profit and loss; "unlimited" if unbounded. Values come from pricing. */
import { formatNumber } from '../format/format-decimal.ts'

export type ExtremeValue = number | 'unlimited'

/** For several expiries: later legs are valued by the model. */
export const atTodaysVolatility = 'at today’s volatility'

/** For a future spread, or an instrument whose worth at a price is not known. */
export const undetermined = 'not known: the price of the underlying does not determine it'

/** "+2,900.00 USD"; `unit` begins with its space. */
export const extremeText = (value: ExtremeValue, times = 1, unit = ''): string =>
  value === 'unlimited' ? value : `${formatNumber(value * times, { sign: 'always' })}${unit}`

/** "about +2,900.00 USD, at today’s volatility". */
export const aboutText = (value: ExtremeValue, times = 1, unit = ''): string =>
  value === 'unlimited' ? value : `about ${extremeText(value, times, unit)}, ${atTodaysVolatility}`
