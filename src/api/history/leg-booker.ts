/**
 * Reads off the venue's positions what it booked each leg of a package at, as soon as they show the trade, and has the journal keep it. Positions polled
 * before and after are compared once the trades seen explain every size; what does not come to that in a while stays shared out by marks.
 */
import type { Position } from '../../domain/account.ts'
import { type Held, type LegBooking, type LegTrade, isExplained, legBookings } from '../../domain/leg-bookings.ts'
import { signedSize } from '../../domain/pnl.ts'
import { type RecentTrade, tradesInTurn, tradesOf } from './recent-trades.ts'
import type { JournalOrder } from '../../domain/journal-order.ts'

export type PositionsNow = ReadonlyMap<string, Held>

export const heldOf = (positions: readonly Position[]): PositionsNow =>
  new Map(
    positions.map(each => [
      each.symbol,
      { size: signedSize(each), average_entry_price: each.average_entry_price, mark_price: each.mark_price },
    ]),
  )

interface BookerParts {
  book(order: string, bookings: Readonly<Record<string, readonly LegBooking[]>>): void
  /** The venue's, as reckoned. */
  nowMs(): number
}

const mostWaitMs = 60_000
/** By so much the clocks of trades and ours may differ. */
const clockMs = 5_000

export class LegBooker {
  readonly #parts: BookerParts
  readonly #waiting = new Map<string, RecentTrade>()
  /** Trades that the positions in `#before` hold already. */
  readonly #done = new Set<string>()
  #before: PositionsNow | undefined
  /** The poll that `#before` is of, or a later one of the same sizes and entries: then `#before` is behind in its marks. */
  #polled: readonly Position[] | undefined
  #isBehind = false
  #sinceMs = Number.POSITIVE_INFINITY
  #waitingSinceMs: number | undefined

  constructor(parts: BookerParts) {
    this.#parts = parts
  }

  /** Orders as the journal knows them. Before the first positions their trades are of the past. */
  orders(orders: readonly JournalOrder[]): void {
    for (const order of orders) {
      for (const trade of tradesOf(order)) {
        const isKnown = this.#done.has(trade.id) || order.bookings?.[trade.trade_id] !== undefined
        if (!isKnown && this.#before !== undefined && trade.atMs > this.#sinceMs) this.#waiting.set(trade.id, trade)
      }
    }
  }

  /**
   * A poll as it came. One of the same sizes and entries as the last, with no trade waiting, is taken as it is: polls come every two seconds, each
   * with every position, and hardly any has a trade in it.
   */
  polled(positions: readonly Position[]): void {
    const last = this.#polled
    if (last !== undefined && this.#waiting.size === 0 && isSameHeld(last, positions)) {
      this.#polled = positions
      this.#isBehind = true
      this.#waitingSinceMs = undefined
      return
    }
    if (last !== undefined && this.#isBehind) this.#before = heldOf(last)
    const now = heldOf(positions)
    this.positions(now)
    if (this.#before === now) this.#polled = positions
  }

  positions(now: PositionsNow): void {
    const before = this.#before
    if (before === undefined) {
      this.#take(now)
      this.#sinceMs = this.#parts.nowMs() - clockMs
      return
    }
    const trades = [...this.#waiting.values()].sort(tradesInTurn)
    if (isExplained(before, now, trades) && hasSameElse(before, now, trades)) {
      this.#book(before, now, trades)
      this.#advance(now)
      return
    }
    const nowMs = this.#parts.nowMs()
    this.#waitingSinceMs ??= nowMs
    if (nowMs - this.#waitingSinceMs > mostWaitMs) this.#advance(now)
  }

  #book(before: PositionsNow, now: PositionsNow, trades: readonly RecentTrade[]): void {
    const booked = legBookings(before, now, trades)
    const byOrder = new Map<string, Record<string, readonly LegBooking[]>>()
    for (const { id, order, trade_id } of trades) {
      const booking = booked.get(id)
      if (booking !== undefined) byOrder.set(order, { ...byOrder.get(order), [trade_id]: booking })
    }
    for (const [order, bookings] of byOrder) this.#parts.book(order, bookings)
  }

  #advance(now: PositionsNow): void {
    for (const id of this.#waiting.keys()) this.#done.add(id)
    this.#waiting.clear()
    this.#take(now)
    this.#waitingSinceMs = undefined
  }

  #take(now: PositionsNow): void {
    this.#before = now
    this.#polled = undefined
    this.#isBehind = false
  }
}

const isSameHeld = (a: readonly Position[], b: readonly Position[]): boolean =>
  a.length === b.length &&
  a.every((each, index) => {
    const other = b[index]
    return (
      each === other ||
      (each.symbol === other?.symbol &&
        each.size === other.size &&
        each.side === other.side &&
        each.average_entry_price === other.average_entry_price)
    )
  })

/** No size changed that no trade touches, save of what is gone: that may have expired. */
function hasSameElse(before: PositionsNow, now: PositionsNow, trades: readonly LegTrade[]): boolean {
  const touched = new Set(trades.flatMap(trade => trade.legs.map(leg => leg.symbol)))
  return [...now].every(([symbol, { size }]) => touched.has(symbol) || before.get(symbol)?.size === size)
}
