/** What is read from the browser's own database, for screens: read anew when told that it changed, the last answer staying meanwhile. */
import { hashKey, useQuery } from '@tanstack/react-query'
import { faultText, timely } from '../browser/db.ts'
import { queryClient } from './query-client.ts'
import { isVisible, subscribeVisible } from '../browser/heartbeat.ts'
import { browserTimers } from '../browser/timers.ts'
import { dataOf, outdateUnseen, showWhenSeen, useUnseen } from './unseen.ts'

export type Loadable<Value> =
  | { readonly status: 'waiting' }
  | { readonly status: 'failed'; readonly message: string }
  /** `isSearching`: a newer answer is being read. */
  | { readonly status: 'ready'; readonly value: Value; readonly isSearching: boolean }

const savedKey = 'kept'
/** Where in a query's key the owner stands. */
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
  const hash = hashKey(queryKey)
  const unseen = useUnseen(hash) as Value | undefined
  const { data, error, isFetching } = useQuery<Value>(
    {
      queryKey,
      queryFn: async ({ signal }) => {
        const read = await timely(load(signal), readWithinMs)
        outdateUnseen(hash)
        return read
      },
      placeholderData: (previous, query) => (query?.queryKey[ownerPart] === key[1] ? previous : undefined),
      structuralSharing: false,
      refetchOnWindowFocus: false,
      gcTime: cacheMs,
    },
    queryClient,
  )
  const value = unseen ?? data
  if (value !== undefined) return { status: 'ready', value, isSearching: isFetching }
  return error === null ? { status: 'waiting' } : { status: 'failed', message: faultText(error) }
}

/** Puts what is known to have changed into what was read under exactly this key. */
export function amendSaved<Value>(key: readonly unknown[], amend: (value: Value) => Value): void {
  const whole = [savedKey, ...key]
  const read = dataOf(whole) as Value | undefined
  if (read !== undefined) showWhenSeen(whole, amend(read))
}

const owed = new Map<string, readonly unknown[]>()
let endOwing: (() => void) | undefined

/** Of what only screens show: in a hidden page it is read once the page is seen. */
export function savedChangesWhenSeen(key: readonly unknown[]): void {
  if (isVisible()) return savedChangesSoon(key)
  owed.set(JSON.stringify(key), key)
  endOwing ??= subscribeVisible(() => {
    endOwing?.()
    endOwing = undefined
    for (const each of owed.values()) void savedChanged(each)
    owed.clear()
  })
}

export const savedChanged = (key: readonly unknown[]): Promise<void> => queryClient.invalidateQueries({ queryKey: [savedKey, ...key] })

const soonMs = 400
const due = new Set<string>()

/** The same, once for all of a burst. */
export function savedChangesSoon(key: readonly unknown[]): void {
  const name = JSON.stringify(key)
  if (due.has(name)) return
  due.add(name)
  browserTimers.after(soonMs, () => {
    due.delete(name)
    void savedChanged(key)
  })
}
