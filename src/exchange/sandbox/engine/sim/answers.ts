import { entityId, orderId } from '../../../../core/domain/ids.ts'
import { type EpochMicros, hourMs, micros, microsFromMs } from '../../../../core/domain/time.ts'
import type { Exchange } from '../../exchange.ts'

export interface Questions {
  readonly orders: ReadonlyMap<string, readonly string[]>
  readonly symbols: readonly string[]
  readonly instruments: readonly string[]
}

export function answersOf(exchange: Exchange, { orders, symbols, instruments }: Questions, now: EpochMicros): string {
  const accounts = [...orders].map(([account, ids]) => [
    account,
    {
      open: exchange.openOrders(account, now),
      balances: exchange.balances(account, now),
      positions: exchange.positions(account, now),
      executions: exchange.executions(account, now),
      lastExecutions: exchange.executions(account, now, {
        since: micros(Math.max(0, now - microsFromMs(hourMs))),
        most: 2,
      }),
      orders: ids.map(id => {
        const order = exchange.orderDetails(account, { order_id: orderId(id) }, now)
        const again = order && exchange.orderDetails(account, { client_order_id: order.client_order_id }, now)
        return [id, order ?? null, again ?? null]
      }),
    },
  ])
  return JSON.stringify({
    accounts,
    rfqs: exchange.liveRfqs(now),
    prints: exchange.touched(micros(Math.max(0, now - microsFromMs(hourMs)))).prints,
    books: symbols.map(symbol => [symbol, exchange.orderBook(symbol, 1_000, now) ?? null]),
    quoted: instruments.map(id => [id, exchange.quoted(entityId(id), now)]),
  })
}
