/**
 * Times at which facts about an order became known, so that a past view uses only facts known then (`as-of.ts`). Only
 * late fills have such a time. Without one, a fill was known when it happened, as in data of earlier versions.
 */
import type { JournalOrder, KnownTimes } from '../domain/journal-order.ts'
import type { Execution } from '../domain/order.ts'
import { secondMs } from '../domain/time.ts'

const lateMs = 3 * secondMs

export function fillsKnown(
  { fillsKnownMs }: Pick<JournalOrder, 'fillsKnownMs'>,
  fills: readonly Execution[],
  atMs: number,
): Pick<JournalOrder, 'fillsKnownMs'> {
  const late = fills.filter(fill => atMs - fill.utc_timestamp / 1_000 > lateMs)
  return late.length === 0
    ? {}
    : { fillsKnownMs: { ...fillsKnownMs, ...Object.fromEntries(late.map(fill => [fill.trade_id, atMs])) } }
}

export const fillKnownMs = (
  order: Pick<JournalOrder, 'fillsKnownMs'>,
  { trade_id, utc_timestamp }: Execution,
): number => order.fillsKnownMs?.[trade_id] ?? utc_timestamp / 1_000

interface Knower {
  readonly trades: ReadonlySet<string>
  readonly times: KnownTimes | undefined
}

/** Returns the earlier time per trade. No time if either side knew the trade immediately. */
function earliest(a: Knower, b: Knower): KnownTimes | undefined {
  const times = [...new Set([...a.trades, ...b.trades])].flatMap((trade): [string, number][] => {
    const known = [a, b].flatMap(({ trades, times }) => (trades.has(trade) ? [times?.[trade] ?? 0] : []))
    const atMs = Math.min(...known)
    return atMs === 0 ? [] : [[trade, atMs]]
  })
  return times.length === 0 ? undefined : Object.fromEntries(times)
}

const ofFills = ({ executions, fillsKnownMs: times }: JournalOrder): Knower => ({
  trades: new Set(executions.map(each => each.trade_id)),
  times,
})
const ofBookings = ({ bookings = {}, bookingsKnownMs: times }: JournalOrder): Knower => ({
  trades: new Set(Object.keys(bookings)),
  times,
})

export const joinedKnown = (
  a: JournalOrder,
  b: JournalOrder,
): Pick<JournalOrder, 'fillsKnownMs' | 'bookingsKnownMs'> => ({
  fillsKnownMs: earliest(ofFills(a), ofFills(b)),
  bookingsKnownMs: earliest(ofBookings(a), ofBookings(b)),
})
