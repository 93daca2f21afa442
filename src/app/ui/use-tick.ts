/**
 * Texts that change with time only (ages, countdowns). One 0.5 s timer for the page, so that all change together; it
 * runs only while needed and the page is visible. A component re-renders only if its text has changed.
 */
import { useEffect, useReducer, useRef } from 'react'

const tickMs = 500
/** Browsers wake a hidden page at most this often. */
const hiddenTickMs = 1_000
/** Each with whether it is also called in a hidden page. */
const listeners = new Map<() => void, boolean>()
let timer: { readonly id: ReturnType<typeof setInterval>; readonly everyMs: number } | undefined

const isHidden = (): boolean => document.visibilityState === 'hidden'

const due = (): (() => void)[] => [...listeners].flatMap(([each, always]) => (always || !isHidden() ? [each] : []))

function tick(): void {
  for (const each of due()) each()
}

function follow(): void {
  const isNeeded = due().length > 0
  const everyMs = isHidden() ? hiddenTickMs : tickMs
  if (isNeeded && timer?.everyMs === everyMs) return
  clearInterval(timer?.id)
  timer = isNeeded ? { id: setInterval(tick, everyMs), everyMs } : undefined
}

function visibilityChanged(): void {
  if (!isHidden()) for (const [each, always] of listeners) if (!always) each()
  follow()
}

/** Calls `listener` twice a second; with `whileHidden` also each second in a hidden page. Returns the stop function. */
export function onTick(listener: () => void, whileHidden = false): () => void {
  if (listeners.size === 0) document.addEventListener('visibilitychange', visibilityChanged)
  listeners.set(listener, whileHidden)
  follow()
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) document.removeEventListener('visibilitychange', visibilityChanged)
    follow()
  }
}

export function useTicking<T extends string | number | boolean | undefined>(compute: () => T, whileHidden = false): T {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const value = compute()
  const latest = useRef({ compute, value })
  useEffect(() => {
    latest.current = { compute, value }
  })
  useEffect(
    () =>
      onTick(() => {
        const { compute: now, value: drawn } = latest.current
        if (now() !== drawn) redraw()
      }, whileHidden),
    [whileHidden],
  )
  return value
}
