/**
 * The price of an order as it is typed. The draft keeps it as text, so that a link and a copy say the same: the text of the field as it stands ("-30",
 * "80 cr", "1,250.5"), or a plain amount with what the toggle says behind it ("3000 credit"; "credit" while no amount is typed). A sign or a word that is
 * typed stays in the text and goes with it.
 */
import { abs, canonical, dec, type Decimal, mul, neg, parseDecimal, places } from './decimal.ts'
import { type Effect, effectOf } from './normalise.ts'
import type { Side } from './order.ts'

/**
 * A number as a hand types it: "1,000", "1 000", "10k", "2.5m", "+5", "$1700", ".5". What can mean two numbers ("3.500") is not read: both readings
 * come back, to be asked about. An instrument whose step has three decimals or more decides it.
 */
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

/** Why a price cannot be meant. `mended` is the price that sets it right, per package and signed as bought. */
export type PriceFault =
  /** Paid where the legs pay, or received where they cost; `mended` is the same amount the other way. */
  | { readonly kind: 'wrong_way'; readonly mid: Decimal; readonly mended: Decimal }
  /** Worth at most (a purchase) or at least (a sale) `bound` at expiry. */
  | { readonly kind: 'sure_loss'; readonly bound: number; readonly mended: Decimal | undefined }
  /** Worse than the legs one by one by more than a tenth; `mended` is what they cost. */
  | { readonly kind: 'beyond_legs'; readonly natural: Decimal; readonly percent: number; readonly mended: Decimal }
  /** Worse than the model's value by more than a tenth; `mended` is that value on the price step, where one is known. */
  | { readonly kind: 'beyond_model'; readonly worth: number; readonly percent: number; readonly mended: Decimal | undefined }
  /** At the market, with neither an order book nor quotes of all legs to say at what. */
  | { readonly kind: 'no_estimate'; readonly mended: undefined }

export type Direction = Exclude<Effect, 'even'>

export interface PriceEntry {
  /** As it stands in the field. */
  readonly text: string
  /** Undefined while nothing says it. */
  readonly direction: Direction | undefined
}

/** The signed price of a typed effect: a debit is paid, so +amount for a buyer and -amount for a seller; a credit the reverse. */
function signedPrice(side: Side, effect: Direction, amount: Decimal): Decimal {
  return (side === 'buy') === (effect === 'debit') ? canonical(amount) : neg(amount)
}

const effectWord = /^(?:debit|dr|db|d|credit|cr|c)$/i
const worded = /^(?:(?<before>[a-z]+)\s*(?=[\d.$])(?<after>.+)|(?<amount>.+?)\s*(?<word>debit|dr|db|d|credit|cr|c))$/i
const isSigned = (text: string): boolean => /^[+\-−–]/.test(text)

/** What a trader typed, signed as bought: "120 debit", "80 cr", "even", "-30", "1,250.5". Undefined when it is none of these. */
export function readPrice(entry: string, side: Side, step?: Decimal): TypedNumber | undefined {
  const text = entry.trim()
  if (/^even$/i.test(text)) return { kind: 'number', value: '0' as Decimal }
  const { before, after, amount = after, word = before } = worded.exec(text)?.groups ?? {}
  if (word === undefined || amount === undefined || !effectWord.test(word)) return readNumber(text, step)
  const read = isSigned(amount) ? undefined : readNumber(amount, step)
  if (read === undefined) return undefined
  const signed = (one: Decimal): Decimal => signedPrice(side, /^c/i.test(word) ? 'credit' : 'debit', one)
  return read.kind === 'number'
    ? { kind: 'number', value: signed(read.value) }
    : { kind: 'ambiguous', readings: [signed(read.readings[0]), signed(read.readings[1])] }
}

/** Its price; undefined when it is none, or may be one of two. */
export function parsePriceEntry(entry: string, side: Side, step?: Decimal): Decimal | undefined {
  const read = readPrice(entry, side, step)
  return read?.kind === 'number' ? read.value : undefined
}

const toggled = /^(?:(?<amount>\S.*) )?(?<word>debit|credit)$/
/** A number without a sign, finished or not. */
const unsigned = /^[\d.,'’$\s]+[km]?$/i

const toggleOf = (price: string): Direction | undefined => {
  const { amount = '', word } = toggled.exec(price)?.groups ?? {}
  return (word === 'debit' || word === 'credit') && (amount === '' || unsigned.test(amount)) ? word : undefined
}

/** What the field and the toggle show of a draft's price. */
export function readEntry(price: string, side: Side): PriceEntry {
  const toggle = toggleOf(price)
  if (toggle !== undefined) return { text: price.slice(0, -toggle.length).trim(), direction: toggle }
  const value = parsePriceEntry(price, side)
  const effect = value === undefined ? 'even' : effectOf(side, value)
  return { text: price, direction: effect === 'even' ? undefined : effect }
}

/** No amount is typed. */
export const isBlankPrice = (price: string): boolean => /^(?:debit|credit)?$/.test(price.trim())

/**
 * The draft's price after `text` was typed into the field. A plain number is paid or received as the toggle says, which was pressed or stands at `usual`;
 * a sign or a word says it for as long as it stands there. Without `usual` there is no toggle: the number is the price.
 */
export function typedPrice(text: string, before: string, usual: Direction | undefined): string {
  const trimmed = text.trim()
  if (trimmed === '') return ''
  return usual !== undefined && unsigned.test(trimmed) ? `${text} ${toggleOf(before) ?? usual}` : text
}

/** The same amount the other way; if none is typed, the choice itself is stored. */
export const turnedPrice = (price: string, side: Side, to: Direction): string => {
  const value = parsePriceEntry(price, side)
  const amount = toggleOf(price) === undefined && value !== undefined ? canonical(abs(value)) : readEntry(price, side).text
  return amount === '' ? to : `${amount} ${to}`
}

/** A price at hand, signed as bought, as the field says it: an amount and the toggle of a package, the number of one instrument. */
export function priceText(price: Decimal, side: Side, isSingle: boolean): string {
  const effect = effectOf(side, price)
  return isSingle || effect === 'even' ? canonical(price) : `${canonical(abs(price))} ${effect}`
}

/** The price of a draft whose side is turned: what one side pays the other receives. */
export const priceOfOtherSide = (price: string): string =>
  price.replace(/(^| )(debit|credit)$/, (_, gap: string, word: string) => `${gap}${word === 'debit' ? 'credit' : 'debit'}`)
