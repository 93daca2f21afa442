/** Greatest profit and loss in words: "unlimited" where there is no end to it. Values are of the pricing layer. */
import { formatNumber } from '../format/format-decimal.ts'

export type ExtremeValue = number | 'unlimited'

/** "+1,200.00", "−80.00", "unlimited". */
export function extremeText(value: ExtremeValue, times = 1): string {
  return value === 'unlimited' ? 'unlimited' : formatNumber(value * times, { sign: 'always' })
}
