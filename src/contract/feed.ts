/**
 * The socket (venue extensions, "WebSocket"): each message is an object with one name; requests carry a `user_tag`, which the answer
 * echoes. Shapes once, for both directions. Two kinds of answer have no name of their own and are bare objects (`bareMessages`).
 */
import { z } from '../domain/zod.ts'
import { balanceRecord, newOrderRecord, orderAcceptedRecord, orderRejectedRecord, positionRecord, symbolRecord } from './records.ts'
import { rowsOf } from './rows.ts'
import {
  absent,
  blank,
  wireClientOrderId,
  wireComputed,
  wireDecimal,
  wireEntityId,
  wireInteger,
  wireOrderId,
  wireText,
  wireWords,
  wireTime,
  wireTimeNanos,
  wireTradeId,
} from './wire.ts'

/** Where a venue that is reached under one address has its socket, unless told otherwise. */
export const feedPath = '/v1/feed'

const tagged = { user_tag: absent(wireText) }
const oneOrder = { order_id: absent(wireOrderId), client_order_id: absent(wireClientOrderId) }
const instrumentFilter = { symbol: absent(wireText), tradeable_entity_id: absent(wireEntityId) }

/** What a client sends, by name. */
export const feedRequests = {
  authenticate: z.looseObject({ credentials_secret: z.string(), ...tagged }),
  entities_and_rules_request: z.looseObject(tagged),
  new_order: newOrderRecord,
  /** `orders` row by row: one that does not fit is rejected alone. */
  new_bulk_order: z.looseObject({ orders: z.array(z.unknown()), ...tagged }),
  cancel_order: z.looseObject({ ...oneOrder, ...tagged }),
  cancel_all_orders: z.looseObject({ ...instrumentFilter, ...tagged }),
  refresh_interest: z.looseObject({ ...oneOrder, ...tagged }),
  balances: z.looseObject(tagged),
  positions: z.looseObject(tagged),
  trade_history_request: z.looseObject({ trade_count: absent(wireInteger), trade_time: absent(wireTime), ...tagged }),
  register_for_rfqs: z.looseObject(tagged),
  deregister_for_rfqs: z.looseObject(tagged),
} as const

export type FeedRequestName = keyof typeof feedRequests

const tradeRecord = z.looseObject({
  tradeable_entity_id: blank(wireEntityId),
  trade_id: wireTradeId,
  order_id: wireOrderId,
  client_order_id: wireClientOrderId,
  executed_price: wireComputed,
  executed_quantity: wireComputed,
  liquidity_flag: wireText,
  order_price: absent(wireDecimal),
  side: wireText,
  order_state: wireText,
  server_utc_timestamp: wireTime,
})

const rfqLevel = z.looseObject({
  order_id: wireOrderId,
  price: absent(wireDecimal),
  quantity: wireDecimal,
  utc_timestamp: wireTime,
})

const rfqDeletion = {
  server_utc_timestamp: wireTime,
  utc_timestamp: wireTime,
  market_id: wireText,
  tradeable_entity_id: blank(wireEntityId),
  symbol: wireText,
  side: wireText,
  order_id: wireOrderId,
}

/** What the venue sends, by name. */
export const feedMessages = {
  command_response: z.looseObject({ ...tagged, error_code: wireText, error_text: absent(wireWords) }),
  entities_and_rules_response: z.looseObject({ server_utc_timestamp: wireTime, ...tagged, symbols: rowsOf(symbolRecord) }),
  order_accepted: orderAcceptedRecord,
  order_rejected: orderRejectedRecord,
  cancel_order: z.looseObject({
    server_utc_timestamp: wireTime,
    utc_timestamp: wireTime,
    tradeable_entity_id: blank(wireEntityId),
    symbol: wireText,
    ...oneOrder,
    filled_quantity: wireComputed,
    reason: wireWords,
  }),
  execution: z.looseObject({
    server_utc_timestamp: wireTime,
    utc_timestamp: wireTimeNanos,
    tradeable_entity_id: blank(wireEntityId),
    symbol: wireText,
    trade_id: wireTradeId,
    order_id: wireOrderId,
    client_order_id: wireClientOrderId,
    executed_price: wireComputed,
    executed_quantity: wireComputed,
    liquidity_flag: wireText,
    price: absent(wireDecimal),
    side: wireText,
    order_state: wireText,
  }),
  /** The identifier that was not given is empty. */
  refresh_interest: z.looseObject({
    server_utc_timestamp: wireTime,
    order_id: blank(wireOrderId),
    client_order_id: blank(wireClientOrderId),
    ...tagged,
    reason: wireWords,
  }),
  balances: z.looseObject({ server_utc_timestamp: wireTime, ...tagged, balances: rowsOf(balanceRecord) }),
  positions: z.looseObject({ server_utc_timestamp: wireTime, ...tagged, positions: rowsOf(positionRecord) }),
  trade_history_response: z.looseObject({ server_utc_timestamp: wireTime, ...tagged, executions: rowsOf(tradeRecord) }),
  heartbeat: z.looseObject({ server_utc_timestamp: absent(wireTime) }),
  snapshot: z.looseObject({
    server_utc_timestamp: wireTime,
    market_id: wireText,
    tradeable_entity_id: blank(wireEntityId),
    symbol: wireText,
    buy: z.array(rfqLevel),
    sell: z.array(rfqLevel),
  }),
  order_added: z.looseObject({ ...rfqDeletion, price: absent(wireDecimal), quantity: wireDecimal }),
  order_deleted: z.looseObject(rfqDeletion),
} as const

export type FeedMessageName = keyof typeof feedMessages

/** Answers that come without a name: to `new_bulk_order` and to `cancel_all_orders`. */
export const bareMessages = {
  new_bulk_order: z.looseObject({
    ...tagged,
    results: z.array(z.looseObject({ client_order_id: wireClientOrderId, order_state: wireText })),
  }),
  cancel_all_orders: z.looseObject({
    server_utc_timestamp: wireTime,
    timestamp: wireTime,
    ...tagged,
    reason: wireWords,
    results: z.array(z.looseObject({ client_order_id: wireClientOrderId, order_state: wireText, ...instrumentFilter })),
  }),
} as const

export type FeedRequest = { [Name in FeedRequestName]: { name: Name; body: z.output<(typeof feedRequests)[Name]> } }[FeedRequestName]
export type FeedMessage = { [Name in FeedMessageName]: { name: Name; body: z.output<(typeof feedMessages)[Name]> } }[FeedMessageName]

export type ReadFailure = {
  readonly ok: false
  readonly reason: 'not_json' | 'not_a_message' | 'unknown_name' | 'bad_fields'
  readonly name?: string
  readonly path?: string
  /** Of a named message, as it came. */
  readonly body?: unknown
}
export type Read<Message> = { readonly ok: true; readonly message: Message } | ReadFailure

/** A client's message as the venue reads it. */
export const readFeedRequest = (text: string): Read<FeedRequest> => read(text, feedRequests) as Read<FeedRequest>
/** A venue's named message as the client reads it; bare answers are `not_a_message` here. */
export const readFeedMessage = (text: string): Read<FeedMessage> => read(text, feedMessages) as Read<FeedMessage>

function read(text: string, shapes: Readonly<Record<string, z.ZodType>>): Read<{ name: string; body: unknown }> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { ok: false, reason: 'not_json' }
  }
  const entries = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []
  const [entry, more] = entries
  if (entry === undefined || more !== undefined) return { ok: false, reason: 'not_a_message' }
  const [name, body] = entry
  const shape = Object.hasOwn(shapes, name) ? shapes[name] : undefined
  if (shape === undefined) return { ok: false, reason: 'unknown_name', name, body }
  const parsed = shape.safeDecode(body as never)
  if (parsed.success) return { ok: true, message: { name, body: parsed.data } }
  return { ok: false, reason: 'bad_fields', name, body, path: parsed.error.issues[0]?.path.join('.') ?? '' }
}

export const writeFeedRequest = <Name extends FeedRequestName>(name: Name, body: z.output<(typeof feedRequests)[Name]>): string =>
  JSON.stringify({ [name]: z.encode(feedRequests[name] as z.ZodType, body) })
export const writeFeedMessage = <Name extends FeedMessageName>(name: Name, body: z.output<(typeof feedMessages)[Name]>): string =>
  JSON.stringify({ [name]: z.encode(feedMessages[name] as z.ZodType, body) })
