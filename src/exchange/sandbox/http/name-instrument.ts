/** Adds both names of the instrument to a rejected single order, if known, even if the rest was unreadable. */
import type { OrderRejected } from '../../../core/domain/order.ts'
import { msFromMicros } from '../../../core/domain/time.ts'
import type { Market } from '../market/market.ts'

export function nameInstrument(market: Market, rejected: OrderRejected): OrderRejected {
  const { symbol, tradeable_entity_id: id, legs } = rejected
  if (legs !== undefined || (symbol === undefined) === (id === undefined)) return rejected
  const key = id === undefined ? { symbol: symbol ?? '' } : { id }
  const found = market.find(key, msFromMicros(rejected.utc_timestamp))?.instrument
  if (found === undefined) return rejected
  const { utc_timestamp, market_id, ...others } = rejected
  return { utc_timestamp, market_id, ...others, tradeable_entity_id: found.tradeable_entity_id, symbol: found.symbol }
}
