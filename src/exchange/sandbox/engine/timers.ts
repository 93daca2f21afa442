/**
 * Schedule of order time-outs, expiries and fundings. At one moment, entries run in insertion order, orders before
 * instruments. It only stores references; the caller decides if an entry is still due.
 */
import { firstPlace } from '../../../core/domain/first-place.ts'
import { must } from '../../../core/domain/must.ts'
import type { EpochMicros } from '../../../core/domain/time.ts'
import type { ListedInstrument } from '../market/market.ts'
import type { Due, Order, Timers } from './model.ts'

export const createTimers = (): Timers => ({ times: [], due: new Map() })

function dueAt(timers: Timers, at: EpochMicros): Due {
  const known = timers.due.get(at)
  if (known !== undefined) return known
  const fresh: Due = { at, orders: new Set(), instruments: new Map() }
  timers.due.set(at, fresh)
  const { times } = timers
  times.splice(
    firstPlace(times.length, place => must(times[place], 'a time within the list') <= at),
    0,
    at,
  )
  return fresh
}

export function scheduleEnd(timers: Timers, at: EpochMicros, order: Order): void {
  dueAt(timers, at).orders.add(order)
}

export function scheduleInstrument(timers: Timers, at: EpochMicros, listed: ListedInstrument): void {
  dueAt(timers, at).instruments.set(listed.instrument.tradeable_entity_id, listed)
}

export function unschedule(timers: Timers, at: EpochMicros, order: Order): void {
  timers.due.get(at)?.orders.delete(order)
}

export function takeDue(timers: Timers, now: EpochMicros): Due | undefined {
  const at = timers.times.at(-1)
  if (at === undefined || at > now) return undefined
  timers.times.pop()
  const due = must(timers.due.get(at), 'what is due at a time that was set')
  timers.due.delete(at)
  return due
}
