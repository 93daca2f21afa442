/**
 * Numbers as text: thousands separators, a true minus sign, a fixed number of decimals, so that columns of tabular figures line up. A decimal
 * stays text all the way (nothing is lost); floats are for what pricing computed. Rounding is half-even and only for showing.
 */
import { canonical, type Decimal, decimalFromNumber, places as placesOf, roundTo, withPlaces } from '../../domain/decimal.ts'
import { letterScales } from './letter-scales.ts'
import { maskAmount } from './privacy.ts'

export type SignForm = 'auto' | 'always'

/** Stands for a value that does not exist. Missing is never zero. */
export const dash = '–'
const minus = '−'

const grouped = (digits: string): string => digits.replace(/\B(?=(?:\d{3})+$)/g, ',')

/** Plain decimal text with separators and sign; `-0.00` reads as zero. */
function dress(text: string, sign: SignForm): string {
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

/** `1234.5` with step `0.05` reads "1,234.50"; without step and places as written. */
export function formatDecimal(value: Decimal, { step, places, sign = 'auto' }: DecimalForm = {}): string {
  const shown = step === undefined ? places : placesOf(canonical(step))
  if (shown === undefined) return dress(value, sign)
  return dress(withPlaces(placesOf(value) > shown ? roundTo(value, shown) : value, shown), sign)
}

/** Sign of a figure as it is written: what rounds to zero has none. */
export const signShown = (text: string): -1 | 0 | 1 => (text.startsWith(minus) ? -1 : text.startsWith('+') ? 1 : 0)

/** Profit and loss: always signed, two decimals unless told; always an amount, so masked when those are hidden. */
export const formatPnl = (value: Decimal, { step, places = 2 }: Omit<DecimalForm, 'sign'> = {}): string =>
  maskAmount(formatDecimal(value, { step, places, sign: 'always' }))

/** Quantity: by its step, else without needless zeros. */
export const formatQuantity = (value: Decimal, step?: Decimal): string =>
  step === undefined ? dress(canonical(value), 'auto') : formatDecimal(value, { step })

export interface NumberForm {
  readonly places?: number | undefined
  readonly sign?: SignForm | undefined
}

/** A float of the pricing layer; not finite reads as missing. */
export function formatNumber(value: number, { places = 2, sign = 'auto' }: NumberForm = {}): string {
  const decimal = decimalFromNumber(value)
  return decimal === undefined ? dash : formatDecimal(decimal, { places, sign })
}

/** A fraction as percent: 0.0123 reads "1.2 %". */
export function formatPercent(fraction: number, { places = 1, sign = 'auto' }: NumberForm = {}): string {
  const text = formatNumber(fraction * 100, { places, sign })
  return text === dash ? dash : `${text} %`
}

/** Short form for axes: 950, 1.5k, 102k, 1.2M. */
export function formatCompact(value: number): string {
  if (!Number.isFinite(value)) return dash
  const size = Math.abs(value)
  // What floats leave of zero.
  if (size < 1e-9) return '0'
  // From 999,950 on the thousands would read "1000k".
  const [scale, letter] = letterScales.find(([each]) => size >= each * 0.99995) ?? ([1, ''] as const)
  const short = Number((value / scale).toPrecision(scale === 1 ? 4 : size / scale >= 100 ? 4 : 3))
  return `${dress(decimalFromNumber(short) ?? '0', 'auto')}${letter}`
}
