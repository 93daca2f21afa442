/**
 * Parses a body into an order. Results: no order at all (4xx), an order with an unreadable field (a rejection that
 * echoes the readable ones), or the decoded order.
 */
import { newOrderRecord, orderRejectedRecord } from '../../../core/contract/records.ts'
import { isRecord } from '../../../core/domain/json.ts'
import type { NewOrder, OrderRejected } from '../../../core/domain/order.ts'
import type { EpochMicros } from '../../../core/domain/time.ts'
import { z } from '../../../core/domain/zod.ts'
import type { SentText } from '../exchange.ts'
import { type Refusal, refuse } from './refusal.ts'

export const orderFields = Object.keys(newOrderRecord.shape).toSorted() as (keyof NewOrder)[]

const openings = orderFields.map((name, index) => `${index === 0 ? '[' : '],'}[${JSON.stringify(name)},`)

/** Text that JSON does not escape. */
const isBare = (value: string): boolean => /^[\w .:@/-]*$/.test(value)

/**
 * JSON of `[field, value or null]` per field. Stored with the order, so it is joined in one piece: text built up in
 * steps, or by `JSON.stringify` at this length, uses half as much memory again.
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
  /** `text` is equal exactly if two bodies request the same. */
  | { readonly kind: 'order'; readonly order: NewOrder; readonly text: SentText }

type Loose = Readonly<Record<string, unknown>>

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
  return asked === undefined
    ? refuse(400, 'The envelope is missing: send {"new_order": { … }}.')
    : readNewOrder(asked, now)
}

export function readNewOrder(asked: unknown, now: EpochMicros): ReadOrder {
  if (!isRecord(asked)) return refuse(400, 'new_order is not an object.')
  const meant = withoutIgnored(asked)
  // More legs than any rule allows are dropped: the answer is the same.
  if (Array.isArray(meant['legs']) && meant['legs'].length > mostLegsRead) {
    return { kind: 'malformed', rejected: rejectUnread({ ...meant, legs: undefined }, [{ path: ['legs'] }], now) }
  }
  const parsed = z.safeDecode(newOrderRecord, meant as never)
  if (!parsed.success) return { kind: 'malformed', rejected: rejectUnread(meant, parsed.error.issues, now) }
  return orderAsDecoded(parsed.data)
}

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

/** Rule 5 of the contract: recv_window of an IOC limit order is ignored, even if unreadable. */
function withoutIgnored(asked: Loose): Loose {
  if (asked['recv_window'] === undefined || asked['type'] !== 'LIMIT' || asked['time_in_force'] !== 'IOC') return asked
  const { recv_window: _, ...meant } = asked
  return meant
}

const echoable = Object.entries(orderRejectedRecord.shape).filter(
  ([name]) => name !== 'utc_timestamp' && name !== 'reason',
)

function rejectUnread(
  asked: Loose,
  issues: readonly { readonly path: readonly PropertyKey[] }[],
  now: EpochMicros,
): OrderRejected {
  const echo: Record<string, unknown> = {}
  for (const [name, codec] of echoable) {
    const read = z.safeDecode(codec, asked[name])
    if (read.success && read.data !== undefined) echo[name] = read.data
  }
  const reason = issues.every(({ path }) => path[0] === 'legs') ? 'invalid_legs' : 'invalid_fields'
  const whole = { market_id: '', type: '', client_order_id: '', ...echo, utc_timestamp: now, reason }
  return whole as unknown as OrderRejected
}
