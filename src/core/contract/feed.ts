/**
 * Messages of the socket (venue extensions, "WebSocket"), once for both directions. Each message is an object with one
 * name; requests carry a `user_tag` that the answer echoes. The names of three answers are not published: the sandbox
 * uses the request's name with `_response`, and the reader recognises them by their contents.
 */
import type { EpochMicros } from '../domain/time.ts'
import { z } from '../domain/zod.ts'
import { balanceRows, positionRows, symbolRows } from './answers.ts'
import { errorObject } from './failure.ts'
import { jsonOf } from './plain-scalars.ts'
import { newOrderRecord, orderAcceptedRecord, orderRejectedRecord, pendingRow } from './records.ts'
import { rowsOf } from './rows.ts'
import {
  absent,
  blank,
  notBlank,
  wireClientOrderId,
  wireComputed,
  wireDecimal,
  wireEntityId,
  wireInteger,
  wireOrderId,
  wireText,
  wireTime,
  wireTimeNanos,
  wireTradeId,
  wireWord,
  wireWords,
} from './wire.ts'

export const feedPath = '/v1/feed'

const tagged = { user_tag: absent(wireText) }
const oneOrder = { order_id: absent(wireOrderId), client_order_id: absent(wireClientOrderId) }
const eitherId = { order_id: blank(wireOrderId), client_order_id: blank(wireClientOrderId) }

export const feedRequests = {
  authenticate: z.looseObject({ credentials_secret: z.string(), ...tagged }),
  entities_and_rules_request: z.looseObject(tagged),
  new_order: newOrderRecord,
  /** Rows of `orders` are parsed one by one, so that an invalid order is rejected alone. */
  new_bulk_order: z.looseObject({ orders: z.array(z.unknown()), ...tagged }),
  cancel_order: z.looseObject({ ...oneOrder, ...tagged }),
  cancel_all_orders: z.looseObject({
    symbol: notBlank(wireText),
    tradeable_entity_id: notBlank(wireEntityId),
    ...tagged,
  }),
  refresh_interest: z.looseObject({ ...oneOrder, ...tagged }),
  balances: z.looseObject(tagged),
  positions: z.looseObject(tagged),
  trade_history_request: z.looseObject({ trade_count: absent(wireInteger), trade_time: absent(wireTime), ...tagged }),
  register_for_rfqs: z.looseObject(tagged),
  deregister_for_rfqs: z.looseObject(tagged),
  heartbeat: z.looseObject({ timestamp: absent(wireTime) }),
} as const

export type FeedRequestName = keyof typeof feedRequests

const tradeRecord = z.looseObject({
  tradeable_entity_id: blank(wireEntityId),
  trade_id: wireTradeId,
  order_id: wireOrderId,
  client_order_id: wireClientOrderId,
  executed_price: wireComputed,
  executed_quantity: wireComputed,
  liquidity_flag: wireWord,
  /** "" for a market order, like `price` of an execution. */
  order_price: blank(wireDecimal),
  side: wireWord,
  order_state: wireWord,
  server_utc_timestamp: wireTime,
})

const rfqLevel = z.looseObject({
  order_id: wireOrderId,
  price: blank(wireDecimal),
  quantity: wireComputed,
  utc_timestamp: wireTime,
})

const rfqDeletion = {
  server_utc_timestamp: wireTime,
  utc_timestamp: wireTime,
  market_id: wireWord,
  tradeable_entity_id: blank(wireEntityId),
  symbol: wireText,
  side: wireWord,
  order_id: wireOrderId,
}

export const feedMessages = {
  command_response: z.looseObject({ ...tagged, error_code: wireWord, error_text: absent(wireWords) }),
  entities_and_rules_response: z.looseObject({ server_utc_timestamp: wireTime, ...tagged, symbols: symbolRows }),
  order_accepted: orderAcceptedRecord,
  order_rejected: orderRejectedRecord,
  /**
   * An order that ended, or the reason that it did not. An order unknown to the venue has only ids, times and reason;
   * `tradeable_entity_id` is "" for a package.
   */
  cancel_order: z.looseObject({
    server_utc_timestamp: absent(wireTime),
    utc_timestamp: absent(wireTime),
    tradeable_entity_id: absent(wireEntityId),
    symbol: absent(wireText),
    ...eitherId,
    filled_quantity: absent(wireComputed),
    ...tagged,
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
    liquidity_flag: wireWord,
    price: blank(wireDecimal),
    side: wireWord,
    order_state: wireWord,
  }),
  new_bulk_order_response: z.looseObject({ ...tagged, results: rowsOf(pendingRow) }),
  cancel_all_orders_response: z.looseObject({
    server_utc_timestamp: wireTime,
    timestamp: absent(wireTime),
    ...tagged,
    reason: wireWords,
    symbol: absent(wireText),
    tradeable_entity_id: absent(wireEntityId),
    results: absent(rowsOf(pendingRow)),
  }),
  refresh_interest_response: z.looseObject({
    server_utc_timestamp: wireTime,
    ...eitherId,
    ...tagged,
    reason: wireWords,
  }),
  error: z.looseObject({ ...errorObject.shape, ...tagged }),
  balances: z.looseObject({ server_utc_timestamp: wireTime, ...tagged, balances: balanceRows }),
  positions: z.looseObject({ server_utc_timestamp: wireTime, ...tagged, positions: positionRows }),
  trade_history_response: z.looseObject({ server_utc_timestamp: wireTime, ...tagged, executions: rowsOf(tradeRecord) }),
  heartbeat: z.looseObject({ server_utc_timestamp: absent(wireTime), timestamp: absent(wireTime) }),
  snapshot: z.looseObject({
    server_utc_timestamp: wireTime,
    market_id: wireWord,
    tradeable_entity_id: blank(wireEntityId),
    symbol: wireText,
    buy: z.array(rfqLevel),
    sell: z.array(rfqLevel),
  }),
  order_added: z.looseObject({ ...rfqDeletion, price: blank(wireDecimal), quantity: wireComputed }),
  order_deleted: z.looseObject(rfqDeletion),
} as const

export type FeedMessageName = keyof typeof feedMessages

export type FeedRequest = {
  [Name in FeedRequestName]: { name: Name; body: z.output<(typeof feedRequests)[Name]> }
}[FeedRequestName]
export type FeedMessage = {
  [Name in FeedMessageName]: { name: Name; body: z.output<(typeof feedMessages)[Name]> }
}[FeedMessageName]

export type ReadFailure = {
  readonly ok: false
  readonly reason: 'not_json' | 'not_a_message' | 'unknown_name' | 'bad_fields'
  readonly name?: string
  readonly path?: string
  readonly body?: unknown
}
export type ReadMessage<Message> = { readonly ok: true; readonly message: Message } | ReadFailure

export const loginSucceeded = '0'

export const readFeedRequest = (text: string): ReadMessage<FeedRequest> =>
  read(text, feedRequests) as ReadMessage<FeedRequest>
export const readFeedMessage = (text: string): ReadMessage<FeedMessage> =>
  read(text, feedMessages, nameByContents) as ReadMessage<FeedMessage>

function nameByContents(body: unknown): FeedMessageName | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
  if ('results' in body) return 'reason' in body ? 'cancel_all_orders_response' : 'new_bulk_order_response'
  return 'reason' in body && 'user_tag' in body && 'client_order_id' in body ? 'refresh_interest_response' : undefined
}

function read(
  text: string,
  shapes: Readonly<Record<string, z.ZodMiniType>>,
  nameOf: (body: unknown) => string | undefined = () => undefined,
): ReadMessage<{ name: string; body: unknown }> {
  const value = jsonOf(text)
  if (value === undefined) return { ok: false, reason: 'not_json' }
  const entries = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []
  const [entry, more] = entries
  if (entry === undefined || more !== undefined) return { ok: false, reason: 'not_a_message' }
  const [given, body] = entry
  const name = Object.hasOwn(shapes, given) ? given : (nameOf(body) ?? given)
  const shape = Object.hasOwn(shapes, name) ? shapes[name] : undefined
  if (shape === undefined) return { ok: false, reason: 'unknown_name', name, body }
  const parsed = z.safeDecode(shape, body as never)
  if (parsed.success) return { ok: true, message: { name, body: parsed.data } }
  return { ok: false, reason: 'bad_fields', name, body, path: parsed.error.issues[0]?.path.join('.') ?? '' }
}

export const writeFeedRequest = <Name extends FeedRequestName>(
  name: Name,
  body: z.output<(typeof feedRequests)[Name]>,
): string => JSON.stringify({ [name]: z.encode<z.ZodMiniType>(feedRequests[name], body) })
export const writeFeedMessage = <Name extends FeedMessageName>(
  name: Name,
  body: z.output<(typeof feedMessages)[Name]>,
): string => JSON.stringify({ [name]: z.encode<z.ZodMiniType>(feedMessages[name], body) })

export type Trades = Extract<FeedMessage, { name: 'trade_history_response' }>['body']['executions']

/** Requests past trades. Undefined if the venue did not answer, `unsupported` if it has no such call. */
export type AskTrades = (wanted: {
  readonly trade_time?: EpochMicros
  readonly trade_count?: number
}) => Promise<Trades | 'unsupported' | undefined>
