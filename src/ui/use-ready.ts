import { useLayoutEffect } from 'react'
import { markUsable } from './after-usable.ts'

const parts = new Map<object, boolean>()

/** `<html data-ready>`: at least one part reports, and every part that reports is ready. */
function show(): void {
  const states = [...parts.values()]
  const isReady = states.length > 0 && !states.includes(false)
  document.documentElement.dataset.ready = String(isReady)
  if (isReady) markUsable()
}

/**
 * The one definition of a screen that is ready, for tests and tools: the rows of its first table are drawn and take a press, or the venue answered
 * that there are none; the figures of its header are there; Build has a price of the underlying and a quoted row. A screen whose data failed is not
 * ready, and its panel says why. Parts of a screen may report as well; undefined reports nothing.
 */
export function useReady(ready: boolean | undefined): void {
  useLayoutEffect(() => {
    if (ready === undefined) return undefined
    const part = {}
    parts.set(part, ready)
    show()
    return () => {
      parts.delete(part)
      show()
    }
  }, [ready])
}
