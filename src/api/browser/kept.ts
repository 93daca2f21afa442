/** What is read from the browser's own database, for screens: read anew when told that it changed, the last answer staying meanwhile. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { faultWords, timely } from './db.ts'
import { queryClient } from '../polling/query-client.ts'
import { browserTimers } from './timers.ts'

export type Loadable<Value> =
  | { readonly face: 'waiting' }
  | { readonly face: 'failed'; readonly message: string }
  /** `isSearching`: a newer answer is being read. */
  | { readonly face: 'ready'; readonly value: Value; readonly isSearching: boolean }

const keptKey = 'kept'
/** Answers may be large, and are read again quickly. */
const heldMs = 5_000
/** Years of a journal may be searched. */
const readWithinMs = 15_000

/** `key` says what is read, in plain data; its first parts are what `keptChanged` names. */
export function useKept<Value>(key: readonly unknown[], load: (signal: AbortSignal) => Promise<Value>): Loadable<Value> {
  const { data, error, isFetching } = useQuery<Value>(
    {
      queryKey: [keptKey, ...key],
      queryFn: ({ signal }) => timely(load(signal), readWithinMs),
      placeholderData: keepPreviousData,
      structuralSharing: false,
      refetchOnWindowFocus: false,
      gcTime: heldMs,
    },
    queryClient,
  )
  if (data !== undefined) return { face: 'ready', value: data, isSearching: isFetching }
  return error === null ? { face: 'waiting' } : { face: 'failed', message: faultWords(error) }
}

/** Puts what is known to have changed into what was read under exactly this key. */
export function amendKept<Value>(key: readonly unknown[], amend: (value: Value) => Value): void {
  queryClient.setQueryData<Value>([keptKey, ...key], value => (value === undefined ? undefined : amend(value)))
}

export const keptChanged = (key: readonly unknown[]): Promise<void> => queryClient.invalidateQueries({ queryKey: [keptKey, ...key] })

const soonMs = 400
const due = new Set<string>()

/** The same, once for all of a burst. */
export function keptChangesSoon(key: readonly unknown[]): void {
  const name = JSON.stringify(key)
  if (due.has(name)) return
  due.add(name)
  browserTimers.after(soonMs, () => {
    due.delete(name)
    void keptChanged(key)
  })
}
