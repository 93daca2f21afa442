/** What is read from the browser's database once and again when what it depends on changes. */
import { useEffect, useState } from 'react'
import { faultWords } from './db.ts'

export type Loadable<Value> =
  | { readonly face: 'waiting' }
  | { readonly face: 'failed'; readonly message: string }
  | { readonly face: 'ready'; readonly value: Value /** A newer answer is being read. */; readonly isSearching: boolean }

/** What `load` answers, read anew whenever one of `keys` changes; the last answer stays while the next is read. */
export function useLoaded<Value>(load: (signal: AbortSignal) => Promise<Value>, keys: readonly unknown[]): Loadable<Value> {
  const [state, setState] = useState<Loadable<Value>>({ face: 'waiting' })
  useEffect(() => {
    const controller = new AbortController()
    setState(before => (before.face === 'ready' ? { ...before, isSearching: true } : before))
    load(controller.signal).then(
      value => {
        if (!controller.signal.aborted) setState({ face: 'ready', value, isSearching: false })
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setState({ face: 'failed', message: faultWords(error) })
      },
    )
    return () => controller.abort()
    // eslint-disable-next-line react/exhaustive-deps -- the caller names what `load` reads
  }, keys)
  return state
}
