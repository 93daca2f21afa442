/**
 * Strikes of the draft as handles over a price axis: dragged, or stepped by arrow keys, to listed strikes, which are
 * ticks. Shift moves all, Alt mirrors. On a focused handle digits set the ratio, `f` flips and `x` removes its legs.
 */
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import type { ListedChains } from '../../../../core/domain/instrument-index.ts'
import type { Side } from '../../../../core/domain/order.ts'
import { steppedLegs, type StrikeHandle } from '../../../../core/domain/package/move-legs.ts'
import type { PackageLeg } from '../../../../core/domain/package/package-leg.ts'
import type { OverlayScales } from '../../../ui/charts/payoff-plot.tsx'
import { isKey } from '../../../ui/commands/key-table.ts'
import { printedKey } from '../../../ui/commands/pressed-key.ts'
import type { Edit } from '../draft/draft.ts'
import { DragChip, type FiguresOf } from './drag-chip.tsx'
import { type DraggedFrom, type GripDrawing, type HandlesDrawing, handlesDrawing, isOf } from './handle-drawing.ts'
import { StrikeGrip } from './strike-grip.tsx'
import styles from './strike-handles.module.css'
import { modeOf, nextGesture, useStrikeDrag } from './use-strike-drag.ts'
import { writeHandles } from './write-handles.ts'

export interface StrikeHandlesInputs {
  readonly legs: readonly PackageLeg[]
  readonly side: Side
  readonly listed: ListedChains
  readonly edit: (edit: Edit) => void
  readonly current: string | undefined
  readonly choose: (symbol: string) => void
  readonly figuresOf: FiguresOf
}

interface StrikeHandlesProps extends StrikeHandlesInputs {
  readonly scales: OverlayScales
  readonly preview?: ((legs: readonly PackageLeg[]) => boolean) | undefined
  readonly settle?: (() => void) | undefined
  readonly onDrag: (dragging: boolean) => void
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }

export function StrikeHandles(props: StrikeHandlesProps) {
  const { listed, edit, current, choose, preview } = props
  const group = useRef<SVGGElement>(null)
  const written = useRef<HandlesDrawing>(undefined)
  const draw = (legs: readonly PackageLeg[], from: DraggedFrom): boolean => {
    if (group.current === null || preview?.(legs) !== true) return false
    const next = handlesDrawing({ ...props, legs }, from, written.current)
    writeHandles(group.current, next, written.current)
    written.current = next
    return true
  }
  const { drag, moved, begin, end, giveUp } = useStrikeDrag({ ...props, preview: preview && draw, within: group })
  const legs = moved() ?? props.legs
  const drawing = handlesDrawing({ ...props, legs }, drag)
  // After a render, restores or discards what a drag wrote.
  useLayoutEffect(() => {
    if (group.current !== null && written.current !== undefined) writeHandles(group.current, drawing)
    written.current = drag === undefined ? undefined : drawing
  })
  const focus = (handle: StrikeHandle): void => {
    const [first] = handle.symbols
    if (first !== undefined && !isOf(handle, current)) choose(first)
  }
  const press = (event: KeyboardEvent<SVGGElement>, { handle }: GripDrawing, at: number) => {
    if (event.ctrlKey || event.metaKey) return
    const now = moved() ?? props.legs
    const step = steps[event.key]
    const next =
      step === undefined ? changedLegs(event, now, handle) : steppedLegs(now, at, step, modeOf(event), listed)
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    edit({ kind: 'placeLegs', legs: next, gesture: nextGesture() })
  }
  return (
    <g ref={group}>
      <path className={styles.ticks} data-ticks="" d={drawing.ticks} aria-hidden />
      {drawing.grips.map((grip, at) => (
        <StrikeGrip
          // A handle is identified by its index while its strike changes.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          drawing={grip}
          active={drag?.at === at}
          isCurrent={isOf(grip.handle, current)}
          events={{
            onPointerDown: event => begin(event, at),
            onPointerUp: end,
            onPointerCancel: giveUp,
            onKeyDown: event => press(event, grip, at),
            onFocus: () => focus(grip.handle),
          }}
        />
      ))}
      {drawing.chip === undefined ? null : <DragChip drawing={drawing.chip} />}
    </g>
  )
}

function changedLegs(
  { key, code, altKey }: KeyboardEvent,
  legs: readonly PackageLeg[],
  handle: StrikeHandle,
): readonly PackageLeg[] | undefined {
  const isOwn = (leg: PackageLeg): boolean => handle.symbols.includes(leg.symbol)
  const digit = altKey ? /^[1-9]$/.exec(printedKey({ key, code, altKey }))?.[0] : undefined
  if (isKey('leg.remove', key)) return legs.filter(leg => !isOwn(leg))
  if (isKey('leg.flip', key)) return legs.map(leg => (isOwn(leg) ? { ...leg, ratio: -leg.ratio } : leg))
  if (digit === undefined) return undefined
  const size = Number.parseInt(digit, 10)
  return legs.map(leg => (isOwn(leg) ? { ...leg, ratio: leg.ratio > 0 ? size : -size } : leg))
}
