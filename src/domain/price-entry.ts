/**
 * The price of an order as it is typed. The draft keeps it as text, so that a link and a copy say the same: the text of the field as it stands ("-30",
 * "80 cr", "1,250.5"), or a plain amount with what the toggle says behind it ("3000 credit"; "credit" while no amount is typed). A sign or a word that is
 * typed stays in the text and goes with it.
 */
import { type Decimal, abs, canonical, neg } from './decimal.ts'
import { type Effect, effectOf } from './normalise.ts'
import type { Side } from './order.ts'
import { type TypedNumber, readNumber } from './typed-number.ts'

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

/** No amount is typed, whatever the toggle says. */
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

/** The same amount the other way; where none is typed the choice itself is kept. */
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
