/**
 * Dragging a strike handle with mouse, pen or touch: legs snap to listed strikes, and a drag is one undo step. Escape,
 * or a gesture cancelled by the system, restores everything.
 */
import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { toNumber } from '../../../../core/domain/decimal.ts'
import type { ListedChains } from '../../../../core/domain/instrument-index.ts'
import { draggedLegs, type DragMode, strikeHandles } from '../../../../core/domain/package/move-legs.ts'
import type { PackageLeg } from '../../../../core/domain/package/package-leg.ts'
import { randomId } from '../../../api/browser/random-id.ts'
import type { OverlayScales } from '../../../ui/charts/payoff-plot.tsx'
import { useFollowing } from '../../../ui/charts/use-following.ts'
import { type Edit, sameLegs } from '../draft/draft.ts'
import type { DraggedFrom } from './handle-drawing.ts'

interface Drag extends DraggedFrom {
  readonly gesture: string
  readonly pointerId: number
  /** Distance from the handle's centre to the grab point, px. */
  readonly offsetPx: number
}

export interface StrikeDragInputs {
  readonly legs: readonly PackageLeg[]
  readonly listed: ListedChains
  readonly edit: (edit: Edit) => void
  readonly scales: Pick<OverlayScales, 'x' | 'invertX'>
  readonly onDrag: (dragging: boolean) => void
  readonly preview?: ((legs: readonly PackageLeg[], from: DraggedFrom) => boolean) | undefined
  readonly settle?: (() => void) | undefined
  readonly within: RefObject<SVGGElement | null>
}

export const modeOf = (event: { readonly shiftKey: boolean; readonly altKey: boolean }): DragMode =>
  event.shiftKey ? 'all' : event.altKey ? 'mirror' : 'one'

export const nextGesture = (): string => `drag ${randomId()}` // what `isDragged` knows it by

type PlacementEdit = Extract<Edit, { readonly kind: 'placeLegs' }>

export function useStrikeDrag({ legs, listed, edit, scales, onDrag, within, preview, settle }: StrikeDragInputs) {
  const [drag, setDrag] = useState<Drag>()
  const follow = useFollowing<PlacementEdit>({
    preview: preview && (({ legs: placed }) => drag !== undefined && preview(placed, drag)),
    choose: edit,
    settle,
    isSame: (a, b) => sameLegs(a.legs, b.legs),
  })
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
    setDrag({
      origin: legs,
      at,
      gesture: nextGesture(),
      pointerId: event.pointerId,
      offsetPx: Math.abs(offsetPx) > 40 ? 0 : offsetPx,
    })
    onDrag(true)
  }
  const move = useEffectEvent((event: globalThis.PointerEvent) => {
    if (drag === undefined || event.pointerId !== drag.pointerId) return
    event.stopPropagation()
    const price = scales.invertX(event.clientX - leftOf() - drag.offsetPx)
    follow.move({
      kind: 'placeLegs',
      legs: draggedLegs(drag.origin, drag.at, price, modeOf(event), listed),
      gesture: drag.gesture,
    })
  })
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    giveUp()
  })
  const isDragging = drag !== undefined
  useEffect(() => {
    if (!isDragging) return undefined
    const hear = (event: KeyboardEvent) => press(event)
    // Captured first, so that nothing else reacts to a dragging pointer.
    const go = (event: globalThis.PointerEvent) => move(event)
    document.addEventListener('keydown', hear, true)
    document.addEventListener('pointermove', go, true)
    return () => {
      document.removeEventListener('keydown', hear, true)
      document.removeEventListener('pointermove', go, true)
    }
  }, [isDragging])

  return { drag, moved: () => follow.moved()?.legs, begin, end, giveUp }
}
