/**
 * Tells when a gesture rests: one timer for all of it, set again where there was a move since, not at each of them. A hand that holds something can go on
 * without another value, as between two strikes: it rests where it stands still, or has gone on over the same value for a second.
 */
import { useEffect, useState } from 'react'

/** A gesture that has not moved for so long rests. */
const restMs = 90
const mostSameMs = 1_000

interface RestTimer {
  /** What is done at the rest. */
  readonly set: (rest: () => void) => void
  /** There is another value. */
  readonly moved: () => void
  readonly stop: () => void
}

function createRestTimer(): RestTimer {
  let rest: () => void = () => undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastMs = 0
  let changedMs = 0
  const goOn = ({ buttons }: PointerEvent): void => {
    const nowMs = performance.now()
    if (buttons !== 0 && nowMs - changedMs < mostSameMs) lastMs = nowMs
  }
  const stop = (): void => {
    clearTimeout(timer)
    timer = undefined
    removeEventListener('pointermove', goOn, true)
  }
  const look = (): void => {
    const leftMs = lastMs + restMs - performance.now()
    if (leftMs > 0) timer = setTimeout(look, Math.ceil(leftMs))
    else {
      stop()
      rest()
    }
  }
  return {
    set: next => {
      rest = next
    },
    moved: () => {
      lastMs = performance.now()
      changedMs = lastMs
      if (timer !== undefined) return
      timer = setTimeout(look, restMs)
      addEventListener('pointermove', goOn, true)
    },
    stop,
  }
}

/** Of a component: it ends with it. */
export function useRestTimer(): RestTimer {
  const [timer] = useState(createRestTimer)
  useEffect(() => timer.stop, [timer])
  return timer
}
