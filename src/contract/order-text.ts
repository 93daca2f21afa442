/**
 * Single orders and their answers without zod, for a venue that takes many: what is plain is read and written here field by field, by the
 * contract's own field lists; anything else (other types, unknown fields, legs) is left to the codecs. A test holds both to each other.
 */
import { isDecimal } from '../domain/decimal.ts'
import { isPlainText } from '../domain/safe-text.ts'
import type { NewOrder, OrderAccepted } from '../domain/order.ts'
import { newOrderRecord, orderAcceptedRecord } from './records.ts'
import { z } from '../domain/zod.ts'

const maxText = 2_000
const isText = (value: string): boolean => value !== '' && value.length <= maxText && isPlainText(value)
const isCount = (value: string): boolean => /^\d{1,9}$/.test(value)

/** How a field is judged; fields that are not here are for zod. */
const plainFields: Readonly<Record<string, (value: string) => boolean>> = {
  symbol: isText,
  tradeable_entity_id: isText,
  market_id: isText,
  side: isText,
  type: isText,
  time_in_force: isText,
  quantity: isDecimal,
  minimum_quantity: isDecimal,
  price: isDecimal,
  client_order_id: isText,
  recv_window: isCount,
  user_tag: isText,
}
const needed = Object.entries(newOrderRecord.shape).flatMap(([name, codec]) =>
  z.safeDecode(codec, undefined as never).success ? [] : [name],
)

/** The order of a JSON object all of whose fields are texts in their usual form; undefined for any other, which may be an order all the same. */
export function readPlainOrder(asked: Readonly<Record<string, unknown>>): NewOrder | undefined {
  const order: Record<string, unknown> = {}
  for (const name in asked) {
    const value = asked[name]
    const isPlain = Object.hasOwn(plainFields, name) ? plainFields[name] : undefined
    if (isPlain === undefined || typeof value !== 'string' || !isPlain(value)) return undefined
    order[name] = name === 'recv_window' ? Number.parseInt(value, 10) : value
  }
  for (const name of needed) if (order[name] === undefined) return undefined
  return order as unknown as NewOrder
}

/** Plain text that stands in JSON as it is. */
const isBare = (value: string): boolean => /^[\w.:@/-]*$/.test(value)

const acceptedFields = Object.keys(orderAcceptedRecord.shape).map(name => ({ name, opening: `,${JSON.stringify(name)}:` }))
const known = new Set(acceptedFields.map(field => field.name))

/** JSON of `{"order_accepted": …}` for a single order; undefined for any other. */
export function writePlainAcceptance(accepted: OrderAccepted): string | undefined {
  if (accepted.legs !== undefined || accepted.tradeable_entity_id === undefined) return undefined
  for (const name in accepted) if (!known.has(name)) return undefined
  const values = accepted as unknown as Readonly<Record<string, unknown>>
  let text = ''
  for (const { name, opening } of acceptedFields) {
    const value = values[name]
    if (typeof value === 'string' && isBare(value)) text += `${opening}"${value}"`
    else if (typeof value === 'string' && isPlainText(value)) text += opening + JSON.stringify(value)
    else if (typeof value === 'number') text += `${opening}"${value}"`
    else if (value !== undefined) return undefined
  }
  return `{"order_accepted":{${text.slice(1)}}}`
}
