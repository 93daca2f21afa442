/** Tells when a gesture rests: one timer for all of it, set again where there was a move since, not at each of them. */
import { useEffect, useState } from 'react'

/** A gesture that has not moved for so long rests. */
const restMs = 90

interface RestTimer {
  /** What is done at the rest. */
  readonly set: (rest: () => void) => void
  readonly moved: () => void
  readonly stop: () => void
}

function createRestTimer(): RestTimer {
  let rest: () => void = () => undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastMs = 0
  const look = (): void => {
    timer = undefined
    const leftMs = lastMs + restMs - performance.now()
    if (leftMs > 0) timer = setTimeout(look, Math.ceil(leftMs))
    else rest()
  }
  return {
    set: next => {
      rest = next
    },
    moved: () => {
      lastMs = performance.now()
      timer ??= setTimeout(look, restMs)
    },
    stop: () => {
      clearTimeout(timer)
      timer = undefined
    },
  }
}

/** Of a component: it ends with it. */
export function useRestTimer(): RestTimer {
  const [timer] = useState(createRestTimer)
  useEffect(() => timer.stop, [timer])
  return timer
}
