/** Greatest profit and loss in words: "unlimited" where there is no end to it. Values are of the pricing layer. */
import { formatNumber } from '../format/format-decimal.ts'

export type ExtremeValue = number | 'unlimited'

/** What a figure of several expiries is: the later legs are worth what the model says. */
export const atTodaysVolatility = 'at today’s volatility'

/** "about +2,900.00, at today’s volatility"; `unit` stands between. */
export const aboutText = (value: ExtremeValue, times = 1, unit = ''): string =>
  value === 'unlimited' ? value : `about ${extremeText(value, times)}${unit}, ${atTodaysVolatility}`

/** "+1,200.00", "−80.00", "unlimited". */
export function extremeText(value: ExtremeValue, times = 1): string {
  return value === 'unlimited' ? 'unlimited' : formatNumber(value * times, { sign: 'always' })
}
