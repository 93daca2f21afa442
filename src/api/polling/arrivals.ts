/**
 * When each resource last arrived, on the monotonic clock, and how its last tries went. Freshness is read from here, so that an answer
 * equal to the one before makes nothing draw but is known to have come.
 */
import { createStore } from '../browser/store.ts'
import type { ApiFault } from '../../client/fault.ts'

/** Data that came so long ago is stale. */
const staleMs = 15_000

export type Freshness = 'live' | 'delayed' | 'stale' | 'unknown'

export interface Arrival {
  readonly name: string
  readonly intervalMs: number
  readonly receivedMs: number | undefined
  /** Rows of the last answer that could not be read. */
  readonly unread: number
  /** When an answer last came whose every row was read. */
  readonly wholeMs: number | undefined
  /** Slept over: whatever the clock says, it is old. */
  readonly isDoubtful: boolean
  readonly fault: ApiFault | undefined
  readonly faultMs: number | undefined
  /** In a row. */
  readonly failures: number
  /** Figures are made of all its rows: one that is not read leaves them unknown. */
  readonly mustBeWhole: boolean
  /** Components that show it. */
  readonly watchers: number
}

const arrivals = new Map<string, Arrival>()
/** Grows with every change. */
const changes = createStore(0)
const changed = (): void => changes.set(changes.get() + 1)

export const subscribeArrivals = changes.subscribe
export const arrivalOf = (key: string): Arrival | undefined => arrivals.get(key)
export const watchedArrivals = (): readonly Arrival[] => [...arrivals.values()].filter(each => each.watchers > 0)

const blank: Arrival = {
  name: '',
  intervalMs: 0,
  receivedMs: undefined,
  unread: 0,
  wholeMs: undefined,
  isDoubtful: false,
  fault: undefined,
  faultMs: undefined,
  failures: 0,
  mustBeWhole: false,
  watchers: 0,
}
const amend = (key: string, more: Partial<Arrival>): void => {
  arrivals.set(key, { ...(arrivals.get(key) ?? blank), ...more })
  changed()
}

/** A component shows it from now on; the answer ends that. */
export function watchArrival(key: string, name: string, intervalMs: number, mustBeWhole = false): () => void {
  amend(key, { name, intervalMs, mustBeWhole, watchers: (arrivals.get(key)?.watchers ?? 0) + 1 })
  return () => amend(key, { watchers: Math.max(0, (arrivals.get(key)?.watchers ?? 1) - 1) })
}

/** `madeMs`: when the answer was made, else when it came. `unread` rows of it could not be read. */
export const arrived = (key: string, madeMs: number, unread = 0): void =>
  amend(key, {
    receivedMs: madeMs,
    unread,
    ...(unread === 0 ? { wholeMs: madeMs } : {}),
    isDoubtful: false,
    fault: undefined,
    faultMs: undefined,
    failures: 0,
  })

export const arrivalFailed = (key: string, fault: ApiFault, nowMs: number): void =>
  amend(key, { fault, faultMs: nowMs, failures: (arrivals.get(key)?.failures ?? 0) + 1 })

export function doubtAllArrivals(): void {
  for (const [key, arrival] of arrivals) arrivals.set(key, { ...arrival, isDoubtful: true })
  changed()
}

/** Forgets those whose key begins so, as when a session ends; what is still watched is as if never asked. */
export function forgetArrivals(prefix: string): void {
  for (const [key, { name, intervalMs, mustBeWhole, watchers }] of arrivals) {
    if (!key.startsWith(prefix)) continue
    if (watchers === 0) arrivals.delete(key)
    else arrivals.set(key, { ...blank, name, intervalMs, mustBeWhole, watchers })
  }
  changed()
}

const unknownMs = 60_000

/** Of data that came `agoMs` ago; slow resources get at least three of their own intervals before they are stale. */
export function freshnessOf(arrival: Arrival | undefined, nowMs: number): Freshness {
  if (arrival?.receivedMs === undefined) return 'unknown'
  const agoMs = nowMs - arrival.receivedMs
  if (agoMs > Math.max(unknownMs, arrival.intervalMs * 4)) return 'unknown'
  if (arrival.isDoubtful || agoMs > Math.max(staleMs, arrival.intervalMs * 3)) return 'stale'
  return agoMs > arrival.intervalMs * 2 ? 'delayed' : 'live'
}
