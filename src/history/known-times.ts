/**
 * When what an order says became known, so that the past is shown with what was known of it then (`as-of.ts`). A fill has a time only where it
 * became known late; what has none was known when it happened, as all is that an earlier version stored.
 */
import type { JournalOrder, KnownTimes } from '../domain/journal-order.ts'
import type { Execution } from '../domain/order.ts'
import { secondMs } from '../domain/time.ts'

/** A push or a poll brings a fill sooner. */
const lateMs = 3 * secondMs

/** Of these new fills, seen at `atMs`. */
export function fillsKnown(
  { fillsKnownMs }: Pick<JournalOrder, 'fillsKnownMs'>,
  fills: readonly Execution[],
  atMs: number,
): Pick<JournalOrder, 'fillsKnownMs'> {
  const late = fills.filter(fill => atMs - fill.utc_timestamp / 1_000 > lateMs)
  return late.length === 0 ? {} : { fillsKnownMs: { ...fillsKnownMs, ...Object.fromEntries(late.map(fill => [fill.trade_id, atMs])) } }
}

export const fillKnownMs = (order: Pick<JournalOrder, 'fillsKnownMs'>, { trade_id, utc_timestamp }: Execution): number =>
  order.fillsKnownMs?.[trade_id] ?? utc_timestamp / 1_000

interface Knower {
  readonly trades: ReadonlySet<string>
  readonly times: KnownTimes | undefined
}

/** What either knew first: of a trade that one of them knew at once there is no time. */
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
const ofBookings = ({ bookings = {}, bookingsKnownMs: times }: JournalOrder): Knower => ({ trades: new Set(Object.keys(bookings)), times })

/** Of one order that two have followed. */
export const joinedKnown = (a: JournalOrder, b: JournalOrder): Pick<JournalOrder, 'fillsKnownMs' | 'bookingsKnownMs'> => ({
  fillsKnownMs: earliest(ofFills(a), ofFills(b)),
  bookingsKnownMs: earliest(ofBookings(a), ofBookings(b)),
})
