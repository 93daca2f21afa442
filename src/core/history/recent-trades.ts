/** Trades of an account since a given time, from the journal. Earlier trades are already in the positions. */
import { type Decimal, neg, sign } from '../domain/decimal.ts'
import { byBookingOrder } from '../domain/fill.ts'
import type { JournalOrder } from '../domain/journal-order.ts'
import type { LegTrade } from '../domain/leg-bookings.ts'
import { parseSide } from '../domain/order.ts'
import { legsOfOrder } from '../domain/trade-story/trade-words.ts'

export interface RecentTrade extends LegTrade {
  readonly trade_id: string
}

const turnOf = ({ atMs, trade_id, quantity }: RecentTrade) =>
  ({ atMs, trade: trade_id, side: sign(quantity) < 0 ? 'sell' : 'buy' }) as const

export const tradesInTurn = (a: RecentTrade, b: RecentTrade): number => byBookingOrder(turnOf(a), turnOf(b))

export function tradesOf(order: JournalOrder): readonly RecentTrade[] {
  const legs = legsOfOrder(order)
  const side = parseSide(order.side)
  // The side is unknown, so its cash stays unexplained.
  if (side === undefined) return []
  const signed = (quantity: Decimal): Decimal => (side === 'sell' ? neg(quantity) : quantity)
  return order.executions.map(each => ({
    id: `${order.client_order_id} ${each.trade_id}`,
    trade_id: each.trade_id,
    order: order.client_order_id,
    atMs: each.utc_timestamp / 1_000,
    quantity: signed(each.executed_quantity),
    price: each.executed_price,
    legs,
    booked: order.bookings?.[each.trade_id],
  }))
}

export class RecentTrades {
  readonly #trades = new Map<string, RecentTrade>()
  #sinceMs = Number.NEGATIVE_INFINITY

  learn(orders: readonly JournalOrder[]): void {
    for (const order of orders) {
      for (const trade of tradesOf(order)) if (trade.atMs > this.#sinceMs) this.#trades.set(trade.id, trade)
    }
  }

  /** After `fromMs` (exclusive) up to `toMs` (inclusive), oldest first. */
  between(fromMs: number, toMs = Number.POSITIVE_INFINITY): readonly RecentTrade[] {
    return [...this.#trades.values()].filter(each => each.atMs > fromMs && each.atMs <= toMs).sort(tradesInTurn)
  }

  forget(untilMs: number): void {
    this.#sinceMs = Math.max(this.#sinceMs, untilMs)
    for (const [id, trade] of this.#trades) if (trade.atMs <= untilMs) this.#trades.delete(id)
  }
}
