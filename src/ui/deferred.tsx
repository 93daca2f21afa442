/**
 * Components whose code comes later. Unlike React's `lazy` under Suspense, what has arrived is drawn at once: Suspense holds back for
 * 300 ms what follows a fallback. Code that could not be fetched is thrown at the drawing, and asked for again by the next component.
 */
import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react'
import { afterPaint } from './after-paint.ts'

export interface Deferred<Props> {
  readonly Component: (props: Props) => ReactNode
  /** Has the code fetched, and tells when it came or failed; a failure shows where it is drawn. */
  readonly preload: () => Promise<void>
}

/** Starts later what it is given, and answers how that is called off. */
type Later = (run: () => void) => () => void

/**
 * `waiting` stands in the component's place while it is on the way, and may be drawn of the same props; `later` says when its code is asked for,
 * if nobody asked before.
 */
export function deferred<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode | ((props: Props) => ReactNode),
  later: Later = afterPaint,
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
      // Asking for files takes the page's thread some time: what is drawn already goes first.
      const cancel = pending === undefined ? later(() => void wait()) : undefined
      if (pending !== undefined) void wait()
      return () => {
        isGone = true
        cancel?.()
      }
    }, [])
    if (failure !== undefined) throw failure.error
    if (loaded !== undefined) return createElement(loaded, props)
    return typeof waiting === 'function' ? waiting(props) : waiting
  }
  return { Component, preload: () => fetchCode().catch(() => undefined) }
}
