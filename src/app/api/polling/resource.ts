/** A polled resource for screens: data, status, freshness and fault. */
import { type UseQueryOptions, hashKey, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { LoadedRows, UnreadRow } from '../../../core/domain/unread-row.ts'
import {
  type Freshness,
  arrivalFailed,
  arrivalOf,
  arrived,
  freshnessOf,
  subscribeArrivals,
  watchArrival,
} from './arrivals.ts'
import type { CallResult } from '../../../core/client/client-types.ts'
import type { ApiFault } from '../../../core/client/fault.ts'
import { isVisible, subscribeBeat } from '../browser/heartbeat.ts'
import { paceFactor, usePollPace } from './poll-pace.ts'
import { FaultError, pollDelayMs, queryClient } from './query-client.ts'
import { systemTimers } from '../../../core/client/timers.ts'
import { serverClock } from '../venue/clock.ts'

export interface Resource<Data> {
  readonly data: Data | undefined
  /**
   * `waiting` also while signed out or disabled; `ready` keeps the last data while polls fail, except after `no_book`.
   */
  readonly status: 'waiting' | 'failed' | 'ready'
  readonly freshness: Freshness
  readonly receivedAgoMs: () => number | undefined
  readonly wholeAgoMs: () => number | undefined
  readonly fault?: ApiFault | undefined
  readonly rejectedRows: readonly UnreadRow[]
  readonly refetch: () => void
}

export interface ResourceSpec<Data> {
  readonly name: string
  readonly key: readonly unknown[]
  readonly intervalMs: number
  readonly intervalOf?: ((data: Data) => number) | undefined
  readonly enabled: boolean
  readonly mustBeWhole?: boolean | undefined
  load(signal: AbortSignal): Promise<CallResult<LoadedRows<Data>>>
  /** `fresh`, with unchanged parts taken from `old`. */
  share(old: Data | undefined, fresh: Data): Data
}

const noBadRows: readonly UnreadRow[] = []
/** A newly mounted component does not refetch data this young. */
const justAskedMs = 1_000

export function useResource<Data>(spec: ResourceSpec<Data>): Resource<Data> {
  const hash = hashKey(spec.key)
  const { name, enabled, mustBeWhole } = spec
  const factor = paceFactor[usePollPace()]
  const result = useQuery<LoadedRows<Data>, FaultError>(queryOptionsOf(spec, factor), queryClient)
  const { error } = result
  // Data that the venue no longer has is dropped.
  const data = error?.fault.kind === 'no_book' ? undefined : result.data
  const expectedMs = factor * intervalFor(spec, data)
  useEffect(
    () => (enabled ? watchArrival(hash, name, expectedMs, mustBeWhole) : undefined),
    [hash, name, expectedMs, enabled, mustBeWhole],
  )
  const freshness = useFreshness(hash)
  const fault = enabled ? error?.fault : undefined
  const asks = useMemo(() => asksOf(hash), [hash])
  // Stable while nothing changed, so that it renders once.
  return useMemo(
    () => ({
      ...asks,
      data: data?.data,
      status: data === undefined ? (fault === undefined ? 'waiting' : 'failed') : 'ready',
      freshness: data === undefined ? 'unknown' : freshness,
      fault,
      rejectedRows: data?.rejectedRows ?? noBadRows,
    }),
    [asks, data, fault, freshness],
  )
}

type Asks = Pick<Resource<unknown>, 'receivedAgoMs' | 'wholeAgoMs' | 'refetch'>

const asksOf = (hash: string): Asks => ({
  receivedAgoMs: () => agoMs(hash),
  wholeAgoMs: () => sinceMs(arrivalOf(hash)?.wholeMs),
  refetch: () => void queryClient.refetchQueries({ predicate: query => query.queryHash === hash }),
})

export function queryOptionsOf<Data>(
  spec: ResourceSpec<Data>,
  factor: number,
): UseQueryOptions<LoadedRows<Data>, FaultError> {
  const hash = hashKey(spec.key)
  return {
    queryKey: spec.key,
    enabled: spec.enabled,
    staleTime: justAskedMs,
    // A hidden page has no poll timers.
    refetchInterval: query => isVisible() && pollDelayMs(query, factor * intervalFor(spec, query.state.data)),
    queryFn: ({ signal }) => loadOnce(spec, hash, signal),
    structuralSharing: (old, fresh) =>
      shareLoaded(spec, old as LoadedRows<Data> | undefined, fresh as LoadedRows<Data>),
  }
}

export async function prefetchResource<Data>(spec: ResourceSpec<Data>): Promise<void> {
  if (!spec.enabled) return
  const hash = hashKey(spec.key)
  await queryClient.prefetchQuery({ queryKey: spec.key, queryFn: ({ signal }) => loadOnce(spec, hash, signal) })
}

export function ingest<Data>(spec: ResourceSpec<Data>, loaded: LoadedRows<Data>): void {
  if (!spec.enabled) return
  queryClient.setQueryData<LoadedRows<Data>>(spec.key, old => shareLoaded(spec, old, loaded))
  arrived(hashKey(spec.key), madeAtMs(loaded), loaded.rejectedRows.length)
}

const momentMs = 5_000

/** Refetches unless data arrived within the last `momentMs`. */
export function askIfOld({ receivedAgoMs, refetch }: Pick<Resource<unknown>, 'receivedAgoMs' | 'refetch'>): void {
  const ago = receivedAgoMs()
  if (ago === undefined || ago > momentMs) refetch()
}

const intervalFor = <Data>(spec: ResourceSpec<Data>, loaded: LoadedRows<Data> | undefined): number =>
  loaded === undefined ? spec.intervalMs : (spec.intervalOf?.(loaded.data) ?? spec.intervalMs)

/** A cached answer is as old as the venue's time in it. On the monotonic clock. */
const madeAtMs = ({ madeMs }: LoadedRows<unknown>): number =>
  systemTimers.monotonicMs() - (madeMs === undefined ? 0 : (serverClock.ageMs(madeMs) ?? 0))

async function loadOnce<Data>(spec: ResourceSpec<Data>, hash: string, signal: AbortSignal): Promise<LoadedRows<Data>> {
  const answered = await spec.load(signal)
  if (answered.ok) {
    if (!signal.aborted) arrived(hash, madeAtMs(answered.answer), answered.answer.rejectedRows.length)
    return answered.answer
  }
  // The venue answered that there is no book, so the connection is live.
  if (answered.fault.kind === 'no_book') arrived(hash, systemTimers.monotonicMs())
  else if (answered.fault.kind !== 'aborted') arrivalFailed(hash, answered.fault, systemTimers.monotonicMs())
  throw new FaultError(answered.fault)
}

function shareLoaded<Data>(
  spec: ResourceSpec<Data>,
  old: LoadedRows<Data> | undefined,
  fresh: LoadedRows<Data>,
): LoadedRows<Data> {
  if (old === undefined) return fresh
  const data = spec.share(old.data, fresh.data)
  const isSame = data === old.data && old.rejectedRows.length === 0 && fresh.rejectedRows.length === 0
  return isSame ? old : { data, rejectedRows: fresh.rejectedRows }
}

const sinceMs = (thenMs: number | undefined): number | undefined =>
  thenMs === undefined ? undefined : systemTimers.monotonicMs() - thenMs

export const agoMs = (hash: string): number | undefined => sinceMs(arrivalOf(hash)?.receivedMs)

const subscribeAges = (listener: () => void): (() => void) => {
  const ends = [subscribeBeat(listener), subscribeArrivals(listener)]
  return () => {
    for (const end of ends) end()
  }
}

function useFreshness(hash: string): Freshness {
  const read = (): Freshness => freshnessOf(arrivalOf(hash), systemTimers.monotonicMs())
  return useSyncExternalStore(subscribeAges, read, read)
}
