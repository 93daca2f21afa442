/** Two fingers zoom into the prices of a chart, each staying over its own; a second tap at once shows all of them again. */
import { type PointerEvent, useRef, useState } from 'react'
import { margins, type PayoffScales, type Range } from './payoff-geometry.ts'

const doubleTapMs = 300
/** The least part of all prices that is shown. */
const leastPart = 0.02

interface Finger {
  /** The price that it came down on. */
  readonly price: number
  readonly px: number
}

/** The prices that put both fingers over the prices they came down on, within `whole`. */
export function pinched([a, b]: readonly [Finger, Finger], width: number, [least, most]: Range): Range | undefined {
  const perPx = (b.price - a.price) / (b.px - a.px)
  if (!(perPx > 0) || !Number.isFinite(perPx)) return undefined
  const from = Math.max(least, a.price - (a.px - margins.left) * perPx)
  const to = Math.min(most, from + Math.max((width - margins.left - margins.right) * perPx, (most - least) * leastPart))
  return to > from ? [from, to] : undefined
}

/** `zoom`: undefined while all prices are shown. */
export function usePinch(whole: Range) {
  const [zoom, setZoom] = useState<Range>()
  const fingers = useRef(new Map<number, Finger>())
  const tappedMs = useRef(Number.NEGATIVE_INFINITY)
  const pxOf = ({ currentTarget, clientX }: PointerEvent): number => clientX - currentTarget.getBoundingClientRect().left
  const down = (event: PointerEvent, { x }: PayoffScales): void => {
    if (event.pointerType !== 'touch') return
    const px = pxOf(event)
    fingers.current.set(event.pointerId, { price: x.invert(px), px })
    if (fingers.current.size > 1) return
    if (event.timeStamp - tappedMs.current < doubleTapMs) setZoom(undefined)
    tappedMs.current = event.timeStamp
  }
  /** Whether two fingers are down, so that neither reads a price. */
  const move = (event: PointerEvent, { width }: PayoffScales): boolean => {
    const finger = fingers.current.get(event.pointerId)
    if (finger !== undefined) fingers.current.set(event.pointerId, { ...finger, px: pxOf(event) })
    const [a, b] = [...fingers.current.values()].sort((one, other) => one.px - other.px)
    if (a === undefined || b === undefined) return false
    const next = pinched([a, b], width, whole)
    if (next !== undefined) setZoom(next)
    return true
  }
  const up = (event: PointerEvent): void => void fingers.current.delete(event.pointerId)
  return { zoom, down, move, up }
}
