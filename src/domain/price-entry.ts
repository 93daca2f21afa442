/**
 * The price of an order as it is typed. The draft keeps it as text, so that a link and a copy say the same: the text of the field as it stands ("-30",
 * "80 cr", "1,250.5"), or a plain amount with what the toggle says behind it ("3000 credit"; "credit" while no amount is typed). A sign or a word that is
 * typed stays in the text and goes with it.
 */
import { abs, canonical, type Decimal, neg } from './decimal.ts'
import { type Effect, effectOf } from './normalise.ts'
import type { Side } from './order.ts'
import { numberText, readNumber, type TypedNumber } from './typed-number.ts'

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
  /** At the market for more than rests in the book: so much of it finds no price that is known. */
  | { readonly kind: 'beyond_depth'; readonly unfilled: Decimal; readonly mended: undefined }
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

/** What a trader typed, signed as bought: "120 debit", "80 cr", "even", "-30", "1,250.5". Undefined if nothing is typed. */
export function readPrice(entry: string, side: Side, step?: Decimal): TypedNumber | undefined {
  const text = entry.trim()
  if (/^even$/i.test(text)) return { kind: 'number', value: '0' as Decimal }
  const { before, after, amount = after, word = before } = worded.exec(text)?.groups ?? {}
  if (word === undefined || amount === undefined || !effectWord.test(word)) return readNumber(text, step)
  if (isSigned(amount)) return { kind: 'refused', character: amount.charAt(0) }
  const read = readNumber(amount, step)
  const signed = (one: Decimal): Decimal => signedPrice(side, /^c/i.test(word) ? 'credit' : 'debit', one)
  if (read?.kind === 'number') return { kind: 'number', value: signed(read.value) }
  return read?.kind === 'ambiguous' ? { kind: 'ambiguous', readings: [signed(read.readings[0]), signed(read.readings[1])] } : read
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
  const amount = toggleOf(price) === undefined && value !== undefined ? numberText(abs(value)) : readEntry(price, side).text
  return amount === '' ? to : `${amount} ${to}`
}

/** A price at hand, signed as bought, as the field says it: an amount and the toggle of a package, the number of one instrument. */
export function priceText(price: Decimal, side: Side, isSingle: boolean): string {
  const effect = effectOf(side, price)
  return isSingle || effect === 'even' ? numberText(price) : `${numberText(abs(price))} ${effect}`
}

/** The price of a draft whose side is turned: what one side pays the other receives. */
export const priceOfOtherSide = (price: string): string =>
  price.replace(/(^| )(debit|credit)$/, (_, gap: string, word: string) => `${gap}${word === 'debit' ? 'credit' : 'debit'}`)
