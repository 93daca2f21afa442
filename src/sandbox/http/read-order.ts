/**
 * From the text of a body to an order, or to the reason why it is not one. Three things can come of it: not an order at all (plain refusal, 4xx), an
 * order with a field that cannot be read (a rejection that echoes what can be read), an order as decoded.
 */
import { newOrderRecord, orderRejectedRecord } from '../../contract/records.ts'
import { isRecord } from '../../domain/json.ts'
import type { NewOrder, OrderRejected } from '../../domain/order.ts'
import type { EpochMicros } from '../../domain/time.ts'
import { z } from '../../domain/zod.ts'
import type { SentText } from '../exchange.ts'
import { type Refusal, refuse } from './refusal.ts'

/** What an order asks for as one text, equal for two orders when, and only when, they ask for the same. */

/** Fields of the contract in one order; what else a client sends is no part of what it asks for. */
export const orderFields = Object.keys(newOrderRecord.shape).toSorted() as (keyof NewOrder)[]

const openings = orderFields.map((name, index) => `${index === 0 ? '[' : '],'}[${JSON.stringify(name)},`)

/** Text that JSON does not escape. */
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

/** The canonical text, written on first use; it then replaces the order. */
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

export type ReadOrder =
  | Refusal
  | { readonly kind: 'malformed'; readonly rejected: OrderRejected }
  /** `text` is equal for two bodies when, and only when, they ask for the same. */
  | { readonly kind: 'order'; readonly order: NewOrder; readonly text: SentText }

type Loose = Readonly<Record<string, unknown>>

/** The JSON value of a body, or the error for its sender. */
export function readJson(body: string): { readonly kind: 'json'; readonly value: unknown } | Refusal {
  try {
    return { kind: 'json', value: JSON.parse(body) }
  } catch {
    return refuse(400, body.trim() === '' ? 'The body is empty: send a JSON object.' : 'The body is not JSON.')
  }
}

export function readOrder(body: string, now: EpochMicros): ReadOrder {
  const json = readJson(body)
  if (json.kind === 'refusal') return json
  if (!isRecord(json.value)) return refuse(400, 'The body is not a JSON object: send {"new_order": { … }}.')
  const asked = json.value['new_order']
  return asked === undefined ? refuse(400, 'The envelope is missing: send {"new_order": { … }}.') : readNewOrder(asked, now)
}

/** The same from the value of `new_order`. */
export function readNewOrder(asked: unknown, now: EpochMicros): ReadOrder {
  if (!isRecord(asked)) return refuse(400, 'new_order is not an object.')
  const meant = withoutIgnored(asked)
  // More legs than any rule would look at are not worth keeping: the answer is the same.
  if (Array.isArray(meant['legs']) && meant['legs'].length > mostLegsRead) {
    return { kind: 'malformed', rejected: rejectUnread({ ...meant, legs: undefined }, [{ path: ['legs'] }], now) }
  }
  const parsed = z.safeDecode(newOrderRecord, meant as never)
  if (!parsed.success) return { kind: 'malformed', rejected: rejectUnread(meant, parsed.error.issues, now) }
  return orderAsDecoded(parsed.data)
}

/** An order that was decoded elsewhere, by its fields of the contract: other fields are ignored. */
export function orderAsDecoded(decoded: NewOrder): ReadOrder {
  const order = withoutUnknown(decoded)
  return { kind: 'order', order, text: new CanonicalText(order) }
}

function withoutUnknown(decoded: NewOrder): NewOrder {
  const known: Record<string, unknown> = {}
  for (const name of orderFields) if (decoded[name] !== undefined) known[name] = decoded[name]
  return known as unknown as NewOrder
}

const mostLegsRead = 100

/** Rule 5 of the contract: of a limit order that is IOC any recv_window is ignored, also one that cannot be read. */
function withoutIgnored(asked: Loose): Loose {
  if (asked['recv_window'] === undefined || asked['type'] !== 'LIMIT' || asked['time_in_force'] !== 'IOC') return asked
  const { recv_window: _, ...meant } = asked
  return meant
}

const echoable = Object.entries(orderRejectedRecord.shape).filter(([name]) => name !== 'utc_timestamp' && name !== 'reason')

/** The rejection of an order with unreadable fields: those that can be read come back, the others are left out. */
function rejectUnread(asked: Loose, issues: readonly { readonly path: readonly PropertyKey[] }[], now: EpochMicros): OrderRejected {
  const echo: Record<string, unknown> = {}
  for (const [name, codec] of echoable) {
    const read = z.safeDecode(codec, asked[name])
    if (read.success && read.data !== undefined) echo[name] = read.data
  }
  const reason = issues.every(({ path }) => path[0] === 'legs') ? 'invalid_legs' : 'invalid_fields'
  const whole = { market_id: '', type: '', client_order_id: '', ...echo, utc_timestamp: now, reason }
  return whole as unknown as OrderRejected
}
