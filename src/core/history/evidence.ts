/**
 * Evidence about an account's orders from any source: responses, open orders, look-ups, pushes, the journal. Contains
 * the types and the parser of pushes. `api/evidence` and the recorder distribute it.
 */
import type { FeedMessage } from '../contract/feed.ts'
import type { Position } from '../domain/account.ts'
import type { Decimal } from '../domain/decimal.ts'
import type { ClientOrderId, OrderKey } from '../domain/ids.ts'
import type { Intent } from '../domain/intent.ts'
import type { JournalOrder } from '../domain/journal-order.ts'
import type { OrderBook } from '../domain/market-data.ts'
import { isEndReason } from '../domain/order-state.ts'
import type { Execution, OrderAccepted, OrderDetails, OrderOfTrade, OrderRecord } from '../domain/order.ts'

export type CommandName = 'cancel' | 'refresh'

export type Evidence =
  /** Open orders, requested at `askedMs` (monotonic), `askedAtMs` (server time). */
  | {
      readonly kind: 'listed'
      readonly records: readonly OrderRecord[]
      /** True if every row was read: an order that is not listed is then not open. */
      readonly isWhole: boolean
      readonly askedMs: number
      readonly askedAtMs: number
    }
  | { readonly kind: 'details'; readonly client_order_id: ClientOrderId | undefined; readonly details: OrderDetails }
  | { readonly kind: 'intents'; readonly intents: readonly Intent[] }
  | { readonly kind: 'journal'; readonly orders: readonly JournalOrder[] }
  | { readonly kind: 'refreshed'; readonly client_order_id: ClientOrderId; readonly atMs: number }
  /** A requested cancel or refresh, of one order or of all open ones; or its outcome and reason. */
  | {
      readonly kind: 'command'
      readonly command: CommandName
      readonly key: OrderKey | 'all'
      readonly outcome: string
      readonly reason?: string | undefined
      readonly atMs: number
    }
  | { readonly kind: 'book'; readonly book: OrderBook }
  /** All positions, sent only if each was read. */
  | { readonly kind: 'positions'; readonly positions: readonly Position[] }
  | PushedEvidence

export type PushedEvidence =
  | { readonly kind: 'accepted'; readonly client_order_id: ClientOrderId; readonly accepted: OrderAccepted }
  | {
      readonly kind: 'execution'
      readonly client_order_id: ClientOrderId
      readonly execution: Execution
      readonly order_state: string
      readonly order: OrderOfTrade
      readonly atMs: number
    }
  | {
      readonly kind: 'end'
      readonly client_order_id: ClientOrderId
      readonly reason: string
      readonly filled_quantity: Decimal | undefined
      /** False if the venue does not know the order: it then only repeats the request. */
      readonly isKnown: boolean
      readonly atMs: number
    }
  /** A request on the order failed. Only a look-up shows the order's state. */
  | { readonly kind: 'unclear'; readonly client_order_id: ClientOrderId; readonly isKnown: boolean }

export function evidenceOfPush(message: FeedMessage, atMs: number): PushedEvidence | undefined {
  if (message.name === 'order_accepted') {
    return { kind: 'accepted', client_order_id: message.body.client_order_id, accepted: message.body }
  }
  if (message.name === 'execution') {
    const { client_order_id, order_state, utc_timestamp, executed_quantity, executed_price, trade_id, liquidity_flag } =
      message.body
    const execution = { utc_timestamp, executed_quantity, executed_price, trade_id, liquidity_flag }
    const { order_id, symbol, side, price } = message.body
    return {
      kind: 'execution',
      client_order_id,
      execution,
      order_state,
      order: { order_id, symbol, side, price },
      atMs,
    }
  }
  if (message.name !== 'cancel_order' || message.body.client_order_id === undefined) return undefined
  const { client_order_id, symbol, reason, filled_quantity } = message.body
  const isKnown = symbol !== undefined
  if (!isEndReason(reason)) return { kind: 'unclear', client_order_id, isKnown }
  return { kind: 'end', client_order_id, reason, filled_quantity, isKnown, atMs }
}
