/** Quality of the journal's RFQs and orders: which are counted, and the sampled prices after them. */
import type { JournalOrder } from '../../../core/domain/journal-order.ts'
import { isRfqMarket } from '../../../core/domain/order.ts'
import type { Sample } from '../../../core/domain/sample.ts'
import { minuteMs } from '../../../core/domain/time.ts'
import {
  afterMinutes,
  createStructureNames,
  type MarkNear,
  type OrderQuality,
  qualityOf,
  tradesOfRfqs,
} from '../../../core/pricing/quality/order-quality.ts'

const minuteOf = (atMs: number): number => Math.floor(atMs / minuteMs) * minuteMs
const nearMs = minuteMs / 2
const mostTrades = 500

/** Minutes that may hold a mark 1, 5 and 30 minutes after a trade, for the latest trades. */
export function minutesAfter(orders: readonly JournalOrder[]): readonly number[] {
  const traded = orders.filter(order => order.executions.length > 0).slice(-mostTrades)
  const minutes = traded.flatMap(({ executions: [first] }) =>
    first === undefined
      ? []
      : afterMinutes.flatMap(after =>
          [-nearMs, nearMs].map(off => minuteOf(first.utc_timestamp / 1_000 + after * minuteMs + off)),
        ),
  )
  return [...new Set(minutes)].sort((a, b) => a - b)
}

export function markNearOf(samples: readonly Sample[]): MarkNear {
  const byMinute = new Map(samples.map(sample => [minuteOf(sample.atMs), sample]))
  return (symbol, atMs) => {
    const near = [atMs - nearMs, atMs + nearMs].flatMap(each => byMinute.get(minuteOf(each)) ?? [])
    const found = near
      .filter(sample => Math.abs(sample.atMs - atMs) <= nearMs)
      .sort((a, b) => Math.abs(a.atMs - atMs) - Math.abs(b.atMs - atMs))
      .flatMap(sample => sample.positions?.find(each => each.symbol === symbol) ?? [])
    return found[0]?.mark_price
  }
}

/** RFQs with the trades made for them, and the orders for no RFQ. Each order appears once. */
export function qualityRows(orders: readonly JournalOrder[], samples: readonly Sample[]): readonly OrderQuality[] {
  const trades = tradesOfRfqs(orders)
  const rfqs = new Set(orders.flatMap(order => (isRfqMarket(order.market_id) ? [order.client_order_id] : [])))
  // An order whose RFQ is not among them, being older or of another browser, stands by itself.
  const ofRfqs = new Set([...trades].flatMap(([rfq, own]) => (rfqs.has(rfq) ? own : [])))
  const markNear = markNearOf(samples)
  const structureOf = createStructureNames()
  return orders
    .filter(order => isRfqMarket(order.market_id) || (!ofRfqs.has(order) && order.executions.length > 0))
    .map(order => qualityOf(order, trades.get(order.client_order_id) ?? [], markNear, structureOf))
}
