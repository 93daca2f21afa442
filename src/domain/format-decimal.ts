/**
 * Decimals as text: thousands separators, a true minus sign, a fixed number of decimals, so that columns of tabular figures line up. A decimal stays text
 * all the way (nothing is lost). Rounding is half-even and only for showing.
 */
import { canonical, type Decimal, dec, isZero, places as placesOf, roundTo, withPlaces } from './decimal.ts'

export type SignForm = 'auto' | 'always'

export const minus = '−'

const grouped = (digits: string): string => digits.replace(/\B(?=(?:\d{3})+$)/g, ',')

/** Plain decimal text with separators and sign; `-0.00` reads as zero. */
export function decimalText(text: string, sign: SignForm): string {
  const negative = text.startsWith('-')
  const [whole = '0', fraction] = (negative ? text.slice(1) : text).split('.')
  const body = fraction === undefined ? grouped(whole) : `${grouped(whole)}.${fraction}`
  const isZero = !/[1-9]/.test(text)
  if (isZero) return body
  if (negative) return `${minus}${body}`
  return sign === 'always' ? `+${body}` : body
}

export interface DecimalForm {
  /** Decimals of the instrument's step ("0.05" shows two). */
  readonly step?: Decimal | undefined
  /** Fixed number of decimals; `step` goes before it. */
  readonly places?: number | undefined
  readonly sign?: SignForm | undefined
}

/** Digits of a small value that are seen at least. */
const fewestDigits = 3
const mostPlaces = 18

/** `step`, or a finer one where `value` would read as nothing at it: a price that is there is never shown as zero. */
export function visibleStep(step: Decimal, value: Decimal): Decimal {
  // From one on no rounding to places makes a zero of it.
  if (/^-?[1-9]/.test(value)) return step
  if (isZero(value) || !isZero(roundTo(value, placesOf(canonical(step))))) return step
  const [, zeros = ''] = /\.(0*)/.exec(canonical(value)) ?? []
  const digits = Math.min(mostPlaces, placesOf(canonical(value)), zeros.length + fewestDigits)
  return dec(`0.${'1'.padStart(digits, '0')}`)
}

/** `1234.5` with step `0.05` reads "1,234.50"; without step and places as written. */
export function formatDecimal(value: Decimal, { step, places, sign = 'auto' }: DecimalForm = {}): string {
  const shown = step === undefined ? places : placesOf(canonical(step))
  if (shown === undefined) return decimalText(value, sign)
  return decimalText(withPlaces(placesOf(value) > shown ? roundTo(value, shown) : value, shown), sign)
}
