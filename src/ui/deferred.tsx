/**
 * Components whose code comes later. Unlike React's `lazy` under Suspense, what has arrived is drawn at once: Suspense waits for 300 ms after a
 * fallback before it draws what follows. Code that could not be fetched is thrown at the drawing, and fetched again by the next component.
 */
import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react'

export interface Deferred<Props> {
  readonly Component: (props: Props) => ReactNode
  /** Has the code fetched, and resolves when it came or failed; a failure shows where it is drawn. */
  readonly preload: () => Promise<void>
}

/** `waiting` stands in the component's place while its code is on the way, and may be drawn of the same props. */
export function deferred<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode | ((props: Props) => ReactNode),
): Deferred<Props> {
  let loaded: ComponentType<Props> | undefined
  let pending: Promise<ComponentType<Props>> | undefined
  const fetchCode = async (): Promise<void> => {
    if (loaded !== undefined) return
    pending ??= load()
    try {
      loaded = await pending
    } finally {
      pending = undefined
    }
  }
  function Component(props: Props): ReactNode {
    const [failure, fail] = useState<{ readonly error: unknown }>()
    const [, arrive] = useState(loaded !== undefined)
    useEffect(() => {
      let isGone = false
      fetchCode().then(
        () => isGone || arrive(true),
        (error: unknown) => isGone || fail({ error }),
      )
      return () => {
        isGone = true
      }
    }, [])
    if (failure !== undefined) throw failure.error
    if (loaded !== undefined) return createElement(loaded, props)
    return typeof waiting === 'function' ? waiting(props) : waiting
  }
  return { Component, preload: () => fetchCode().catch(() => undefined) }
}
