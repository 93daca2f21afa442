/** Margin use in the same form on every screen. */
import { abs, type Decimal, sign } from '../../../core/domain/decimal.ts'
import { formatAmount } from '../format/amounts.ts'
import { formatPercent } from '../format/format-decimal.ts'

/** "you owe 652,390.56 USD"; undefined if the collateral is not negative. */
export const owedText = (collateral: Decimal): string | undefined =>
  sign(collateral) < 0 ? `you owe ${formatAmount(abs(collateral), { places: 2 })} USD` : undefined

/** "7.8 %", "60 %"; "over 999 %" beyond that. */
export const usedText = (fraction: number): string =>
  fraction > 9.99 ? 'over 999 %' : formatPercent(fraction, { places: fraction < 0.1 && fraction > 0 ? 1 : 0 })
