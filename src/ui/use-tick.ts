/**
 * Texts that change with time alone (ages, countdowns). One timer for the whole page, running only while something ticks; a component is
 * drawn again only when its own text has changed.
 */
import { useEffect, useReducer, useRef } from 'react'

const tickMs = 500
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** Calls `listener` twice a second until the returned function is called. */
export function onTick(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const each of listeners) each()
  }, tickMs)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) {
      clearInterval(timer)
      timer = undefined
    }
  }
}

/** What `compute` says now, kept up to date as time passes. */
export function useTicking<T extends string | number | boolean | undefined>(compute: () => T): T {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const value = compute()
  const latest = useRef({ compute, value })
  useEffect(() => {
    latest.current = { compute, value }
  })
  useEffect(
    () =>
      onTick(() => {
        if (latest.current.compute() !== latest.current.value) redraw()
      }),
    [],
  )
  return value
}
