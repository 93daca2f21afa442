/** Adds the market to records of orders from this browser, since a venue may omit `market_id`. */
import type { OrderRecord } from '../../../core/domain/order.ts'
import { type Intent, belongsTo } from '../../../core/domain/intent.ts'

type Account = Pick<Intent, 'account' | 'venueKey'>

export function withSentMarkets<Order extends Pick<OrderRecord, 'market_id' | 'client_order_id'>>(
  records: readonly Order[],
  intents: readonly Intent[],
  owner: Account,
): readonly Order[] {
  if (records.every(record => record.market_id !== '')) return records
  const sent = new Map(
    intents.filter(each => belongsTo(each, owner)).map(each => [each.client_order_id as string, each.order.market_id]),
  )
  return records.map(record =>
    record.market_id === '' ? { ...record, market_id: sent.get(record.client_order_id) ?? '' } : record,
  )
}
