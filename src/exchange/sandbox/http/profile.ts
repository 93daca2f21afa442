/** Profile `core`: the contract only. The exchange always answers with the extensions, which are removed here. */
import type { Position } from '../../../core/domain/account.ts'
import { isRfqMarket, type OrderAccepted, type OrderRecord, rfqMarket } from '../../../core/domain/order.ts'

export type Profile = 'extended' | 'core'

export function acceptedFor(profile: Profile, accepted: OrderAccepted): OrderAccepted {
  if (profile === 'extended' || !isRfqMarket(accepted.market_id)) return accepted
  const { order_id, ...shown } = { ...accepted, market_id: rfqMarket }
  return accepted.legs === undefined ? { ...shown, order_id } : shown
}

export function orderFor(profile: Profile, order: OrderRecord): OrderRecord {
  if (profile === 'extended') return order
  const { legs: _, ...shown } = order
  return isRfqMarket(order.market_id) ? { ...shown, market_id: rfqMarket } : shown
}

export function positionFor(profile: Profile, position: Position): Position {
  if (profile === 'extended') return position
  const { margin_value: _, ...shown } = position
  return shown
}
