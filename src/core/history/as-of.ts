/**
 * Orders and cash as known at a past time. An execution counts from its own time, an end from when it was observed, a
 * quote from its arrival. Late fills, leg bookings, and cash shown by a later sample count from when they became known.
 * Invariant: the result contains nothing that happened or became known later.
 */
import type { JournalOrder } from '../domain/journal-order.ts'
import type { JournalRow } from '../domain/journal-row.ts'
import { fillKnownMs } from './known-times.ts'

function statesAt(
  order: JournalOrder,
  atMs: number,
): Pick<JournalOrder, 'order_state' | 'cancel_state' | 'openSinceMs' | 'endedAtMs'> {
  const { order_state, cancel_state, endedAtMs } = order
  if (endedAtMs !== undefined && endedAtMs <= atMs)
    return { order_state, cancel_state, endedAtMs, openSinceMs: undefined }
  // Its end is later, so it was open from its acceptance, or from when it was first observed.
  const acceptedMs = order.acceptedAtMs ?? (order.order_state === undefined ? undefined : order.sentAtMs)
  const isAccepted = acceptedMs !== undefined && acceptedMs <= atMs
  return {
    order_state: isAccepted ? 'accepted' : undefined,
    cancel_state: isAccepted ? 'none' : undefined,
    openSinceMs: isAccepted ? acceptedMs : undefined,
    endedAtMs: undefined,
  }
}

function quotesAt({ quotes }: JournalOrder, atMs: number): JournalOrder['quotes'] {
  if (quotes === undefined || quotes.lastMs <= atMs) return quotes
  const trail = quotes.trail.filter(each => each.atMs <= atMs)
  const last = trail.at(-1)
  // For an earlier best quote only the price is stored, not the size.
  return last === undefined
    ? undefined
    : { ...quotes, best: { ...quotes.best, price: last.price }, second: undefined, lastMs: last.atMs, trail }
}

export function orderAt(order: JournalOrder, atMs: number): JournalOrder | undefined {
  const executions = order.executions.filter(each => fillKnownMs(order, each) <= atMs)
  if (order.sentAtMs > atMs && executions.length === 0) return undefined
  const trades = new Set<string>(executions.map(each => each.trade_id))
  const bookings = Object.entries(order.bookings ?? {}).filter(
    ([trade]) => trades.has(trade) && (order.bookingsKnownMs?.[trade] ?? 0) <= atMs,
  )
  return {
    ...order,
    ...statesAt(order, atMs),
    acceptedAtMs: order.acceptedAtMs !== undefined && order.acceptedAtMs <= atMs ? order.acceptedAtMs : undefined,
    refreshedAtMs: order.refreshedAtMs !== undefined && order.refreshedAtMs <= atMs ? order.refreshedAtMs : undefined,
    listedAgainMs: order.listedAgainMs !== undefined && order.listedAgainMs <= atMs ? order.listedAgainMs : undefined,
    executions,
    firstFillMs: executions[0] === undefined ? undefined : executions[0].utc_timestamp / 1_000,
    steps: order.steps.filter(step => Number.parseInt(step, 10) <= atMs),
    quote: undefined,
    quotes: quotesAt(order, atMs),
    bookings: bookings.length === 0 ? undefined : Object.fromEntries(bookings),
    points: order.points?.filter(each => each.atMs <= atMs),
  }
}

export const ordersAt = (orders: readonly JournalOrder[], atMs: number): readonly JournalOrder[] =>
  orders.flatMap(order => orderAt(order, atMs) ?? [])

export const cashAt = (rows: readonly JournalRow[], atMs: number): readonly JournalRow[] =>
  rows.filter(row => (row.knownAtMs ?? row.atMs) <= atMs)
