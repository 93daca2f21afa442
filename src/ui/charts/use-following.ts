/**
 * A value that follows a pointer: drawn at once past all panels and past React, and chosen, so that they follow, as soon as the gesture rests. Where it
 * cannot be drawn so it is chosen at once.
 */
import { useEffect, useReducer, useRef } from 'react'
import { useRestTimer } from './rest-timer.ts'

interface Follow<Value> {
  /** Draws all that is made of it, in this very frame; false, and nothing is changed, where it cannot. */
  readonly preview: ((value: Value) => boolean) | undefined
  readonly choose: (value: Value) => void
  /** What was drawn so is chosen now, or given up. */
  readonly settle: (() => void) | undefined
  readonly isSame?: ((a: Value, b: Value) => boolean) | undefined
}

export interface Following<Value> {
  /** Drawn and not yet chosen, when asked. The component is drawn anew only at the rest: meanwhile it draws this, should something else make it draw. */
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
