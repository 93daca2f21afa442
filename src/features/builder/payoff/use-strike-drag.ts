/**
 * A drag of a strike handle, by mouse, pen or finger: legs go to listed strikes as the pointer goes, all of it one step to undo. Escape, or a gesture
 * that the system takes away, gives it up and puts everything back.
 */
import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ListedChains } from '../../../domain/listed-universe.ts'
import { toNumber } from '../../../domain/decimal.ts'
import type { OverlayScales } from '../../../ui/charts/payoff-chart.tsx'
import { type DragMode, draggedLegs, strikeHandles } from '../../../domain/package/drag-strikes.ts'
import type { PackageLeg } from '../../../domain/package/package-leg.ts'
import type { Edit } from '../draft/draft.ts'

interface Drag {
  readonly origin: readonly PackageLeg[]
  readonly at: number
  readonly gesture: string
  /** From the handle's middle to where it was grabbed, px. */
  readonly offsetPx: number
}

export interface StrikeDragInputs {
  readonly legs: readonly PackageLeg[]
  readonly listed: ListedChains
  readonly edit: (edit: Edit) => void
  readonly scales: Pick<OverlayScales, 'x' | 'invertX'>
  /** A drag begins or ends: the chart keeps its range meanwhile. */
  readonly onDrag: (dragging: boolean) => void
  /** Draws what is made of these legs, past all panels; false where it cannot. */
  readonly preview?: ((legs: readonly PackageLeg[]) => boolean) | undefined
  /** What was drawn so is the draft now, or given up. */
  readonly settle?: (() => void) | undefined
  /** In the drawing whose pixels the scales are of. */
  readonly within: RefObject<SVGGElement | null>
}

export const modeOf = (event: { readonly shiftKey: boolean; readonly altKey: boolean }): DragMode =>
  event.shiftKey ? 'all' : event.altKey ? 'mirror' : 'one'

let gestures = 0
export const nextGesture = (): string => `drag ${(gestures += 1)}` // what `isDragged` knows it by

/** A gesture that has not moved for so long rests: the panels follow. */
const restMs = 90

const sameLegs = (a: readonly PackageLeg[], b: readonly PackageLeg[]): boolean =>
  a.length === b.length && a.every((leg, place) => leg.symbol === b[place]?.symbol && leg.ratio === b[place]?.ratio)

/**
 * Legs under the pointer that are no edit yet: drawn at once, and the draft's as soon as the gesture rests. Where they cannot be drawn past
 * the panels they are the draft's at once.
 */
function useMovedLegs({ edit, preview, settle }: Pick<StrikeDragInputs, 'edit' | 'preview' | 'settle'>) {
  const [moved, setMoved] = useState<readonly PackageLeg[]>()
  const pending = useRef<Edit>(undefined)
  const forget = () => {
    if (pending.current === undefined) return
    pending.current = undefined
    setMoved(undefined)
    settle?.()
  }
  const end = () => {
    if (pending.current !== undefined) edit(pending.current)
    forget()
  }
  const move = (legs: readonly PackageLeg[], gesture: string) => {
    if (moved !== undefined && sameLegs(moved, legs)) return
    const placed: Edit = { kind: 'placeLegs', legs, gesture }
    if (preview?.(legs) === true) {
      pending.current = placed
      // In this very frame: the handle goes with its curve.
      flushSync(() => setMoved(legs))
    } else {
      forget()
      edit(placed)
    }
  }
  const rest = useEffectEvent(end)
  useEffect(() => {
    if (moved === undefined) return undefined
    const timer = setTimeout(() => rest(), restMs)
    return () => clearTimeout(timer)
  }, [moved])
  return { moved, move, end, forget }
}

export function useStrikeDrag({ legs, listed, edit, scales, onDrag, within, preview, settle }: StrikeDragInputs) {
  const [drag, setDrag] = useState<Drag>()
  const follow = useMovedLegs({ edit, preview, settle })
  const leftOf = () => within.current?.ownerSVGElement?.getBoundingClientRect().left ?? 0

  const finish = () => {
    if (drag === undefined) return
    setDrag(undefined)
    onDrag(false)
  }
  const end = () => {
    follow.end()
    finish()
  }
  const giveUp = () => {
    follow.forget()
    if (drag !== undefined) edit({ kind: 'giveUp', gesture: drag.gesture })
    finish()
  }
  const begin = (event: PointerEvent<SVGGElement>, at: number) => {
    const handle = strikeHandles(legs)[at]
    if (event.button !== 0 || handle === undefined) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const offsetPx = event.clientX - leftOf() - scales.x(toNumber(handle.strike))
    setDrag({ origin: legs, at, gesture: nextGesture(), offsetPx: Math.abs(offsetPx) > 40 ? 0 : offsetPx })
    onDrag(true)
  }
  const move = (event: PointerEvent<SVGGElement>) => {
    if (drag === undefined) return
    event.stopPropagation()
    const price = scales.invertX(event.clientX - leftOf() - drag.offsetPx)
    follow.move(draggedLegs(drag.origin, drag.at, price, modeOf(event), listed), drag.gesture)
  }

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    giveUp()
  })
  const isDragging = drag !== undefined
  useEffect(() => {
    if (!isDragging) return undefined
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen, true)
    return () => document.removeEventListener('keydown', listen, true)
  }, [isDragging])

  return { drag, moved: follow.moved, begin, move, end, giveUp }
}
