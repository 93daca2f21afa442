/** Pointer handling of the drawing: one gesture is one undo step; Escape cancels it. */
import { type PointerEvent, useEffect, useEffectEvent, useRef } from 'react'
import { toNumber } from '../../../../core/domain/decimal.ts'
import type { DrawnPayoff } from '../../../../core/pricing/solve/draw-fit.ts'
import { margins } from '../../../ui/charts/payoff-geometry.ts'
import type { OverlayScales } from '../../../ui/charts/payoff-plot.tsx'
import { nextGesture } from '../payoff/use-strike-drag.ts'
import { addedKink, type Ground, movedKink, type Place, strokeDrawing, withTail } from './draw-moves.ts'

export interface Gesture {
  readonly held: number | 'low' | 'high' | 'line'
  readonly name: string
  readonly origin: DrawnPayoff
  readonly drawing: DrawnPayoff
  readonly level: number
  readonly line: readonly Place[]
}

export interface DrawGestureInputs {
  readonly scales: OverlayScales
  readonly drawing: DrawnPayoff
  readonly level: number
  readonly ground: Ground
  readonly gesture: Gesture | undefined
  readonly setGesture: (gesture: Gesture | undefined) => void
  readonly change: (drawing: DrawnPayoff, gesture?: string) => void
  readonly giveUp: (gesture: string) => void
}

const leastMove = 6

export const endPrice = (tail: 'low' | 'high', { invertX, width }: OverlayScales): number =>
  invertX(tail === 'low' ? margins.left + 12 : width - margins.right - 12)

export function useDrawGesture(inputs: DrawGestureInputs) {
  const { scales, ground, gesture, setGesture, change, giveUp } = inputs
  const { drawing, level } = gesture ?? inputs
  const group = useRef<SVGGElement>(null)
  const placeOf = (event: { readonly clientX: number; readonly clientY: number }, at: number): Place => {
    const box = group.current?.ownerSVGElement?.getBoundingClientRect()
    const zero = scales.y(0)
    const value = (event.clientY - (box?.top ?? 0) - zero) / (scales.y(1) - zero)
    return { price: scales.invertX(event.clientX - (box?.left ?? 0)), value: value - at }
  }
  const begin = (event: PointerEvent<SVGElement>, held: Gesture['held']) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setGesture({ held, name: nextGesture(), origin: drawing, drawing, level, line: [placeOf(event, level)] })
  }
  const move = (event: PointerEvent<SVGElement>) => {
    if (gesture === undefined) return
    const place = placeOf(event, gesture.level)
    if (gesture.held === 'line') return setGesture({ ...gesture, line: [...gesture.line, place] })
    const next = draggedDrawing(gesture, place, ground, scales)
    if (JSON.stringify(next) === JSON.stringify(gesture.drawing)) return
    setGesture({ ...gesture, drawing: next })
    change(next, gesture.name)
  }
  const end = () => {
    if (gesture?.held === 'line') {
      const next = lineDrawn(gesture, ground, scales)
      if (next !== undefined) change(next)
    }
    setGesture(undefined)
  }
  const escape = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key !== 'Escape' || gesture === undefined) return
    event.preventDefault()
    event.stopPropagation()
    if (gesture.held !== 'line') giveUp(gesture.name)
    setGesture(undefined)
  })
  const isHeld = gesture !== undefined
  useEffect(() => {
    if (!isHeld) return undefined
    const hear = (event: globalThis.KeyboardEvent) => escape(event)
    document.addEventListener('keydown', hear, true)
    return () => document.removeEventListener('keydown', hear, true)
  }, [isHeld])
  const pointer = { onPointerMove: move, onPointerUp: end, onPointerCancel: end }
  return { group, begin, pointer }
}

function draggedDrawing({ held, origin }: Gesture, place: Place, ground: Ground, scales: OverlayScales): DrawnPayoff {
  if (held === 'line') return origin
  if (held !== 'low' && held !== 'high') return movedKink(origin, held, place, ground)
  const kink = held === 'low' ? origin.kinks[0] : origin.kinks.at(-1)
  if (kink === undefined) return origin
  const run = toNumber(kink.strike) - endPrice(held, scales)
  return withTail(origin, held, run === 0 ? 0 : Math.round((toNumber(kink.value) - place.value) / run) + 0)
}

function lineDrawn({ origin, line }: Gesture, ground: Ground, scales: OverlayScales): DrawnPayoff | undefined {
  const [first] = line
  if (first === undefined) return undefined
  const xs = line.map(place => scales.x(place.price))
  if (Math.max(...xs) - Math.min(...xs) < leastMove) return addedKink(origin, first, ground)
  return strokeDrawing(line, origin, ground)
}
