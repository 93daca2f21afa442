// oxlint-disable jsx-a11y/prefer-tag-over-role -- an input cannot stand in a drawing
/**
 * Strikes of the draft as handles over a price axis: dragged or stepped with the arrow keys to listed strikes, which are ticks. Shift takes all
 * along, Alt mirrors. On a focused handle digits set the ratio, `f` flips and `x` removes its legs.
 */
import type { ListedChains } from '../../../domain/listed-universe.ts'
import { type KeyboardEvent, useMemo, useRef } from 'react'
import { toNumber } from '../../../domain/decimal.ts'
import { shortName } from '../../../domain/instrument.ts'
import { type Side, sideSign } from '../../../domain/order.ts'
import type { OverlayScales } from '../../../ui/charts/payoff-chart.tsx'
import { margins } from '../../../ui/charts/payoff-geometry.ts'
import type { Box } from '../../../ui/charts/chart-labels.ts'
import { isKey } from '../../../ui/commands/key-table.ts'
import { cx } from '../../../ui/cx.ts'
import { formatQuantity } from '../../../ui/format/format-decimal.ts'
import { type StrikeHandle, draggedHandles, steppedLegs, strikeHandles, strikesFor } from '../../../domain/package/drag-strikes.ts'
import type { PackageLeg } from '../../../domain/package/package-leg.ts'
import type { Edit } from '../draft/draft.ts'
import styles from './strike-handles.module.css'
import { DragChip, type FiguresOf } from './drag-chip.tsx'
import { gripBoxes, gripHeight, gripLetters, legsAt } from './strike-grips.ts'
import { modeOf, nextGesture, useStrikeDrag } from './use-strike-drag.ts'

export interface StrikeHandlesInputs {
  readonly legs: readonly PackageLeg[]
  /** Of the package: handles tell what it does with their legs. */
  readonly side: Side
  readonly listed: ListedChains
  readonly edit: (edit: Edit) => void
  /** The current leg. */
  readonly current: string | undefined
  readonly choose: (symbol: string) => void
  /** Quotes and deltas, for what a drag says of itself. */
  readonly figuresOf: FiguresOf
}

interface StrikeHandlesProps extends StrikeHandlesInputs {
  readonly scales: OverlayScales
  /** Draws what is made of these legs, past all panels; see `use-strike-drag.ts`. */
  readonly preview?: ((legs: readonly PackageLeg[]) => boolean) | undefined
  readonly settle?: (() => void) | undefined
  /** A drag begins or ends: the chart keeps its range meanwhile. */
  readonly onDrag: (dragging: boolean) => void
}

/** Of a handle that is not there. */
const noBox: Box = { x: 0, y: 0, width: 0, height: 0 }
const steps: Readonly<Record<string, 1 | -1>> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }

export function StrikeHandles(props: StrikeHandlesProps) {
  const { side, listed, edit, current, choose, figuresOf, scales } = props
  const group = useRef<SVGGElement>(null)
  const { drag, moved, begin, move, end, giveUp } = useStrikeDrag({ ...props, within: group })
  const legs = moved ?? props.legs
  const handles = drag === undefined ? strikeHandles(legs) : draggedHandles(legs, drag.origin)
  const isOf = (handle: StrikeHandle): boolean => current !== undefined && handle.symbols.includes(current)
  const grips = gripBoxes(handles, legs, scales)
  const focus = (handle: StrikeHandle): void => {
    const [first] = handle.symbols
    if (first !== undefined && !isOf(handle)) choose(first)
  }
  const press = (event: KeyboardEvent<SVGGElement>, at: number) => {
    const handle = handles[at]
    if (event.ctrlKey || event.metaKey || handle === undefined) return
    const step = steps[event.key]
    const next = step === undefined ? changedLegs(event, legs, handle) : steppedLegs(legs, at, step, modeOf(event), listed)
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    edit({ kind: 'placeLegs', legs: next, gesture: nextGesture() })
  }
  const active = drag === undefined ? undefined : handles[drag.at]
  const ends = [scales.invertX(margins.left), scales.invertX(scales.width - margins.right)] as const
  return (
    <g ref={group}>
      <Ticks handle={drag === undefined ? (handles.find(isOf) ?? handles[0]) : handles[drag.at]} listed={listed} scales={scales} />
      {handles.map((handle, at) => (
        <Grip
          // The place of a handle is what it is while its strike changes.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          handle={handle}
          legs={legs}
          packageSide={side}
          box={grips[at] ?? noBox}
          ends={ends}
          active={drag?.at === at}
          isCurrent={isOf(handle)}
          events={{
            onPointerDown: event => begin(event, at),
            onPointerMove: move,
            onPointerUp: end,
            onPointerCancel: giveUp,
            onKeyDown: event => press(event, at),
            onFocus: () => focus(handle),
          }}
        />
      ))}
      {drag === undefined || active === undefined ? null : (
        <DragChip handle={active} origin={drag.origin} grip={grips[drag.at] ?? noBox} {...{ legs, side, figuresOf }} width={scales.width} />
      )}
    </g>
  )
}

interface TicksProps {
  readonly handle: StrikeHandle | undefined
  readonly listed: ListedChains
  readonly scales: OverlayScales
}

const tickLength = 5

/** Where a handle can go. */
function Ticks({ handle, listed, scales }: TicksProps) {
  const strikes = useMemo(() => (handle === undefined ? [] : strikesFor(handle, listed)), [handle, listed])
  const bottom = scales.height - margins.bottom
  const path = strikes
    .map(strike => Math.round(scales.x(strike)))
    .filter(x => x >= margins.left && x <= scales.width - margins.right)
    .map(x => `M${x} ${bottom}v${tickLength}`)
    .join('')
  return <path className={styles.ticks} d={path} aria-hidden />
}

/** Legs after a key that changes those of a handle in place; undefined for a key that means nothing here. */
function changedLegs(
  { key, code, altKey }: KeyboardEvent,
  legs: readonly PackageLeg[],
  handle: StrikeHandle,
): readonly PackageLeg[] | undefined {
  const isOwn = (leg: PackageLeg): boolean => handle.symbols.includes(leg.symbol)
  const digit = altKey ? /^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1] : undefined
  if (isKey('leg.remove', key)) return legs.filter(leg => !isOwn(leg))
  if (isKey('leg.flip', key)) return legs.map(leg => (isOwn(leg) ? { ...leg, ratio: -leg.ratio } : leg))
  if (digit === undefined) return undefined
  const size = Number.parseInt(digit, 10)
  return legs.map(leg => (isOwn(leg) ? { ...leg, ratio: leg.ratio > 0 ? size : -size } : leg))
}

interface GripProps {
  readonly handle: StrikeHandle
  readonly legs: readonly PackageLeg[]
  readonly packageSide: Side
  readonly box: Box
  readonly ends: readonly [number, number]
  readonly active: boolean
  readonly isCurrent: boolean
  readonly events: Pick<
    React.SVGProps<SVGGElement>,
    'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel' | 'onKeyDown' | 'onFocus'
  >
}

function Grip({ handle, legs, packageSide, box, ends, active, isCurrent, events }: GripProps) {
  const strike = toNumber(handle.strike)
  const top = box.y
  const x = box.x + box.width / 2
  const own = legsAt(handle, legs).map(leg => ({ ...leg, ratio: leg.ratio * sideSign(packageSide) }))
  const sides = new Set(own.map(leg => Math.sign(leg.ratio)))
  const side = sides.size > 1 ? undefined : sides.has(1) ? styles.bought : styles.sold
  const words = own.map(leg => `${leg.ratio > 0 ? '+' : '−'}${Math.abs(leg.ratio)} ${shortName(leg.symbol)}`).join(', ')
  return (
    <g
      role="slider"
      data-leg={handle.symbols[0]}
      tabIndex={0}
      aria-label={`Strike of ${words}`}
      aria-valuemin={Math.round(Math.min(ends[0], strike))}
      aria-valuemax={Math.round(Math.max(ends[1], strike))}
      aria-valuenow={strike}
      aria-valuetext={formatQuantity(handle.strike)}
      className={cx(styles.handle, side, active && styles.active, isCurrent && styles.current)}
      {...events}
    >
      <title>{`${words}: drag, or arrow keys. Shift: all strikes. Alt: mirror. Escape gives a drag up.`}</title>
      <rect className={styles.touch} x={x - 22} y={top - 6} width={44} height={gripHeight + 12} />
      <line className={styles.stem} x1={x} x2={x} y1={margins.top} y2={top} />
      <rect className={styles.grip} {...box} rx={4} />
      <text className={styles.word} x={x} y={top + gripHeight / 2} dy="0.34em" textAnchor="middle">
        {gripLetters(own)}
      </text>
    </g>
  )
}
