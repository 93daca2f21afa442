/**
 * The order price as typed. The draft stores text, so links and copies keep it: the field's text ("-30", "80 cr",
 * "1,250.5"), or an amount followed by the toggle's word ("3000 credit"; only "credit" without an amount). A typed sign
 * or word stays in the text.
 */
import { abs, canonical, type Decimal, neg } from './decimal.ts'
import { type Effect, effectOf } from './normalise.ts'
import type { Side } from './order.ts'
import { numberText, readNumber, type TypedNumber } from './typed-number.ts'

/** Reason to doubt a price. `mended` is the corrected price, per package and signed as bought. */
export type PriceFault =
  /** Pays although the legs bring cash, or the reverse. `mended` has the opposite direction. */
  | { readonly kind: 'wrong_way'; readonly mid: Decimal; readonly mended: Decimal }
  /** The value at expiry is at most (a purchase) or at least (a sale) `bound`. */
  | { readonly kind: 'sure_loss'; readonly bound: number; readonly mended: Decimal | undefined }
  /** More than a tenth worse than trading the legs separately; `mended` is the price of the legs. */
  | { readonly kind: 'beyond_legs'; readonly natural: Decimal; readonly percent: number; readonly mended: Decimal }
  /** More than a tenth worse than the model's value; `mended` is that value on the price step, if known. */
  | {
      readonly kind: 'beyond_model'
      readonly modelValue: number
      readonly percent: number
      readonly mended: Decimal | undefined
    }
  /** A market order larger than the order book; the excess has no known price. */
  | { readonly kind: 'beyond_depth'; readonly unfilled: Decimal; readonly mended: undefined }
  /** A market order without an order book or quotes of all legs. */
  | { readonly kind: 'no_estimate'; readonly mended: undefined }

export type Direction = Exclude<Effect, 'even'>

export interface PriceEntry {
  readonly text: string
  readonly direction: Direction | undefined
}

/** Signs an amount: a debit is +amount for a buyer and -amount for a seller, a credit the reverse. */
function signedPrice(side: Side, effect: Direction, amount: Decimal): Decimal {
  return (side === 'buy') === (effect === 'debit') ? canonical(amount) : neg(amount)
}

const effectWord = /^(?:debit|dr|db|d|credit|cr|c)$/i
const worded = /^(?:(?<before>[a-z]+)\s*(?=[\d.$])(?<after>.+)|(?<amount>.+?)\s*(?<word>debit|dr|db|d|credit|cr|c))$/i
const isSigned = (text: string): boolean => /^[+\-−–]/.test(text)

/** Parses a typed price, signed as bought: "120 debit", "80 cr", "even", "-30", "1,250.5". Undefined if blank. */
export function readPrice(entry: string, side: Side, step?: Decimal): TypedNumber | undefined {
  const text = entry.trim()
  if (/^even$/i.test(text)) return { kind: 'number', value: '0' as Decimal }
  const { before, after, amount = after, word = before } = worded.exec(text)?.groups ?? {}
  if (word === undefined || amount === undefined || !effectWord.test(word)) return readNumber(text, step)
  if (isSigned(amount)) return { kind: 'refused', character: amount.charAt(0) }
  const read = readNumber(amount, step)
  const signed = (one: Decimal): Decimal => signedPrice(side, /^c/i.test(word) ? 'credit' : 'debit', one)
  if (read?.kind === 'number') return { kind: 'number', value: signed(read.value) }
  return read?.kind === 'ambiguous'
    ? { kind: 'ambiguous', readings: [signed(read.readings[0]), signed(read.readings[1])] }
    : read
}

export function parsePriceEntry(entry: string, side: Side, step?: Decimal): Decimal | undefined {
  const read = readPrice(entry, side, step)
  return read?.kind === 'number' ? read.value : undefined
}

const toggled = /^(?:(?<amount>\S.*) )?(?<word>debit|credit)$/
const unsigned = /^[\d.,'’$\s]+[km]?$/i

const toggleOf = (price: string): Direction | undefined => {
  const { amount = '', word } = toggled.exec(price)?.groups ?? {}
  return (word === 'debit' || word === 'credit') && (amount === '' || unsigned.test(amount)) ? word : undefined
}

export function readEntry(price: string, side: Side): PriceEntry {
  const toggle = toggleOf(price)
  if (toggle !== undefined) return { text: price.slice(0, -toggle.length).trim(), direction: toggle }
  const value = parsePriceEntry(price, side)
  const effect = value === undefined ? 'even' : effectOf(side, value)
  return { text: price, direction: effect === 'even' ? undefined : effect }
}

export const isBlankPrice = (price: string): boolean => /^(?:debit|credit)?$/.test(price.trim())

/**
 * Draft price after typing `text`. A plain number takes the toggle's direction, by default `usual`. A typed sign or
 * word overrides it while present. Without `usual` there is no toggle.
 */
export function typedPrice(text: string, before: string, usual: Direction | undefined): string {
  const trimmed = text.trim()
  if (trimmed === '') return ''
  return usual !== undefined && unsigned.test(trimmed) ? `${text} ${toggleOf(before) ?? usual}` : text
}

/** Reverses the direction. Without an amount only the direction is stored. */
export const turnedPrice = (price: string, side: Side, to: Direction): string => {
  const value = parsePriceEntry(price, side)
  const amount =
    toggleOf(price) === undefined && value !== undefined ? numberText(abs(value)) : readEntry(price, side).text
  return amount === '' ? to : `${amount} ${to}`
}

export function priceText(price: Decimal, side: Side, isSingle: boolean): string {
  const effect = effectOf(side, price)
  return isSingle || effect === 'even' ? numberText(price) : `${numberText(abs(price))} ${effect}`
}

/** Price after the draft's side changed: what one side pays the other receives. */
export const priceOfOtherSide = (price: string): string =>
  price.replace(
    /(^| )(debit|credit)$/,
    (_, gap: string, word: string) => `${gap}${word === 'debit' ? 'credit' : 'debit'}`,
  )
