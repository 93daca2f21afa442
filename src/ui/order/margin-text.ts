/** How much margin is used, in one form on every screen. */
import { formatPercent } from '../format/format-decimal.ts'

/** "7.8 %", "60 %"; "over 999 %" beyond that. */
export const usedText = (fraction: number): string =>
  fraction > 9.99 ? 'over 999 %' : formatPercent(fraction, { places: fraction < 0.1 && fraction > 0 ? 1 : 0 })
