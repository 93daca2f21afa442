/** Queries of the browser's own database. They are read again when it reports a change; the last answer stays meanwhile. */
import { useQuery } from '@tanstack/react-query'
import { faultText, timely } from '../browser/db.ts'
import { queryClient } from './query-client.ts'
import { systemTimers } from '../../client/timers.ts'

export type Loadable<Value> =
  | { readonly status: 'waiting' }
  | { readonly status: 'failed'; readonly message: string }
  /** `isSearching`: a newer answer is being read. */
  | { readonly status: 'ready'; readonly value: Value; readonly isSearching: boolean }

export const readyOf = <Value>(loaded: Loadable<Value>): Value | undefined => (loaded.status === 'ready' ? loaded.value : undefined)

const savedKey = 'kept'
/** Place of the owner in a query's key. */
const ownerPart = 2
/** Answers may be large, and are read again quickly. */
const cacheMs = 5_000
/** Years of a journal may be searched. */
const readWithinMs = 15_000

/**
 * `key` says what is read, in plain data; its first parts are what `savedChanged` names, and its second is whose it is. While another answer is
 * read the last one stays, of the same owner alone: what was read of an account is not shown under the next.
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

/** Puts what is known to have changed into what was read under exactly this key. */
export const amendSaved = <Value>(key: readonly unknown[], amend: (value: Value) => Value): void =>
  void queryClient.setQueryData<Value>([savedKey, ...key], read => (read === undefined ? undefined : amend(read)))

export const savedChanged = (key: readonly unknown[]): Promise<void> => queryClient.invalidateQueries({ queryKey: [savedKey, ...key] })

const soonMs = 400
const due = new Set<string>()

/** The same once for a burst: React Query would read a long journal for each of a hundred fills. The screen follows within 0.4 s. */
export function savedChangesSoon(key: readonly unknown[]): void {
  const name = JSON.stringify(key)
  if (due.has(name)) return
  due.add(name)
  systemTimers.after(soonMs, () => {
    due.delete(name)
    void savedChanged(key)
  })
}
