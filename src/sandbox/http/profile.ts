/** Profile `core`: only what the contract shows. The exchange always answers with the extensions; here they are taken off again. */
import type { Position } from '../../domain/account.ts'
import { type OrderAccepted, type OrderRecord, isRfqMarket } from '../../domain/order.ts'

export type Profile = 'extended' | 'core'

export function acceptedFor(profile: Profile, accepted: OrderAccepted): OrderAccepted {
  if (profile === 'extended' || accepted.legs === undefined || !isRfqMarket(accepted.market_id)) return accepted
  const { order_id: _, ...shown } = accepted
  return shown
}

export function orderFor(profile: Profile, order: OrderRecord): OrderRecord {
  if (profile === 'extended') return order
  const { legs: _, ...shown } = order
  return shown
}

export function positionFor(profile: Profile, position: Position): Position {
  if (profile === 'extended') return position
  const { margin_value: _, ...shown } = position
  return shown
}
