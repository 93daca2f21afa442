/**
 * Money, prices and quantities as plain decimal text, with exact arithmetic.
 *
 * Invariants: a `Decimal` matches `-?digits[.digits]`, has no exponent and at most 80 characters. Text from the wire is
 * kept as written ("10.0" stays "10.0", since a venue echoes order text). Results of arithmetic are canonical (no
 * leading or trailing zeros, no "-0"). Compare with `eq`/`cmp`, never with `===`, unless both sides are canonical. Only
 * functions whose names say so round.
 */
import Big from 'big.js'
import {
  addFast,
  canonicalFast,
  cmpFast,
  isMultipleOfFast,
  mulFast,
  roundToStepFast,
  signFast,
  subFast,
  sumFast,
  sumProductsFast,
} from './decimal-fast.ts'

declare const decimalBrand: unique symbol
export type Decimal = string & { readonly [decimalBrand]: true }

/** Longer texts are rejected as hostile or broken. */
const maxLength = 80
const shape = /^-?\d+(?:\.\d+)?$/

const Strict = Big()
Strict.strict = true
Strict.DP = 40
Strict.RM = Big.roundHalfEven

const big = (value: Decimal): Big => new Strict(value)
/** Big uses exponents outside ±1e21; `toFixed()` without places is exact plain text. */
const text = (value: Big): Decimal => {
  const plain = value.toFixed()
  return (plain === '-0' ? '0' : plain) as Decimal
}

/** True for a decimal as on the wire (no `+`, no exponent, no blanks). */
export function isDecimal(value: unknown): value is Decimal {
  return typeof value === 'string' && value.length <= maxLength && shape.test(value)
}

export function parseDecimal(value: string): Decimal | undefined {
  return isDecimal(value) ? value : undefined
}

/**
 * Decimal of a literal in code; throws on anything else.
 * @example dec('0.50') // '0.50'
 */
export function dec(literal: string | number): Decimal {
  const value = typeof literal === 'number' ? decimalFromNumber(literal) : parseDecimal(literal)
  if (value === undefined) throw new Error(`not a decimal: ${literal}`)
  return value
}

/** Shortest decimal text of a JSON number, without exponent. Undefined if not finite or too long. */
export function decimalFromNumber(value: number): Decimal | undefined {
  if (!Number.isFinite(value)) return undefined
  const plain = text(new Big(value))
  return plain.length <= maxLength ? plain : undefined
}

export const zero = '0' as Decimal
export const one = '1' as Decimal

/** @example add(dec('0.1'), dec('0.2')) // '0.3' */
export const add = (a: Decimal, b: Decimal): Decimal =>
  (addFast(a, b) as Decimal | undefined) ?? text(big(a).plus(big(b)))
/** @example sub(dec('1'), dec('0.9')) // '0.1' */
export const sub = (a: Decimal, b: Decimal): Decimal =>
  a === b ? zero : ((subFast(a, b) as Decimal | undefined) ?? text(big(a).minus(big(b))))
/** @example mul(dec('0.1'), dec('3')) // '0.3' */
export const mul = (a: Decimal, b: Decimal): Decimal =>
  (mulFast(a, b) as Decimal | undefined) ?? text(big(a).times(big(b)))
/** @example neg(dec('2')) // '-2' */
export const neg = (a: Decimal): Decimal => sub(zero, a)
/** @example abs(dec('-1.50')) // '1.5' */
export const abs = (a: Decimal): Decimal => (sign(a) < 0 ? neg(a) : canonical(a))
/** @example sum([dec('0.1'), dec('0.2')]) // '0.3' */
export const sum = (values: Iterable<Decimal>): Decimal => {
  const all = [...values]
  return (sumFast(all) as Decimal | undefined) ?? all.reduce(add, zero)
}

/** Exact sum of `as[i] × bs[i]`, without intermediate texts. Throws on different lengths. */
export function sumProducts(as: readonly Decimal[], bs: readonly Decimal[]): Decimal {
  if (as.length !== bs.length) throw new Error(`${as.length} and ${bs.length} factors`)
  const parts = sumProductsFast(as, bs, (a, b) => mul(a as Decimal, b as Decimal)) as readonly Decimal[]
  return sum(parts)
}

/**
 * Quotient rounded half-even to 40 places; throws when `b` is zero.
 * @example div(dec('1'), dec('4')) // '0.25'
 */
export const div = (a: Decimal, b: Decimal): Decimal => text(big(a).div(big(b)))

/** Quotient when it is exact within 40 places; undefined when it does not terminate there. Throws when `b` is zero. */
export function divExact(a: Decimal, b: Decimal): Decimal | undefined {
  const quotient = big(a).div(big(b))
  return quotient.times(big(b)).eq(big(a)) ? text(quotient) : undefined
}

/**
 * Negative, zero or positive as a is below, equal to or above b.
 * @example cmp(dec('9500'), dec('10000')) // -1
 */
export const cmp = (a: Decimal, b: Decimal): -1 | 0 | 1 => (a === b ? 0 : (cmpFast(a, b) ?? big(a).cmp(big(b))))
/** @example eq(dec('1.0'), dec('1')) // true */
export const eq = (a: Decimal, b: Decimal): boolean => a === b || cmp(a, b) === 0
/** @example lt(dec('9500'), dec('10000')) // true */
export const lt = (a: Decimal, b: Decimal): boolean => cmp(a, b) < 0
export const lte = (a: Decimal, b: Decimal): boolean => cmp(a, b) <= 0
/** @example gt(dec('10000'), dec('9500')) // true */
export const gt = (a: Decimal, b: Decimal): boolean => cmp(a, b) > 0
export const gte = (a: Decimal, b: Decimal): boolean => cmp(a, b) >= 0
/** @example min(dec('9500'), dec('10000')) // '9500' */
export const min = (a: Decimal, b: Decimal): Decimal => (cmp(a, b) <= 0 ? a : b)
export const max = (a: Decimal, b: Decimal): Decimal => (cmp(a, b) >= 0 ? a : b)
/** @example sign(dec('-0.5')) // -1 */
export const sign = (a: Decimal): -1 | 0 | 1 => signFast(a)
/** @example isZero(dec('0.00')) // true */
export const isZero = (a: Decimal): boolean => sign(a) === 0

/**
 * The same value without needless zeros.
 * @example canonical(dec('1.50')) // '1.5'
 */
export const canonical = (a: Decimal): Decimal => (canonicalFast(a) as Decimal | undefined) ?? text(big(a))

/** True if `a` is a multiple of `step`. A step of zero allows any value. */
export function isMultipleOf(a: Decimal, step: Decimal): boolean {
  return isZero(step) || (isMultipleOfFast(a, step) ?? big(a).mod(big(step)).eq('0'))
}

/** Value in units of 10^-scale. `scale` must be at least its number of decimals. */
const unitsOf = (value: Decimal, scale: number): bigint =>
  BigInt(value.replace('.', '')) * 10n ** BigInt(scale - places(value))

function fromUnits(units: bigint, scale: number): Decimal {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  const point = digits.length - scale
  return text(new Strict(`${units < 0n ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}0`))
}

/** The multiple of a positive `step` at or below, at or above, or nearest (ties to even) to `a`, in the same units. */
function multipleNear(a: bigint, step: bigint, way: 'down' | 'up' | 'nearest'): bigint {
  const rest = ((a % step) + step) % step
  const below = a - rest
  if (rest === 0n || way === 'down') return below
  const above = below + step
  if (way === 'up' || rest * 2n > step) return above
  return rest * 2n < step || (below / step) % 2n === 0n ? below : above
}

/**
 * The multiple of `step` at or below (`down`), at or above (`up`) or nearest (`nearest`, ties to even) to `a`; exact at
 * any length. Throws on a step of zero.
 * @example roundToStep(dec('7.3'), dec('0.5'), 'down') // '7'
 */
export function roundToStep(a: Decimal, step: Decimal, way: 'down' | 'up' | 'nearest'): Decimal {
  const fast = roundToStepFast(a, step, way)
  if (fast !== undefined) return fast as Decimal
  const scale = Math.max(places(a), places(step))
  return fromUnits(multipleNear(unitsOf(a, scale), unitsOf(abs(step), scale), way), scale)
}

/**
 * `a` rounded half-even to `places` decimals.
 * @example roundTo(dec('0.125'), 2) // '0.12'
 */
export const roundTo = (a: Decimal, places: number): Decimal => text(big(a).round(places, Big.roundHalfEven))

/**
 * `a` rounded half-even to `places` decimals, or to more where it is so small that fewer than `digits` of its digits
 * would be left.
 * @example roundPrice(dec('0.00000000022'), 8, 4) // '0.00000000022'
 */
export function roundPrice(a: Decimal, places: number, digits = 8): Decimal {
  const [, zeros] = /^-?0*\.(0*)[1-9]/.exec(a) ?? []
  return roundTo(a, zeros === undefined ? places : Math.max(places, zeros.length + digits))
}

/**
 * An average price as shown, without trailing zeros: from 100 on to 2 places, from 1 on to 4, below 1 to 8 or as many
 * as leave four digits. A price of up to two more places, 8 in all, is exact, as that of a single fill, and shown whole.
 */
export function averagePriceOf(price: Decimal): Decimal {
  const fewest = lt(abs(price), dec('1')) ? 8 : lt(abs(price), dec('100')) ? 4 : 2
  const exact = canonical(price)
  return places(exact) <= Math.min(fewest + 2, 8) ? exact : canonical(roundPrice(price, fewest, 4))
}

/** Number of decimals written ("0.50" has 2). */
export const places = (a: Decimal): number => {
  const dot = a.indexOf('.')
  return dot < 0 ? 0 : a.length - dot - 1
}

/** Text padded to at least `least` decimals, as a venue prints what it computed ("10" becomes "10.0"). */
export function withPlaces(a: Decimal, least: number): Decimal {
  const have = places(a)
  if (have >= least) return a
  return `${have === 0 ? `${a}.` : a}${'0'.repeat(least - have)}` as Decimal
}

/**
 * Nearest double; for drawing, sorting and pricing only.
 * @example toNumber(dec('0.05')) // 0.05
 */
export const toNumber = (a: Decimal): number => Number(a)

export function gcd(values: Iterable<number>): number {
  let result = 0
  for (const value of values) {
    let a = Math.abs(value)
    let b = result
    while (a !== 0) {
      const rest = b % a
      b = a
      a = rest
    }
    result = b
  }
  return result
}

/**
 * Formats decimals for display: thousands separators, a true minus sign, fixed decimals to align columns. Uses decimal
 * text throughout, without floats. Rounding is half-even and only for display.
 */
export type SignForm = 'auto' | 'always'

export const minus = '−'

const grouped = (digits: string): string => digits.replace(/\B(?=(?:\d{3})+$)/g, ',')

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
  readonly step?: Decimal | undefined
  readonly places?: number | undefined
  readonly sign?: SignForm | undefined
}

const fewestDigits = 3
const mostPlaces = 18

/** `step`, or a finer one if `value` would round to zero: an existing price is never shown as zero. */
export function visibleStep(step: Decimal, value: Decimal): Decimal {
  // Values from 1 never round to zero.
  if (/^-?[1-9]/.test(value)) return step
  if (isZero(value) || !isZero(roundTo(value, places(canonical(step))))) return step
  const [, zeros = ''] = /\.(0*)/.exec(canonical(value)) ?? []
  const digits = Math.min(mostPlaces, places(canonical(value)), zeros.length + fewestDigits)
  return dec(`0.${'1'.padStart(digits, '0')}`)
}

/**
 * `1234.5` with step `0.05` reads "1,234.50"; without step and places as written.
 * @example formatDecimal(dec('-1234.5'), { places: 2 }) // '−1,234.50'
 */
export function formatDecimal(value: Decimal, { step, places: fixed, sign = 'auto' }: DecimalForm = {}): string {
  const shown = step === undefined ? fixed : places(canonical(step))
  if (shown === undefined) return decimalText(value, sign)
  return decimalText(withPlaces(places(value) > shown ? roundTo(value, shown) : value, shown), sign)
}
