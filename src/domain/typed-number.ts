/**
 * A number as a hand types it: "1,000", "1 000", "10k", "2.5m", "+5", "$1700", ".5". What can mean two numbers ("3.500") is not read: both readings
 * come back, to be asked about. An instrument whose step has three decimals or more decides it.
 */
import { type Decimal, canonical, dec, mul, neg, parseDecimal, places } from './decimal.ts'

export type TypedNumber =
  | { readonly kind: 'number'; readonly value: Decimal }
  /** The larger first. */
  | { readonly kind: 'ambiguous'; readonly readings: readonly [Decimal, Decimal] }

/** Longest text read. */
const maxLength = 40
const shape = /^(?<sign>[+\-−–]?)\s*\$?\s*(?<digits>\d[\d,'’\u00a0\u202f ]*(?:\.\d*)?|\.\d+)\s*(?<scale>[km]?)$/i
const plain = /^(?:\d+(?:\.\d*)?|\.\d+)$/
const grouped = /^\d{1,3}(?:([,'’\u00a0\u202f ])\d{3})(?:\1\d{3})*(?:\.\d*)?$/
/** One point with three digits after it: thousands in half of the world, decimals in the other. */
const twofold = /^[1-9]\d{0,2}\.\d{3}$/
const scales: Readonly<Record<string, Decimal>> = { '': dec('1'), k: dec('1000'), m: dec('1000000') }

/** Undefined for what is no number. `step` is what the number is a multiple of. */
export function readNumber(text: string, step?: Decimal): TypedNumber | undefined {
  const { sign = '', digits = '', scale = '' } = (text.length > maxLength ? undefined : shape.exec(text.trim())?.groups) ?? {}
  const written = plain.test(digits) ? digits : grouped.test(digits) ? digits.replace(/[^\d.]/g, '') : ''
  const value = parseDecimal(written.replace(/^\./, '0.').replace(/\.$/, ''))
  const factor = scales[scale.toLowerCase()]
  if (value === undefined || factor === undefined) return undefined
  const scaled = (one: Decimal): Decimal => {
    const amount = scale === '' ? one : mul(one, factor)
    return sign === '' || sign === '+' ? amount : neg(amount)
  }
  const isDecided = step !== undefined && places(canonical(step)) >= 3
  if (!isDecided && twofold.test(digits)) {
    return { kind: 'ambiguous', readings: [scaled(dec(digits.replace('.', ''))), scaled(canonical(value))] }
  }
  return { kind: 'number', value: scaled(value) }
}

/** Its value; undefined for what is no number, or two. */
export function parseTypedNumber(text: string, step?: Decimal): Decimal | undefined {
  const read = readNumber(text, step)
  return read?.kind === 'number' ? read.value : undefined
}
