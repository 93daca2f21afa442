/**
 * Arrival times of each resource on the monotonic clock, and results of recent tries. Freshness is computed from this,
 * so that an equal answer counts as fresh without a render.
 */
import { createStore } from '../browser/store.ts'
import type { ApiFault } from '../../../core/client/fault.ts'

const staleMs = 15_000

export type Freshness = 'live' | 'delayed' | 'stale' | 'unknown'

export interface Arrival {
  readonly name: string
  readonly intervalMs: number
  readonly receivedMs: number | undefined
  readonly unread: number
  /** Time of the last answer with every row readable. */
  readonly wholeMs: number | undefined
  /** True after sleep: old, whatever the clock says. */
  readonly isDoubtful: boolean
  readonly fault: ApiFault | undefined
  readonly faultMs: number | undefined
  readonly failures: number
  /** Figures need all its rows: an unreadable row makes them unknown. */
  readonly mustBeWhole: boolean
  readonly watchers: number
}

const arrivals = createStore<ReadonlyMap<string, Arrival>>(new Map())

export const subscribeArrivals = arrivals.subscribe
export const arrivalOf = (key: string): Arrival | undefined => arrivals.get().get(key)
export const watchedArrivals = (): readonly Arrival[] => [...arrivals.get().values()].filter(each => each.watchers > 0)

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
const amend = (key: string, more: Partial<Arrival>): void =>
  arrivals.set(new Map(arrivals.get()).set(key, { ...(arrivalOf(key) ?? blank), ...more }))

export function watchArrival(key: string, name: string, intervalMs: number, mustBeWhole = false): () => void {
  amend(key, { name, intervalMs, mustBeWhole, watchers: (arrivalOf(key)?.watchers ?? 0) + 1 })
  return () => amend(key, { watchers: Math.max(0, (arrivalOf(key)?.watchers ?? 1) - 1) })
}

/** `madeMs`: when the answer was made, or else received. `unread`: number of unreadable rows. */
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
  amend(key, { fault, faultMs: nowMs, failures: (arrivalOf(key)?.failures ?? 0) + 1 })

export const doubtAllArrivals = (): void =>
  arrivals.set(new Map([...arrivals.get()].map(([key, arrival]) => [key, { ...arrival, isDoubtful: true }])))

export function forgetArrivals(prefix: string): void {
  const next = new Map(arrivals.get())
  for (const [key, { name, intervalMs, mustBeWhole, watchers }] of next) {
    if (!key.startsWith(prefix)) continue
    if (watchers === 0) next.delete(key)
    else next.set(key, { ...blank, name, intervalMs, mustBeWhole, watchers })
  }
  arrivals.set(next)
}

const unknownMs = 60_000

/** Freshness of data received `agoMs` ago; slow resources become stale after at least three intervals. */
export function freshnessOf(arrival: Arrival | undefined, nowMs: number): Freshness {
  if (arrival?.receivedMs === undefined) return 'unknown'
  const agoMs = nowMs - arrival.receivedMs
  if (agoMs > Math.max(unknownMs, arrival.intervalMs * 4)) return 'unknown'
  if (arrival.isDoubtful || agoMs > Math.max(staleMs, arrival.intervalMs * 3)) return 'stale'
  return agoMs > arrival.intervalMs * 2 ? 'delayed' : 'live'
}
