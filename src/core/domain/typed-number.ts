/**
 * Numbers as a hand types them, in every field, phrase, link and paste: "1,000,000", "1 000", "10k", "2.5m", "+5",
 * "$1700", ".5", "1,5". A point and a comma are both decimal marks and both separate thousands. "1,500" and "1.500" can
 * be either, so both readings come back, to be asked about. A group of thousands never begins with zero: "0,500" is a
 * half.
 */
import { canonical, dec, type Decimal, formatDecimal, mul, neg, parseDecimal, places } from './decimal.ts'

export type TypedNumber =
  | { readonly kind: 'number'; readonly value: Decimal }
  /** The larger first. */
  | { readonly kind: 'ambiguous'; readonly readings: readonly [Decimal, Decimal] }
  /** `character`: the first invalid one. */
  | { readonly kind: 'refused'; readonly character: string }

/** Longer texts are rejected. */
const maxLength = 40
const shape = /^(?<sign>[+\-−–]?)\s*\$?\s*(?<digits>[\d.,'’\s]*)(?<scale>[km]?)$/i
/** As much of `shape` as there is. */
const begun = /^[+\-−–]?\s*\$?\s*(?:[\d.,'’\s]+[km]?)?/i
const plain = /^(?:\d+[.,]?\d*|[.,]\d+)$/
const grouped = /^[1-9]\d{0,2}([.,'’\s])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d*)?$/
/** Three digits after one mark: thousands or decimals, depending on the country. */
const twofold = /^[1-9]\d{0,2}[.,]\d{3}$/
const scales: Readonly<Record<string, Decimal>> = { '': dec('1'), k: dec('1000'), m: dec('1000000') }

/** Digits with a point as the decimal mark. Undefined for invalid separators. */
function plainDigits(digits: string): string | undefined {
  if (plain.test(digits)) return digits.replace(',', '.')
  const [, separator = ''] = grouped.exec(digits) ?? []
  return separator === '' ? undefined : digits.replaceAll(separator, '').replace(',', '.')
}

/**
 * Undefined for a blank text. `step` is what the number is a multiple of: with three decimals or more a point is the
 * decimal mark, as the program prints such a number.
 */
export function readNumber(text: string, step?: Decimal): TypedNumber | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  if (trimmed.length > maxLength) return { kind: 'refused', character: trimmed.charAt(maxLength) }
  const groups = shape.exec(trimmed)?.groups
  if (groups === undefined) return { kind: 'refused', character: trimmed.charAt(begun.exec(trimmed)?.[0].length ?? 0) }
  const { sign = '', scale = '' } = groups
  const digits = (groups['digits'] ?? '').trim()
  const value = parseDecimal((plainDigits(digits) ?? '').replace(/^\./, '0.').replace(/\.$/, ''))
  if (value === undefined)
    return { kind: 'refused', character: /\D/.exec(Array.from(digits).toReversed().join(''))?.[0] ?? trimmed.slice(-1) }
  const scaled = (one: Decimal): Decimal => {
    const amount = canonical(mul(one, scales[scale.toLowerCase()] ?? dec('1')))
    return sign === '' || sign === '+' ? amount : neg(amount)
  }
  const isDecided = step !== undefined && places(canonical(step)) >= 3 && digits.includes('.')
  if (isDecided || !twofold.test(digits)) return { kind: 'number', value: scaled(value) }
  return { kind: 'ambiguous', readings: [scaled(dec(digits.replace(/[.,]/, ''))), scaled(value)] }
}

/** Undefined if invalid or ambiguous. */
export function parseTypedNumber(text: string, step?: Decimal): Decimal | undefined {
  const read = readNumber(text, step)
  return read?.kind === 'number' ? read.value : undefined
}

/** The text of a field that holds the value: `readNumber` reads it as that value and as no other. */
export const numberText = (value: Decimal): string => {
  const text = canonical(value)
  return readNumber(text)?.kind === 'ambiguous' ? `${text}0` : text
}

/** Question or invalid character. Undefined for a number or a blank text. */
export function whyNoNumber(text: string): string | undefined {
  const read = readNumber(text)
  if (read?.kind === 'ambiguous')
    return `Is “${text.trim()}” ${read.readings.map(one => formatDecimal(one)).join(' or ')}?`
  return read?.kind === 'refused' ? refusedText(read.character) : undefined
}

export const refusedText = (character: string): string =>
  `Not a number: ${character.trim() === '' ? 'a space' : `“${character}”`} cannot stand there.`
