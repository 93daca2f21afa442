/** Cancelling an own order and extending an own RFQ, by whichever id of it is known. */
import { type CommandResult, cancelOrder, refreshInterest } from '../../api/account/order-commands.ts'
import { clientOrderId, orderId, type OrderKey } from '../../domain/ids.ts'

export interface OrderIds {
  readonly clientOrderId: string
  readonly orderId: string | undefined
}

/** The venue's id where it is known, since every venue that cancels knows it; else the client's. */
const orderKey = (ids: OrderIds): OrderKey =>
  ids.orderId === undefined ? { client_order_id: clientOrderId(ids.clientOrderId) } : { order_id: orderId(ids.orderId) }

export const cancelOwn = (ids: OrderIds): Promise<CommandResult<unknown>> => cancelOrder(orderKey(ids))

/** Keeps an RFQ alive for another time-out from now on. */
export const extendRfq = (ids: OrderIds): Promise<CommandResult<unknown>> => refreshInterest(orderKey(ids))
