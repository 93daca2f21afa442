import {
  add,
  canonical,
  dec,
  type Decimal,
  isMultipleOf,
  lt,
  mul,
  neg,
  places,
  roundToStep,
  withPlaces,
  zero,
} from '../../../core/domain/decimal.ts'
import { parseTypedNumber } from '../../../core/domain/typed-number.ts'

export const tidyDecimalText = (text: string): string => text.trim().replace(/^[−–]/, '-')

/**
 * Text after `count` steps up (negative: down). A value between steps goes to the next step first; an empty field
 * starts from zero; an invalid text stays.
 */
export function stepDecimal(text: string, step: Decimal, count: number, allowNegative: boolean): string {
  const value = text.trim() === '' ? zero : parseTypedNumber(text, step)
  if (value === undefined) return text
  const onRaster = isMultipleOf(value, step)
  const from = onRaster ? value : roundToStep(value, step, count > 0 ? 'down' : 'up')
  const next = add(from, mul(count < 0 ? neg(step) : step, dec(Math.abs(count))))
  const bounded = !allowNegative && lt(next, zero) ? zero : next
  return withPlaces(bounded, places(canonical(step)))
}
