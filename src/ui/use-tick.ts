/**
 * Texts that change with time alone (ages, countdowns). One timer for the whole page, running only while something ticks and the page can be seen: on
 * coming back all are right at once. A component is drawn again only when its own text has changed.
 */
import { useEffect, useReducer, useRef } from 'react'

const tickMs = 500
/** Of what is told while nobody looks: browsers wake a page that is hidden no more often. */
const hiddenTickMs = 1_000
/** Drawn for nobody while the page is hidden. */
const seen = new Set<() => void>()
/** Called whether or not somebody looks. */
const always = new Set<() => void>()
let timer: { readonly id: ReturnType<typeof setInterval>; readonly everyMs: number } | undefined

const isHidden = (): boolean => document.visibilityState === 'hidden'

function tick(): void {
  for (const each of always) each()
  if (!isHidden()) for (const each of seen) each()
}

/** Keeps the timer to what is needed of it now. */
function follow(): void {
  const isNeeded = always.size > 0 || (seen.size > 0 && !isHidden())
  const everyMs = isHidden() ? hiddenTickMs : tickMs
  if (isNeeded && timer?.everyMs === everyMs) return
  clearInterval(timer?.id)
  timer = isNeeded ? { id: setInterval(tick, everyMs), everyMs } : undefined
}

function visibilityChanged(): void {
  if (!isHidden()) for (const each of seen) each()
  follow()
}

/** Calls `listener` twice a second until the returned function is called; with `whileHidden` also in a page that is hidden, each second. */
export function onTick(listener: () => void, whileHidden = false): () => void {
  const listeners = whileHidden ? always : seen
  if (seen.size + always.size === 0) document.addEventListener('visibilitychange', visibilityChanged)
  listeners.add(listener)
  follow()
  return () => {
    listeners.delete(listener)
    if (seen.size + always.size === 0) document.removeEventListener('visibilitychange', visibilityChanged)
    follow()
  }
}

/** What `compute` says now, kept up to date as time passes; with `whileHidden` also where nobody looks, for what is to be told then. */
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
