/**
 * The venue's reasons for cancels and refreshes over HTTP and socket (venue extensions, "Failures come in the same
 * envelope"). Orders that ended by themselves are not covered there, so those words are our own.
 */
import { successReason } from '../../../core/contract/answers.ts'
import type { EntityId } from '../../../core/domain/ids.ts'
import type { OrderRecord } from '../../../core/domain/order.ts'
import { type EpochMicros, msFromMicros } from '../../../core/domain/time.ts'
import type { Outcome } from '../exchange.ts'
import type { Market } from '../market/market.ts'

export const unknownToCancel = 'exchange order_id or client_order_id not found in order cache'
const unknownToRefresh = 'exchange order id or client order id not found in order cache'
const noOpenOrders = 'failed no open orders found'

export const notCancelled = ({ order_state, cancel_state }: OrderRecord): string =>
  order_state === 'filled'
    ? 'order has been fully executed and cannot be cancelled'
    : `order has already ended: ${cancel_state}`

export const notRefreshed = (outcome: Outcome): string =>
  outcome.kind === 'too_late' ? `order has already ended: ${outcome.order.cancel_state}` : unknownToRefresh

interface Filter {
  readonly symbol?: string | undefined
  readonly tradeable_entity_id?: EntityId | undefined
}

export function cancelledAll(market: Market, filter: Filter, orders: readonly OrderRecord[], now: EpochMicros) {
  const results = orders.map(({ client_order_id }) => ({ client_order_id, order_state: 'pending_cancel' }))
  return {
    reason: orders.length === 0 ? noOpenOrders : successReason,
    ...named(market, filter, now),
    results: { rows: results, rejected: [] },
  }
}

function named(market: Market, { symbol, tradeable_entity_id: id }: Filter, now: EpochMicros): Filter {
  if (symbol === undefined && id === undefined) return {}
  const found = market.find(id === undefined ? { symbol: symbol ?? '' } : { id }, msFromMicros(now))?.instrument
  // A package has no id, and an unlisted instrument only the name that was asked; the missing one is "".
  const known: Filter =
    found === undefined
      ? { symbol, tradeable_entity_id: id }
      : { symbol: found.symbol, tradeable_entity_id: found.tradeable_entity_id }
  return { symbol: known.symbol ?? '', tradeable_entity_id: known.tradeable_entity_id ?? ('' as EntityId) }
}
