/** Cancels an own order or extends an own RFQ, by either id. */
import { type CommandResult, cancelOrder, refreshInterest } from '../../api/account/order-commands.ts'
import { clientOrderId, orderId, type OrderKey } from '../../../core/domain/ids.ts'

export interface OrderIds {
  readonly clientOrderId: string
  readonly orderId: string | undefined
}

/** The venue's id if known, since every venue that supports cancel accepts it; else the client's. */
const orderKey = (ids: OrderIds): OrderKey =>
  ids.orderId === undefined ? { client_order_id: clientOrderId(ids.clientOrderId) } : { order_id: orderId(ids.orderId) }

export const cancelOwn = (ids: OrderIds): Promise<CommandResult<unknown>> => cancelOrder(orderKey(ids))

export const extendRfq = (ids: OrderIds): Promise<CommandResult<unknown>> => refreshInterest(orderKey(ids))
