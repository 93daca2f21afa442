/** Figures for the screen, based on `domain/format-decimal.ts`: profit and loss, sizes, and floats from pricing. */
import {
  canonical,
  type Decimal,
  type DecimalForm,
  decimalFromNumber,
  decimalText,
  formatDecimal,
  minus,
  places as placesOf,
  type SignForm,
  zero,
} from '../../../core/domain/decimal.ts'
import { maskAmount } from './privacy.ts'

export const dash = '–'

/** Sign of a formatted figure; one that rounds to zero has none. */
export const signShown = (text: string): -1 | 0 | 1 => (text.startsWith(minus) ? -1 : text.startsWith('+') ? 1 : 0)

/** Class and cell tone of an amount by its sign. */
export const signTone = (sign: number | undefined): 'gain' | 'loss' | undefined =>
  sign === undefined || sign === 0 ? undefined : sign > 0 ? 'gain' : 'loss'

/** Profit and loss: always signed, two decimals by default; masked while amounts are hidden. */
export const formatPnl = (value: Decimal, { step, places = 2 }: Omit<DecimalForm, 'sign'> = {}): string =>
  maskAmount(formatDecimal(value, { step, places, sign: 'always' }))

const morePlaces = 3

/**
 * A quantity with at least the decimals of its step, and its own further ones up to a limit, so that sums match.
 * Without a step no trailing zeros.
 */
export function formatQuantity(value: Decimal, step?: Decimal): string {
  if (step === undefined) return decimalText(canonical(value), 'auto')
  const least = placesOf(canonical(step))
  return formatDecimal(value, { places: Math.min(Math.max(least, placesOf(canonical(value))), least + morePlaces) })
}

export interface NumberForm {
  readonly places?: number | undefined
  readonly sign?: SignForm | undefined
}

/** Smaller values count as zero, because a decimal cannot represent them (the delta of a far option). */
const nothing = 1e-30

/**
 * A float from pricing; not finite reads as missing, almost zero as zero.
 * @example formatNumber(0.0512, { places: 3, sign: 'always' }) // '+0.051'
 */
export function formatNumber(value: number, { places = 2, sign = 'auto' }: NumberForm = {}): string {
  const decimal = Math.abs(value) < nothing ? zero : decimalFromNumber(value)
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
  // Rounding residue counts as zero.
  if (size < 1e-9) return '0'
  // From 999,950 the thousands would read "1000k".
  const [scale, letter] = letterScales.find(([each]) => size >= each * 0.99995) ?? ([1, ''] as const)
  const short = Number((value / scale).toPrecision(scale === 1 ? 4 : size / scale >= 100 ? 4 : 3))
  return `${decimalText(decimalFromNumber(short) ?? '0', 'auto')}${letter}`
}

export const letterScales = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const
