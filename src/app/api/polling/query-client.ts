/**
 * The page's cache of polled resources. Polls ignore the browser's online state, are never retried by the library, and
 * run only while the page is visible. The next one comes after the interval ± 20 %, or after a back-off with full
 * jitter.
 */
import { notifyManager, type Query, QueryClient } from '@tanstack/react-query'
import { subscribeVisible } from '../browser/heartbeat.ts'
import { arrivalOf, doubtAllArrivals, forgetArrivals } from './arrivals.ts'
import type { ApiFault } from '../../../core/client/fault.ts'
import { backOffMs, systemTimers, jittered } from '../../../core/client/timers.ts'

export class FaultError extends Error {
  readonly fault: ApiFault
  constructor(fault: ApiFault) {
    super(fault.message)
    this.fault = fault
  }
}

// Notifies in the same task as the answer, so that rendering does not wait for a timer.
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

interface QueryCounts {
  readonly queryHash: string
  readonly state: { readonly dataUpdateCount: number; readonly errorUpdateCount: number }
}
const waits = new Map<string, { readonly turn: number; readonly intervalMs: number; readonly ms: number }>()

/** Wait before the next poll. Constant until then, or the library would restart its timer at every render. */
export function pollDelayMs(query: QueryCounts, intervalMs: number): number {
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

export const askAgain = (): void => void queryClient.refetchQueries({ type: 'active' })

/**
 * The displayed account is out of date: cancels running requests, so that none overwrites newer data, and refetches.
 */
export async function refreshAccount(): Promise<void> {
  await queryClient.cancelQueries({ queryKey: [accountKey] })
  await queryClient.invalidateQueries({ queryKey: [accountKey] })
}

/** Data of ended sessions that a screen shows until its next render. */
const ended = new WeakSet<Query>()

/** Removes the account's data at the session's end. Data that is visible is removed once its screen unmounts. */
export function forgetAccount(): void {
  void queryClient.cancelQueries({ queryKey: [accountKey] })
  queryClient.removeQueries({ queryKey: [accountKey], type: 'inactive' })
  for (const query of queryClient.getQueryCache().findAll({ queryKey: [accountKey] })) ended.add(query)
  forgetArrivals(`["${accountKey}"`)
  waits.clear()
}

export const startForgetting = (): (() => void) =>
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'observerRemoved' && ended.has(query) && query.getObserversCount() === 0)
      queryClient.getQueryCache().remove(query)
  })

const staggerMs = 150

/** Polls check their schedule when the page is hidden or shown; a hidden page never polls. Returns a stop function. */
export const startPausingPolls = (): (() => void) =>
  subscribeVisible(() => {
    for (const { observers } of queryClient.getQueryCache().getAll())
      for (const observer of observers) observer.setOptions(observer.options)
  })

export async function refreshAll(): Promise<void> {
  doubtAllArrivals()
  await queryClient.cancelQueries()
  for (const [index, query] of queryClient.getQueryCache().findAll({ type: 'active' }).entries()) {
    systemTimers.after(
      index * staggerMs,
      () => void queryClient.refetchQueries({ queryKey: query.queryKey, exact: true, type: 'active' }),
    )
  }
}
