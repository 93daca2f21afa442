/**
 * A package's price as the ticket shows it: an amount above zero, and whether it is paid or received. The draft keeps it as text ("3000 credit"), so that a
 * link and a copy say the same; a signed number and other words are understood as well, and set the two.
 */
import { abs, canonical } from '../../../domain/decimal.ts'
import { type Effect, effectOf } from '../../../domain/normalise.ts'
import type { Side } from '../../../domain/order.ts'
import { parsePriceEntry } from '../../../ui/order/effect-words.ts'

export type Direction = Exclude<Effect, 'even'>

export interface PriceEntry {
  /** As it stands in the field. */
  readonly amount: string
  /** Undefined while nothing says it. */
  readonly direction: Direction | undefined
}

const worded = /^([\d.,]*) (debit|credit)$/
/** A number without a sign, finished or not. */
const unsigned = /^[\d.,]+$/

/** What the field and the toggle show of a draft's price. */
export function readEntry(price: string, side: Side): PriceEntry {
  const [, amount, word] = worded.exec(price) ?? []
  if (amount !== undefined) return { amount, direction: word === 'credit' ? 'credit' : 'debit' }
  const value = parsePriceEntry(price, side)
  if (value === undefined) return { amount: price, direction: undefined }
  const effect = effectOf(side, value)
  return effect === 'even' ? { amount: '0', direction: undefined } : { amount: canonical(abs(value)), direction: effect }
}

/** The draft's price after `text` was typed into the field: a plain number is paid or received as the toggle says, a sign or a word says it anew. */
export function typedPrice(text: string, side: Side, toggle: Direction): string {
  const trimmed = text.trim()
  if (trimmed === '') return ''
  if (unsigned.test(trimmed)) return `${trimmed} ${toggle}`
  const { amount, direction } = readEntry(trimmed, side)
  return direction === undefined ? text : `${amount} ${direction}`
}

/** The same amount the other way. */
export const turnedPrice = (price: string, side: Side, to: Direction): string => {
  const { amount } = readEntry(price, side)
  return amount === '' ? '' : `${amount} ${to}`
}
