/**
 * Numbers as typed in fields, phrases, links and pastes: "1,000,000", "1 000", "10k", "2.5m", "+5", "$1700", ".5",
 * "1,5". Point and comma are both decimal marks and thousands separators. "1,500" and "1.500" are ambiguous, so both
 * readings are returned. A group of thousands never begins with zero: "0,500" is a half.
 */
import { canonical, dec, type Decimal, formatDecimal, mul, neg, parseDecimal, places } from './decimal.ts'

export type TypedNumber =
  | { readonly kind: 'number'; readonly value: Decimal }
  /** The larger first. */
  | { readonly kind: 'ambiguous'; readonly readings: readonly [Decimal, Decimal] }
  | { readonly kind: 'refused'; readonly character: string }

const maxLength = 40
const shape = /^(?<sign>[+\-−–]?)\s*\$?\s*(?<digits>[\d.,'’\s]*)(?<scale>[km]?)$/i
/** An incomplete `shape`. */
const begun = /^[+\-−–]?\s*\$?\s*(?:[\d.,'’\s]+[km]?)?/i
const plain = /^(?:\d+[.,]?\d*|[.,]\d+)$/
const grouped = /^[1-9]\d{0,2}([.,'’\s])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d*)?$/
/** Three digits after one mark: thousands or decimals, depending on the country. */
const twofold = /^[1-9]\d{0,2}[.,]\d{3}$/
const scales: Readonly<Record<string, Decimal>> = { '': dec('1'), k: dec('1000'), m: dec('1000000') }

function plainDigits(digits: string): string | undefined {
  if (plain.test(digits)) return digits.replace(',', '.')
  const [, separator = ''] = grouped.exec(digits) ?? []
  return separator === '' ? undefined : digits.replaceAll(separator, '').replace(',', '.')
}

/**
 * Undefined for a blank text. With a `step` of three or more decimals a point is the decimal mark, as the program
 * prints such a number.
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

export function parseTypedNumber(text: string, step?: Decimal): Decimal | undefined {
  const read = readNumber(text, step)
  return read?.kind === 'number' ? read.value : undefined
}

/** Text that `readNumber` reads as this value and no other. */
export const numberText = (value: Decimal): string => {
  const text = canonical(value)
  return readNumber(text)?.kind === 'ambiguous' ? `${text}0` : text
}

export function whyNoNumber(text: string): string | undefined {
  const read = readNumber(text)
  if (read?.kind === 'ambiguous')
    return `Is “${text.trim()}” ${read.readings.map(one => formatDecimal(one)).join(' or ')}?`
  return read?.kind === 'refused' ? refusedText(read.character) : undefined
}

export const refusedText = (character: string): string =>
  `Not a number: ${character.trim() === '' ? 'a space' : `“${character}”`} cannot stand there.`
