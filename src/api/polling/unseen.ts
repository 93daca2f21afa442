/**
 * Answers that come while nobody looks at the page. They stay beside the query cache, so that no screen is drawn of them, and go into it as the page is
 * seen again. What speaks to a trader who looks elsewhere (the title, alerts) reads them at once, by `SpeaksUnseen`.
 */
import { hashKey } from '@tanstack/react-query'
import { createContext, use, useSyncExternalStore } from 'react'
import { isVisible, subscribeVisible } from '../browser/heartbeat.ts'
import { createStore } from '../browser/store.ts'
import { queryClient } from './query-client.ts'

interface Unseen {
  readonly key: readonly unknown[]
  readonly data: unknown
}

/** By the hash of their keys; another map with every change. */
const unseen = createStore<ReadonlyMap<string, Unseen>>(new Map())

/** Whether what is drawn here is also drawn while nobody looks. */
export const SpeaksUnseen = createContext(false)

/** What is known under `key`, shown or not. */
export const dataOf = (key: readonly unknown[]): unknown => unseen.get().get(hashKey(key))?.data ?? queryClient.getQueryData(key)

/** Shows `data` under `key`, in a hidden page as soon as it is seen. */
export function showWhenSeen(key: readonly unknown[], data: unknown): void {
  if (isVisible()) queryClient.setQueryData(key, data)
  else if (dataOf(key) !== data) unseen.set(new Map(unseen.get()).set(hashKey(key), { key, data }))
}

/** A newer answer was taken in under this key. */
export function outdateUnseen(hash: string): void {
  if (!unseen.get().has(hash)) return
  const rest = new Map(unseen.get())
  rest.delete(hash)
  unseen.set(rest)
}

export const forgetUnseen = (): void => unseen.set(new Map())

/** What was not shown yet, for who speaks of it. */
export function useUnseen(hash: string): unknown {
  const speaks = use(SpeaksUnseen)
  const read = (): Unseen | undefined => (speaks ? unseen.get().get(hash) : undefined)
  return useSyncExternalStore(speaks ? unseen.subscribe : subscribeNothing, read, read)?.data
}
const subscribeNothing = () => () => undefined

/** Starts to show what came unseen once the page is looked at; the answer stops it. */
export const startShowingUnseen = (): (() => void) =>
  subscribeVisible(() => {
    if (!isVisible()) return
    const due = unseen.get()
    forgetUnseen()
    for (const { key, data } of due.values()) {
      const isShown = queryClient.getQueryCache().find({ queryKey: key, exact: true }) !== undefined
      if (isShown) queryClient.setQueryData(key, data)
    }
  })
