/** Observed fills of an account. Fills of packages are allotted to their legs by the marks of the nearest samples. */
import type { Decimal } from '../domain/decimal.ts'
import { type Fill, fillsOfOrder, legsOfSymbol, type MarkAt } from '../domain/fill.ts'
import type { ClientOrderId } from '../domain/ids.ts'
import type { JournalOrder } from '../domain/journal-order.ts'
import { parseSide } from '../domain/order.ts'
import type { Sample } from '../domain/sample.ts'
import { firstAtOrAfter } from '../domain/settlement.ts'
import { minuteMs } from '../domain/time.ts'

/** Marks further from a fill than this do not price its legs. */
const nearMs = 15 * minuteMs
const mostNear = 6

export function timesAround(orders: readonly JournalOrder[], samples: readonly { readonly atMs: number }[]): number[] {
  const times = new Set<number>()
  for (const order of orders) {
    if (legsOfSymbol(order) === undefined) continue
    for (const { utc_timestamp: at } of order.executions) {
      const next = firstAtOrAfter(samples, at / 1_000)
      for (let index = next - mostNear / 2; index < next + mostNear / 2; index += 1) {
        const atMs = samples[index]?.atMs
        if (atMs !== undefined && Math.abs(atMs - at / 1_000) <= nearMs) times.add(atMs)
      }
    }
  }
  return [...times].sort((a, b) => a - b)
}

export function marksOf(samples: readonly Sample[]): MarkAt {
  return (symbol, atMs, withinMs = nearMs) => {
    let best: { readonly off: number; readonly mark: Decimal } | undefined
    for (const sample of samples) {
      const off = Math.abs(sample.atMs - atMs)
      if (off > withinMs || (best !== undefined && off >= best.off)) continue
      const mark = sample.positions?.find(each => each.symbol === symbol)?.mark_price
      if (mark !== undefined) best = { off, mark }
    }
    return best?.mark
  }
}

export interface SeenFills {
  readonly fills: readonly Fill[]
  readonly orders: ReadonlyMap<string, JournalOrder>
  readonly unread: readonly string[]
  readonly markAt: MarkAt
}

/** `near` are samples around the fills of packages, with positions. */
export function seenFills(orders: readonly JournalOrder[], near: readonly Sample[]): SeenFills {
  const markAt = marksOf(near)
  const fills: Fill[] = []
  const unread: string[] = []
  for (const order of orders) {
    fills.push(...fillsOfOrder({ ...order, client_order_id: order.client_order_id as ClientOrderId }, markAt))
    if (parseSide(order.side) === undefined && order.executions.length > 0) unread.push(order.client_order_id)
  }
  return { fills, unread, markAt, orders: new Map(orders.map(order => [order.client_order_id, order])) }
}
