import type { FeedMessage } from '../../contract/feed.ts'
import { isEndReason } from '../../domain/order-state.ts'
import type { PushedEvidence } from './evidence.ts'

/** What a message of the socket says of one order; undefined where it says nothing. */
export function evidenceOfPush(message: FeedMessage, atMs: number): PushedEvidence | undefined {
  if (message.name === 'order_accepted') {
    return { kind: 'accepted', client_order_id: message.body.client_order_id, accepted: message.body }
  }
  if (message.name === 'execution') {
    const { client_order_id, order_state, utc_timestamp, executed_quantity, executed_price, trade_id, liquidity_flag } = message.body
    const execution = { utc_timestamp, executed_quantity, executed_price, trade_id, liquidity_flag }
    const { order_id, symbol, side, price } = message.body
    return { kind: 'execution', client_order_id, execution, order_state, order: { order_id, symbol, side, price }, atMs }
  }
  if (message.name !== 'cancel_order' || message.body.client_order_id === undefined) return undefined
  const { client_order_id, symbol, reason, filled_quantity } = message.body
  const isKnown = symbol !== undefined
  if (!isEndReason(reason)) return { kind: 'unclear', client_order_id, isKnown }
  return { kind: 'end', client_order_id, reason, filled_quantity, isKnown, atMs }
}
