/**
 * A value that follows a pointer. The chart draws it within the pointer's frame, outside React; the panels follow when
 * the gesture rests. If the chart cannot draw it, it is chosen immediately. An exception to `useDeferredValue`, which
 * starts a render at each move: dragging a strike misses no frame at 1× and 4× (bench `drag`).
 */
import { useEffect, useReducer, useRef, useState } from 'react'

interface Follow<Value> {
  /** Draws everything derived from it in this frame. Returns false and changes nothing if it cannot. */
  readonly preview: ((value: Value) => boolean) | undefined
  readonly choose: (value: Value) => void
  readonly settle: (() => void) | undefined
  readonly isSame?: ((a: Value, b: Value) => boolean) | undefined
}

export interface MovingValue<Value> {
  /**
   * Returns the previewed value, or undefined when no gesture is active. The component re-renders only when a gesture
   * rests; a render for another reason uses this value.
   */
  readonly moved: () => Value | undefined
  readonly move: (value: Value) => void
  readonly end: () => void
  readonly forget: () => void
}

export function useFollowing<Value>({
  preview,
  choose,
  settle,
  isSame = Object.is,
}: Follow<Value>): MovingValue<Value> {
  const pending = useRef<{ readonly value: Value }>(undefined)
  const resting = useRestTimer()
  const [, drawAgain] = useReducer((count: number) => count + 1, 0)
  const forget = (): void => {
    if (pending.current === undefined) return
    pending.current = undefined
    resting.stop()
    drawAgain()
    settle?.()
  }
  const end = (): void => {
    if (pending.current !== undefined) choose(pending.current.value)
    forget()
  }
  // Uses the latest render's callback, which may have changed since the last move.
  useEffect(() => resting.set(end))
  const move = (value: Value): void => {
    if (pending.current !== undefined && isSame(pending.current.value, value)) return
    if (preview?.(value) === true) {
      pending.current = { value }
      resting.moved()
    } else {
      forget()
      choose(value)
    }
  }
  return { moved: () => pending.current?.value, move, end, forget }
}

/** A gesture rests after this time without movement. */
const restMs = 90
/** A gesture also rests after this time of movement without a new value, as between two strikes. */
const mostSameMs = 1_000

interface RestTimer {
  readonly set: (rest: () => void) => void
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

/** Calls back when a gesture rests. One timer per gesture; it stops with the component. */
export function useRestTimer(): RestTimer {
  const [timer] = useState(createRestTimer)
  useEffect(() => timer.stop, [timer])
  return timer
}
