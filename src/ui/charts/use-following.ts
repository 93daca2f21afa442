/**
 * A value that follows a pointer. A chart draws it in the frame of the pointer, without React; the panels follow when the gesture rests. Where the
 * chart cannot draw it so, it is chosen at once. An exception to `useDeferredValue`, which begins a drawing at each move: a drag of a strike misses no
 * frame at 1× and 4× (bench `drag`).
 */
import { useEffect, useReducer, useRef, useState } from 'react'

interface Follow<Value> {
  /** Draws all that is made of it, in this very frame; false, and nothing is changed, where it cannot. */
  readonly preview: ((value: Value) => boolean) | undefined
  readonly choose: (value: Value) => void
  /** What was drawn so is chosen now, or given up. */
  readonly settle: (() => void) | undefined
  readonly isSame?: ((a: Value, b: Value) => boolean) | undefined
}

export interface Following<Value> {
  /** Drawn and not yet chosen, when asked. The component is drawn again only at the rest: meanwhile it draws this, should something else make it draw. */
  readonly moved: () => Value | undefined
  readonly move: (value: Value) => void
  /** Chooses what is drawn. */
  readonly end: () => void
  /** Gives up what is drawn. */
  readonly forget: () => void
}

export function useFollowing<Value>({ preview, choose, settle, isSame = Object.is }: Follow<Value>): Following<Value> {
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
  // The rest is that of the latest drawing: what it chooses and settles may have changed since the last move.
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

/** A gesture without a move for so long rests. */
const restMs = 90
/** A pointer that moves on without another value, as between two strikes, rests after so long. */
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

/** Reports the rest of a gesture. One timer for the whole gesture; it ends with the component. */
export function useRestTimer(): RestTimer {
  const [timer] = useState(createRestTimer)
  useEffect(() => timer.stop, [timer])
  return timer
}
