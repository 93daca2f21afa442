/**
 * Work that follows a picture instead of holding it up: it starts once the next frame is on its way to the screen, as a task of its own.
 * A page that paints nothing (a hidden tab) does it a moment later all the same.
 */
import { startTransition, useEffect, useRef, useState, useSyncExternalStore } from 'react'

interface WithScheduler {
  readonly scheduler?: { readonly postTask?: (run: () => void) => Promise<void> }
}

/** For pages without frames. */
const patienceMs = 250

/** The answer calls it off. */
export function afterPaint(run: () => void): () => void {
  let isDone = false
  const end = (): boolean => {
    if (isDone) return false
    isDone = true
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    return true
  }
  const runOnce = (): void => {
    if (end()) run()
  }
  const frame = requestAnimationFrame(() => {
    const { scheduler } = globalThis as WithScheduler
    if (scheduler?.postTask === undefined) setTimeout(runOnce, 0)
    else void scheduler.postTask(runOnce)
  })
  const timer = setTimeout(runOnce, patienceMs)
  return () => void end()
}

/** The same of a page that is seen: one that is hidden begins with it once it is. */
function afterSeenPaint(run: () => void): () => void {
  if (document.visibilityState === 'visible') return afterPaint(run)
  const look = (): void => {
    if (document.visibilityState !== 'visible') return
    end()
    end = afterPaint(run)
  }
  let end = (): void => document.removeEventListener('visibilitychange', look)
  document.addEventListener('visibilitychange', look)
  return () => end()
}

/**
 * `value` as it was when the page last had time for what hangs on it: of values that come faster than that only the last is drawn, in slices.
 * A hidden page draws none of them. What is drawn of it must be a memo, or it is drawn with its parent all the same.
 */
export function useAfterPaint<Value>(value: Value): Value {
  const [shown, setShown] = useState(value)
  const latest = useRef(value)
  const cancel = useRef<() => void>(undefined)
  useEffect(() => {
    latest.current = value
    if (Object.is(shown, value)) return
    cancel.current ??= afterSeenPaint(() => {
      cancel.current = undefined
      startTransition(() => setShown(() => latest.current))
    })
  }, [shown, value])
  useEffect(
    () => () => {
      cancel.current?.()
      cancel.current = undefined
    },
    [],
  )
  return shown
}

const subscribeVisibility = (listener: () => void): (() => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
const isPageSeen = (): boolean => document.visibilityState === 'visible'

/** `value` while the page is seen, and what it was as the page was hidden until it is again: a page that nobody looks at draws nothing of it. */
export function useWhileSeen<Value>(value: Value): Value {
  const isSeen = useSyncExternalStore(subscribeVisibility, isPageSeen, isPageSeen)
  const [left, setLeft] = useState<{ readonly value: Value }>()
  if (isSeen !== (left === undefined)) setLeft(isSeen ? undefined : { value })
  return isSeen || left === undefined ? value : left.value
}
