/** Queries of the browser's own database, read again on a reported change; the last result stays meanwhile. */
import { useQuery } from '@tanstack/react-query'
import { faultText, timely } from '../browser/db.ts'
import { queryClient } from './query-client.ts'
import { systemTimers } from '../../../core/client/timers.ts'

export type Loadable<Value> =
  | { readonly status: 'waiting' }
  | { readonly status: 'failed'; readonly message: string }
  | { readonly status: 'ready'; readonly value: Value; readonly isSearching: boolean }

export const readyOf = <Value>(loaded: Loadable<Value>): Value | undefined =>
  loaded.status === 'ready' ? loaded.value : undefined

const savedKey = 'kept'
const ownerPart = 2
/** Results may be large and are quick to read again. */
const cacheMs = 5_000
/** Years of a journal may be searched. */
const readWithinMs = 15_000

/**
 * `key`: plain data; its first parts are matched by `savedChanged`, its second is the owner. While another result loads
 * the last one stays, but only for the same owner.
 */
export function useSaved<Value>(
  key: readonly [what: string, owner: unknown, ...unknown[]],
  load: (signal: AbortSignal) => Promise<Value>,
): Loadable<Value> {
  const queryKey = [savedKey, ...key]
  const { data, error, isFetching } = useQuery<Value>(
    {
      queryKey,
      queryFn: ({ signal }) => timely(load(signal), readWithinMs),
      placeholderData: (previous, query) => (query?.queryKey[ownerPart] === key[1] ? previous : undefined),
      structuralSharing: false,
      refetchOnWindowFocus: false,
      gcTime: cacheMs,
    },
    queryClient,
  )
  if (data !== undefined) return { status: 'ready', value: data, isSearching: isFetching }
  return error === null ? { status: 'waiting' } : { status: 'failed', message: faultText(error) }
}

export const amendSaved = <Value>(key: readonly unknown[], amend: (value: Value) => Value): void =>
  void queryClient.setQueryData<Value>([savedKey, ...key], read => (read === undefined ? undefined : amend(read)))

export const savedChanged = (key: readonly unknown[]): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [savedKey, ...key] })

const soonMs = 400
const due = new Set<string>()

/** Debounced `savedChanged`: a long journal is not read for each of a hundred fills. Screens follow within 0.4 s. */
export function savedChangesSoon(key: readonly unknown[]): void {
  const name = JSON.stringify(key)
  if (due.has(name)) return
  due.add(name)
  systemTimers.after(soonMs, () => {
    due.delete(name)
    void savedChanged(key)
  })
}
