/** What an order asks for as one text, equal for two orders when, and only when, they ask for the same. */
import { newOrderRecord } from '../../contract/records.ts'
import type { NewOrder } from '../../domain/order.ts'

/** Fields of the contract in one order; what else a client sends is no part of what it asks for. */
export const orderFields = Object.keys(newOrderRecord.shape).toSorted() as (keyof NewOrder)[]

const openings = orderFields.map((name, index) => `${index === 0 ? '[' : '],'}[${JSON.stringify(name)},`)

/** Stands in JSON as it is. */
const isBare = (value: string): boolean => /^[\w .:@/-]*$/.test(value)

/**
 * JSON of `[field, value or null]` for each field. It is remembered with the order, so it is joined in one piece: a text that is put together bit by bit, or that
 * `JSON.stringify` makes of this length, keeps all its bits and is half as large again.
 */
export function canonicalText(order: NewOrder): string {
  const parts: string[] = []
  for (const [index, opening] of openings.entries()) {
    const value = order[orderFields[index] as keyof NewOrder]
    if (value === undefined) parts.push(opening, 'null')
    else if (typeof value === 'string' && isBare(value)) parts.push(opening, '"', value, '"')
    else parts.push(opening, JSON.stringify(value))
  }
  parts.push(']]')
  return parts.join('')
}

/** The same text, written when it is first asked for, and remembered in place of the order from then on. */
export class CanonicalText {
  private written: NewOrder | string
  constructor(order: NewOrder) {
    this.written = order
  }
  toJSON(): string {
    if (typeof this.written !== 'string') this.written = canonicalText(this.written)
    return this.written
  }
}
