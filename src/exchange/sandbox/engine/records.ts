import { type Decimal, isZero, sub } from '../../../core/domain/decimal.ts'
import type { OrderRecord } from '../../../core/domain/order.ts'
import type { EndReason } from '../exchange.ts'
import { legsOf } from './contracts.ts'
import type { Order, State } from './model.ts'
import { isFilled, retire } from './state.ts'

export const filledQuantity = (order: Order): Decimal => sub(order.quantity, order.remaining)

/** `accepted`, `partial_fill` or `filled`. The reason for an early end is in `cancel_state`. */
const orderState = (order: Order): string => {
  if (isFilled(order)) return 'filled'
  return isZero(filledQuantity(order)) ? 'accepted' : 'partial_fill'
}

export function recordOf(order: Order): OrderRecord {
  const { contract } = order
  const [first] = contract.legs
  return {
    market_id: order.market_id,
    ...(contract.isPackage || first === undefined
      ? {}
      : { tradeable_entity_id: first.listed.instrument.tradeable_entity_id }),
    symbol: contract.symbol,
    side: order.side,
    type: order.type,
    quantity: order.quantity,
    ...(order.price === undefined ? {} : { price: order.price }),
    order_id: order.order_id,
    client_order_id: order.client_order_id,
    order_state: orderState(order),
    cancel_state: order.ended ?? 'none',
    executions: [...order.executions],
    ...(contract.isPackage ? { legs: legsOf(contract) } : {}),
  }
}

export function endOrder(state: State, order: Order, reason: EndReason): void {
  order.ended = reason
  retire(state, order)
  if (order.account.isHouse) return
  state.events.push({ kind: 'order_ended', account: order.account.name, order: recordOf(order), reason, at: state.now })
}
