/** Amounts of money and sizes of the account as text: as `format-decimal.ts` writes them, unless amounts are hidden. */
import { averagePriceOf, type Decimal, type DecimalForm, formatDecimal } from '../../../core/domain/decimal.ts'
import { dash, formatCompact, formatNumber, formatQuantity, type NumberForm } from './format-decimal.ts'
import { maskAmount } from './privacy.ts'

export const formatAmount = (value: Decimal, form?: DecimalForm): string => maskAmount(formatDecimal(value, form))

export const formatSize = (value: Decimal): string => maskAmount(formatQuantity(value))

/**
 * A float amount or size; a value that is not finite reads as missing.
 * @example formatAmountNumber(-1234.5, { places: 0 }) // '−1,235'
 */
export function formatAmountNumber(value: number, form?: NumberForm): string {
  const text = formatNumber(value, form)
  return text === dash ? text : maskAmount(text)
}

export function formatCompactAmount(value: number): string {
  const text = formatCompact(value)
  return text === dash ? text : maskAmount(text)
}

/** Undefined if nothing was filled. */
export const averagePriceShown = (price: Decimal | undefined): Decimal | undefined =>
  price === undefined ? undefined : averagePriceOf(price)
