import { useLayoutEffect } from 'react'
import { markUsable } from './after-usable.ts'

const parts = new Map<object, boolean>()

function show(): void {
  const states = [...parts.values()]
  const isReady = states.length > 0 && !states.includes(false)
  document.documentElement.dataset.ready = String(isReady)
  if (isReady) markUsable()
}

/**
 * The definition of a ready screen, for tests and tools: the first table's rows are rendered and react, or the venue
 * listed none; header figures are there; Build has an underlying price and a quoted row. A failed screen is not ready.
 * Parts may report as well; undefined reports nothing.
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
