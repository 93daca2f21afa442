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

/** How a field is judged, by its name; fields that are not here are for zod. */
const plainFields: readonly (readonly [name: string, isPlain: (value: string) => boolean])[] = [
  ['client_order_id', isText],
  ['market_id', isText],
  ['minimum_quantity', isDecimal],
  ['price', isDecimal],
  ['quantity', isDecimal],
  ['recv_window', isCount],
  ['side', isText],
  ['symbol', isText],
  ['time_in_force', isText],
  ['tradeable_entity_id', isText],
  ['type', isText],
  ['user_tag', isText],
]
const needed = Object.entries(newOrderRecord.shape).flatMap(([name, codec]) =>
  z.safeDecode(codec, undefined as never).success ? [] : [name],
)

/**
 * The order of a JSON object all of whose fields are texts in their usual form, its fields sorted by name; undefined for any other, which
 * may be an order all the same.
 */
export function readPlainOrder(asked: Readonly<Record<string, unknown>>): NewOrder | undefined {
  const order: Record<string, unknown> = {}
  let read = 0
  for (const [name, isPlain] of plainFields) {
    const value = asked[name]
    if (value === undefined) continue
    if (typeof value !== 'string' || !isPlain(value)) return undefined
    order[name] = name === 'recv_window' ? Number.parseInt(value, 10) : value
    read += 1
  }
  if (Object.keys(asked).length !== read) return undefined
  for (const name of needed) if (order[name] === undefined) return undefined
  return order as unknown as NewOrder
}

/** Plain text that stands in JSON as it is. */
const isBare = (value: string): boolean => /^[\w.:@/-]*$/.test(value)

/** Every value is a text, so what ends one and opens the next is one piece. */
const acceptedFields = Object.keys(orderAcceptedRecord.shape).map(name => ({ name, opening: `",${JSON.stringify(name)}:"` }))
const known = new Set(acceptedFields.map(field => field.name))

/** JSON of `{"order_accepted": …}` for a single order; undefined for any other. */
export function writePlainAcceptance(accepted: OrderAccepted): string | undefined {
  if (accepted.legs !== undefined || accepted.tradeable_entity_id === undefined) return undefined
  for (const name in accepted) if (!known.has(name)) return undefined
  const values = accepted as unknown as Readonly<Record<string, unknown>>
  let text = ''
  for (const { name, opening } of acceptedFields) {
    const value = values[name]
    if (value === undefined) continue
    text += text === '' ? opening.slice(2) : opening
    if (typeof value === 'number' || (typeof value === 'string' && isBare(value))) text += value
    else if (typeof value === 'string' && isPlainText(value)) text += JSON.stringify(value).slice(1, -1)
    else return undefined
  }
  return `{"order_accepted":{${text}"}}`
}
