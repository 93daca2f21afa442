/**
 * Components whose code comes later. Unlike React's `lazy` under Suspense, what has arrived is drawn at once: Suspense holds back for
 * 300 ms what follows a fallback. Code that could not be fetched is thrown at the drawing, and asked for again by the next component.
 */
import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react'

export interface Deferred<Props> {
  readonly Component: (props: Props) => ReactNode
  /** Has the code fetched, and tells when it came or failed; a failure shows where it is drawn. */
  readonly preload: () => Promise<void>
}

/** `waiting` stands in the component's place while it is on the way, and may be drawn of the same props. */
export function deferred<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode | ((props: Props) => ReactNode),
): Deferred<Props> {
  let loaded: ComponentType<Props> | undefined
  let pending: Promise<ComponentType<Props>> | undefined
  const fetchCode = async (): Promise<void> => {
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
      if (loaded !== undefined) {
        // It came between the drawing and this.
        arrive(true)
        return undefined
      }
      let isGone = false
      const wait = async (): Promise<void> => {
        try {
          await fetchCode()
          if (!isGone) arrive(true)
        } catch (error) {
          if (!isGone) fail({ error })
        }
      }
      void wait()
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
