/**
 * A value that follows a pointer: drawn at once past all panels, and chosen, so that they follow, as soon as the gesture rests. Where it cannot
 * be drawn so it is chosen at once.
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { gestureMoves, gestureRests } from '../gesture.ts'

/** A gesture that has not moved for so long rests. */
const restMs = 90

interface Follow<Value> {
  /** Draws what is made of it; false, and nothing is changed, where it cannot. */
  readonly preview: ((value: Value) => boolean) | undefined
  readonly choose: (value: Value) => void
  /** What was drawn so is chosen now, or given up. */
  readonly settle: (() => void) | undefined
  readonly isSame?: ((a: Value, b: Value) => boolean) | undefined
}

export interface Following<Value> {
  /** Drawn and not yet chosen. */
  readonly moved: Value | undefined
  readonly move: (value: Value) => void
  /** Chooses what is drawn. */
  readonly end: () => void
  /** Gives up what is drawn. */
  readonly forget: () => void
}

export function useFollowing<Value>({ preview, choose, settle, isSame = Object.is }: Follow<Value>): Following<Value> {
  const [moved, setMoved] = useState<Value>()
  const pending = useRef<{ readonly value: Value }>(undefined)
  const forget = (): void => {
    if (pending.current === undefined) return
    pending.current = undefined
    setMoved(undefined)
    settle?.()
    gestureRests()
  }
  const end = (): void => {
    if (pending.current !== undefined) choose(pending.current.value)
    forget()
  }
  const move = (value: Value): void => {
    if (moved !== undefined && isSame(moved, value)) return
    if (preview?.(value) === true) {
      pending.current = { value }
      gestureMoves()
      // In this very frame: the handle goes with its curve.
      flushSync(() => setMoved(() => value))
    } else {
      forget()
      choose(value)
    }
  }
  const rest = useEffectEvent(end)
  useEffect(() => {
    if (moved === undefined) return undefined
    const timer = setTimeout(() => rest(), restMs)
    return () => clearTimeout(timer)
  }, [moved])
  useEffect(
    () => () => {
      if (pending.current !== undefined) gestureRests()
    },
    [],
  )
  return { moved, move, end, forget }
}
