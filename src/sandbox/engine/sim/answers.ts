/** Everything that can be asked of an exchange from outside, asked at one moment. */
import { entityId, orderId } from '../../../domain/ids.ts'
import { type EpochMicros, hourMs, micros, microsFromMs } from '../../../domain/time.ts'
import type { Exchange } from '../../exchange.ts'

/** Whom and what to ask about. */
export interface Questions {
  /** Accounts, each with the ids of its orders. */
  readonly orders: ReadonlyMap<string, readonly string[]>
  /** Symbols of contracts that have books, and the instruments among them. */
  readonly symbols: readonly string[]
  readonly instruments: readonly string[]
}

/** All answers as text of JSON. Asking lets what is due by `now` happen, and changes nothing else. */
export function answersOf(exchange: Exchange, { orders, symbols, instruments }: Questions, now: EpochMicros): string {
  const accounts = [...orders].map(([account, ids]) => [
    account,
    {
      open: exchange.openOrders(account, now),
      balances: exchange.balances(account, now),
      positions: exchange.positions(account, now),
      executions: exchange.executions(account, now),
      lastExecutions: exchange.executions(account, now, { since: micros(Math.max(0, now - microsFromMs(hourMs))), most: 2 }),
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
