/** What a push means to those who must know at once: evidence for the order desk, and an execution or an end kept for good. */
import type { FeedMessage } from '../../contract/feed.ts'
import type { ClientOrderId } from '../../domain/ids.ts'
import { isEndReason } from '../../domain/order-state.ts'
import type { Owner } from '../venue/client.ts'
import type { OrderDesk } from '../order-desk/order-desk.ts'
import type { EndPush, HeardOrders } from '../account/heard-orders.ts'

export interface Taken {
  readonly id: ClientOrderId
  /** It is not open any more. */
  readonly isOver: boolean
  /** Of an order that ended without being filled. */
  readonly end?: EndPush | undefined
  /** What became of it the message does not say: the order's own record does. */
  readonly isUnclear?: boolean
}

interface PushTakers {
  readonly desk: Pick<OrderDesk, 'heard'>
  readonly orders: HeardOrders
  /** Monotonic. */
  readonly nowMs: number
}

/** The order whose fills or end were news; undefined for an acceptance, for what was heard before, and for what names no order. */
export function takePush(message: FeedMessage, owner: Owner, { desk, orders, nowMs }: PushTakers): Taken | undefined {
  if (message.name === 'order_accepted') {
    desk.heard(message.body.client_order_id, owner, message.body)
  } else if (message.name === 'execution') {
    const id = message.body.client_order_id
    desk.heard(id, owner)
    return orders.executed(message.body, nowMs) ? { id, isOver: message.body.order_state === 'filled' } : undefined
  } else if (message.name === 'cancel_order' && message.body.client_order_id !== undefined) {
    const { client_order_id: id, symbol, reason } = message.body
    // Of an order that the venue does not know it says no more than what it was asked with.
    if (symbol !== undefined) desk.heard(id, owner)
    if (!isEndReason(reason)) return { id, isOver: false, isUnclear: true }
    orders.ended(id, nowMs)
    return { id, isOver: true, end: message.body }
  }
  return undefined
}
