/**
 * The price of a package as it is typed: an amount above zero, and whether it is paid or received. A draft keeps it as text ("3000 credit", "credit" while
 * no amount is typed), so that a link and a copy say the same; a signed number and other words are understood as well, and set the two.
 */
import { type Decimal, abs, canonical, neg, parseTypedDecimal } from './decimal.ts'
import { type Effect, effectOf } from './normalise.ts'
import type { Side } from './order.ts'

export type Direction = Exclude<Effect, 'even'>

export interface PriceEntry {
  /** As it stands in the field. */
  readonly amount: string
  /** Undefined while nothing says it. */
  readonly direction: Direction | undefined
}

/** The signed price of a typed effect: a debit is paid, so +amount for a buyer and -amount for a seller; a credit the reverse. */
function signedPrice(side: Side, effect: Effect, amount: Decimal): Decimal {
  if (effect === 'even') return '0' as Decimal
  return (side === 'buy') === (effect === 'debit') ? canonical(amount) : neg(amount)
}

const effectEntry = /^([\d.,]+)\s*(debit|dr|db|d|credit|cr|c)$|^(debit|dr|db|d|credit|cr|c)\s*([\d.,]+)$/i
const plainEntry = /^([+\-−]?)\s*([\d.,]+)$/

const amountOf = (text: string): Decimal | undefined => {
  const plain = /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text
  return plain.length <= 40 ? parseTypedDecimal(plain) : undefined
}

/**
 * The signed price per package of what a trader types: "120 debit", "80 credit", "80 cr", "even", "-30", "1,250.5". Undefined when it
 * is none of these.
 */
export function parsePriceEntry(entry: string, side: Side): Decimal | undefined {
  const text = entry.trim()
  if (/^even$/i.test(text)) return '0' as Decimal
  const worded = effectEntry.exec(text)
  if (worded !== null) {
    const amount = amountOf(worded[1] ?? worded[4] ?? '')
    const word = (worded[2] ?? worded[3] ?? '').toLowerCase()
    return amount === undefined ? undefined : signedPrice(side, word.startsWith('c') ? 'credit' : 'debit', amount)
  }
  const plain = plainEntry.exec(text)
  const amount = plain === null ? undefined : amountOf(plain[2] ?? '')
  if (plain === null || amount === undefined) return undefined
  return plain[1] === '-' || plain[1] === '−' ? neg(amount) : amount
}

const worded = /^(?:([\d.,]+) )?(debit|credit)$/
/** A number without a sign, finished or not. */
const unsigned = /^[\d.,]+$/

/** What the field and the toggle show of a draft's price. */
export function readEntry(price: string, side: Side): PriceEntry {
  const [, amount, word] = worded.exec(price) ?? []
  if (word !== undefined) return { amount: amount ?? '', direction: word === 'credit' ? 'credit' : 'debit' }
  const value = parsePriceEntry(price, side)
  if (value === undefined) return { amount: price, direction: undefined }
  const effect = effectOf(side, value)
  return effect === 'even' ? { amount: '0', direction: undefined } : { amount: canonical(abs(value)), direction: effect }
}

/** No amount is typed, whatever the toggle says. */
export const isBlankPrice = (price: string): boolean => /^(?:debit|credit)?$/.test(price.trim())

/** The draft's price after `text` was typed into the field: a plain number is paid or received as the toggle says, a sign or a word says it anew. */
export function typedPrice(text: string, side: Side, toggle: Direction): string {
  const trimmed = text.trim()
  if (trimmed === '') return ''
  if (unsigned.test(trimmed)) return `${trimmed} ${toggle}`
  const { amount, direction } = readEntry(trimmed, side)
  return direction === undefined ? text : `${amount} ${direction}`
}

/** The same amount the other way; where none is typed the choice itself is kept. */
export const turnedPrice = (price: string, side: Side, to: Direction): string => {
  const { amount } = readEntry(price, side)
  return amount === '' ? to : `${amount} ${to}`
}

/** The price of a draft whose side is turned: what one side pays the other receives. */
export const priceOfOtherSide = (price: string): string =>
  price.replace(/(^| )(debit|credit)$/, (_, gap: string, word: string) => `${gap}${word === 'debit' ? 'credit' : 'debit'}`)
