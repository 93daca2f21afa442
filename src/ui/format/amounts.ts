/** Amounts and sizes of the account as text: as in `format-decimal.ts`, or masked while amounts are hidden. */
import { abs, canonical, cmp, dec, type Decimal, type DecimalForm, formatDecimal, roundPrice } from '../../domain/decimal.ts'
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

/**
 * An average fill price, rounded to 4 places (below 1 to 8, or enough for four digits), without trailing zeros.
 * Undefined without fills.
 */
export const averagePriceShown = (price: Decimal | undefined): Decimal | undefined =>
  price === undefined ? undefined : canonical(roundPrice(price, cmp(abs(price), dec('1')) < 0 ? 8 : 4, 4))
