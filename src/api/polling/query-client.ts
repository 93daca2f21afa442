/**
 * The page's cache of polled resources. Polls never pause for the browser's opinion of the network, are never repeated by the library, and
 * run only while the page is seen; the next one comes after the interval ± 20 %, or after a back-off with full jitter.
 */
import { notifyManager, type Query, QueryClient } from '@tanstack/react-query'
import { subscribeVisible } from '../browser/heartbeat.ts'
import { arrivalOf, doubtAllArrivals, forgetArrivals } from './arrivals.ts'
import type { ApiFault } from '../../client/fault.ts'
import { backOffMs, systemTimers, jittered } from '../../client/timers.ts'

/** A fault as something to throw, since the query library wants that. */
export class FaultError extends Error {
  readonly fault: ApiFault
  constructor(fault: ApiFault) {
    super(fault.message)
    this.fault = fault
  }
}

// Not in a task of its own after the answer's: the picture need not wait for a timer.
notifyManager.setScheduler(queueMicrotask)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      retry: false,
      staleTime: 0,
      refetchOnReconnect: false,
      refetchOnWindowFocus: 'always',
      refetchIntervalInBackground: false,
    },
  },
})

export const accountKey = 'account'

interface Counted {
  readonly queryHash: string
  readonly state: { readonly dataUpdateCount: number; readonly errorUpdateCount: number }
}
const waits = new Map<string, { readonly turn: number; readonly intervalMs: number; readonly ms: number }>()

/** Wait before the next poll; the same until that poll is done or another interval is asked for, or the library would start its timer again at every drawing. */
export function pollDelayMs(query: Counted, intervalMs: number): number {
  const turn = query.state.dataUpdateCount + query.state.errorUpdateCount
  const known = waits.get(query.queryHash)
  if (known?.turn === turn && known.intervalMs === intervalMs) return known.ms
  const arrival = arrivalOf(query.queryHash)
  const failures = arrival?.failures ?? 0
  const random = systemTimers.random()
  const usual = failures === 0 ? jittered(intervalMs, random) : backOffMs(intervalMs, failures, random)
  const ms = Math.max(usual, failures === 0 ? 0 : (arrival?.fault?.retryAfterMs ?? 0))
  waits.set(query.queryHash, { turn, intervalMs, ms })
  return ms
}

/** What is shown of the account is out of date: requests that began before now are given up, so none of them can overwrite what follows. */
export async function refreshAccount(): Promise<void> {
  await queryClient.cancelQueries({ queryKey: [accountKey] })
  await queryClient.invalidateQueries({ queryKey: [accountKey] })
}

/** What was read of accounts whose session is over, and is still shown by a screen that has not been drawn since. */
const ended = new WeakSet<Query>()

/** The session is over: what was read of its account goes at once, and what a screen still shows as soon as it does not. */
export function forgetAccount(): void {
  void queryClient.cancelQueries({ queryKey: [accountKey] })
  queryClient.removeQueries({ queryKey: [accountKey], type: 'inactive' })
  for (const query of queryClient.getQueryCache().findAll({ queryKey: [accountKey] })) ended.add(query)
  forgetArrivals(`["${accountKey}"`)
  waits.clear()
}

/** The answer stops it. */
export const startForgetting = (): (() => void) =>
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'observerRemoved' && ended.has(query) && query.getObserversCount() === 0) queryClient.getQueryCache().remove(query)
  })

const staggerMs = 150

/** Polls ask again when they are due as the page is hidden, and as it is seen: never, in a hidden one. The answer stops it. */
export const startPausingPolls = (): (() => void) =>
  subscribeVisible(() => {
    for (const { observers } of queryClient.getQueryCache().getAll())
      for (const observer of observers) observer.setOptions(observer.options)
  })

/** After sleep: everything is in doubt, old requests are given up, and one refresh follows, one resource after the other. */
export async function refreshAll(): Promise<void> {
  doubtAllArrivals()
  await queryClient.cancelQueries()
  for (const [index, query] of queryClient.getQueryCache().findAll({ type: 'active' }).entries()) {
    systemTimers.after(index * staggerMs, () => void queryClient.refetchQueries({ queryKey: query.queryKey, exact: true, type: 'active' }))
  }
}
