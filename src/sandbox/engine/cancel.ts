/** What an account may do to its living orders: end them, and keep an RFQ's interest alive. */
import type { EntityId, OrderKey } from '../../domain/ids.ts'
import { firmMarket } from '../../domain/order.ts'
import type { Outcome } from '../exchange.ts'
import { endOf } from './place.ts'
import { endOrder, filledQuantity, recordOf } from './records.ts'
import type { AccountState, Order, State } from './model.ts'
import { answerTo, orderOf } from './state.ts'
import { scheduleEnd, unschedule } from './timers.ts'

/** The account's own order of that id, living or not. */
export function findOrder(state: State, account: AccountState, key: OrderKey): Order | undefined {
  if ('client_order_id' in key) return answerTo(state, account, key.client_order_id)?.order
  const order = orderOf(state, key.order_id)
  return order?.account === account ? order : undefined
}

const isLive = (order: Order): boolean => order.account.open.has(order.order_id)

export function cancel(state: State, account: AccountState, key: OrderKey): Outcome {
  const order = findOrder(state, account, key)
  if (order === undefined) return { kind: 'not_found' }
  if (!isLive(order)) return { kind: 'too_late', order: recordOf(order) }
  endOrder(state, order, 'user_cancelled')
  return { kind: 'cancelled', cancelled: { order: recordOf(order), filled_quantity: filledQuantity(order), reason: 'user_cancelled' } }
}

interface Filter {
  readonly symbol?: string | undefined
  readonly tradeable_entity_id?: EntityId | undefined
}

/** Ends all living orders that the filter names: a symbol (joined, for a package) or an instrument's id; all without one. */
export function cancelAll(state: State, account: AccountState, filter: Filter): Outcome {
  const chosen = [...account.open.values()].filter(
    ({ contract }) =>
      (filter.symbol === undefined || contract.symbol === filter.symbol) &&
      (filter.tradeable_entity_id === undefined || (!contract.isPackage && contract.key === filter.tradeable_entity_id)),
  )
  for (const order of chosen) endOrder(state, order, 'user_cancelled')
  return { kind: 'cancelled_all', orders: chosen.map(recordOf) }
}

/** A living RFQ gets its full time again from now, though never beyond its cycles. A firm order has no interest to refresh. */
export function refreshInterest(state: State, account: AccountState, key: OrderKey): Outcome {
  const order = findOrder(state, account, key)
  if (order === undefined || order.market_id === firmMarket) return { kind: 'not_found' }
  if (!isLive(order)) return { kind: 'too_late', order: recordOf(order) }
  if (order.endsAt !== undefined) unschedule(state.timers, order.endsAt, order)
  order.endsAt = endOf(state, order)
  scheduleEnd(state.timers, order.endsAt, order)
  return { kind: 'refreshed', order: recordOf(order) }
}
