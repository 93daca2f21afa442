// oxlint-disable jsx-a11y/prefer-tag-over-role -- an input cannot stand in a drawing
/**
 * The drawing over the chart: kinks and ends as handles, slopes between them. Pressing elsewhere adds a kink; a
 * freehand line is matched by the nearest legs. One gesture is one undo step; Escape cancels it.
 */
import type { KeyboardEvent, PointerEvent } from 'react'
import { toNumber } from '../../../../core/domain/decimal.ts'
import { exactText } from '../../../../core/domain/effect-label.ts'
import type { DrawnPayoff } from '../../../../core/pricing/solve/draw-fit.ts'
import { margins } from '../../../ui/charts/payoff-geometry.ts'
import type { OverlayScales } from '../../../ui/charts/payoff-plot.tsx'
import { formatNumber } from '../../../ui/format/format-decimal.ts'
import { addedAfter, type Ground, slopesOf, steppedKink, valueAt, withoutKink, withTail } from './draw-moves.ts'
import styles from './draw.module.css'
import { type DrawGestureInputs, endPrice, useDrawGesture } from './use-draw-gesture.ts'

const slopeText = (slope: number): string =>
  formatNumber(slope, { places: Number.isInteger(slope) ? 0 : 2, sign: 'always' })

export function DrawLayer(props: DrawGestureInputs) {
  const { scales, ground, gesture, change } = props
  const { drawing, level } = gesture ?? props
  const { group, begin, pointer } = useDrawGesture(props)
  const at = (price: number, value: number) => ({ x: scales.x(price), y: yWithin(scales, value + level) })
  const press = (event: KeyboardEvent<SVGElement>, next: DrawnPayoff | undefined) => {
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    change(next)
  }
  return (
    <g ref={group}>
      <rect
        className={styles.ground}
        x={margins.left}
        y={margins.top}
        width={Math.max(0, scales.width - margins.left - margins.right)}
        height={Math.max(0, scales.height - margins.top - margins.bottom)}
        data-testid="draw-ground"
        onPointerDown={event => begin(event, 'line')}
        {...pointer}
      />
      {gesture?.held === 'line' ? (
        <polyline
          className={styles.line}
          points={gesture.line.map(({ price, value }) => `${scales.x(price)},${scales.y(value + level)}`).join(' ')}
        />
      ) : null}
      <Slopes drawing={drawing} at={at} scales={scales} />
      {(['low', 'high'] as const).map(tail => (
        <Handle
          key={tail}
          kind="end"
          {...at(endPrice(tail, scales), valueAt(drawing, endPrice(tail, scales)))}
          label={tail === 'low' ? 'Slope below the first kink' : 'Slope above the last kink'}
          now={drawing[tail]}
          text={slopeText(drawing[tail])}
          tip="Drag up or down, or arrow keys"
          onPointerDown={event => begin(event, tail)}
          onKeyDown={event => press(event, tailByKey(drawing, tail, event.key))}
          {...pointer}
        />
      ))}
      {drawing.kinks.map(({ strike, value }, index) => (
        <Handle
          // A kink is identified by its index while its strike changes.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          kind="kink"
          {...at(toNumber(strike), toNumber(value))}
          label={`Kink ${index + 1}`}
          now={toNumber(strike)}
          text={kinkText(drawing, index)}
          tip="Drag to a listed strike and up or down, or arrow keys. Enter adds a kink after it, Delete removes it. Escape gives a drag up."
          onPointerDown={event => begin(event, index)}
          onKeyDown={event => press(event, kinkByKey(drawing, index, event.key, ground))}
          {...pointer}
        />
      ))}
    </g>
  )
}

const yWithin = ({ y, height }: OverlayScales, value: number): number =>
  Math.min(height - margins.bottom, Math.max(margins.top, y(value)))

function kinkText(drawing: DrawnPayoff, index: number): string {
  const slopes = slopesOf(drawing)
  const strike = drawing.kinks[index]?.strike
  return `${strike === undefined ? '' : exactText(strike)}, slope ${slopeText(slopes[index] ?? 0)} below, ${slopeText(slopes[index + 1] ?? 0)} above`
}

function kinkByKey(drawing: DrawnPayoff, at: number, key: string, ground: Ground): DrawnPayoff | undefined {
  if (key === 'ArrowLeft' || key === 'ArrowRight')
    return steppedKink(drawing, at, 'strike', key === 'ArrowLeft' ? -1 : 1, ground)
  if (key === 'ArrowUp' || key === 'ArrowDown')
    return steppedKink(drawing, at, 'value', key === 'ArrowDown' ? -1 : 1, ground)
  if (key === 'Delete' || key === 'Backspace') return withoutKink(drawing, at)
  return key === 'Enter' || key === 'Insert' ? addedAfter(drawing, at, ground) : undefined
}

function tailByKey(drawing: DrawnPayoff, tail: 'low' | 'high', key: string): DrawnPayoff | undefined {
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return undefined
  // Up raises the end: below the first kink a falling line ends higher.
  const way = (key === 'ArrowUp' ? 1 : -1) * (tail === 'low' ? -1 : 1)
  return withTail(drawing, tail, drawing[tail] + way)
}

interface SlopesProps {
  readonly drawing: DrawnPayoff
  readonly at: (price: number, value: number) => { readonly x: number; readonly y: number }
  readonly scales: OverlayScales
}

function Slopes({ drawing, at, scales }: SlopesProps) {
  const prices = [
    endPrice('low', scales),
    ...drawing.kinks.map(kink => toNumber(kink.strike)),
    endPrice('high', scales),
  ]
  const slopes = slopesOf(drawing)
  return (
    <g aria-hidden="true">
      {slopes.map((slope, index) => {
        const [from, to] = [prices[index] ?? 0, prices[index + 1] ?? 0]
        if (scales.x(to) - scales.x(from) < 34) return null
        const middle = (from + to) / 2
        const { x, y } = at(middle, valueAt(drawing, middle))
        return (
          // oxlint-disable-next-line react/no-array-index-key
          <text key={index} className={styles.slope} x={x} y={y - 8} textAnchor="middle">
            {slopeText(slope)}
          </text>
        )
      })}
    </g>
  )
}

interface HandleProps {
  readonly kind: 'kink' | 'end'
  readonly x: number
  readonly y: number
  readonly label: string
  readonly now: number
  readonly text: string
  readonly tip: string
  readonly onPointerDown: (event: PointerEvent<SVGGElement>) => void
  readonly onPointerMove: (event: PointerEvent<SVGElement>) => void
  readonly onPointerUp: () => void
  readonly onPointerCancel: () => void
  readonly onKeyDown: (event: KeyboardEvent<SVGGElement>) => void
}

function Handle({ kind, x, y, label, now, text, tip, ...events }: HandleProps) {
  return (
    <g
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuenow={now}
      aria-valuetext={text}
      className={styles.handle}
      data-kind={kind}
      transform={`translate(${x} ${y})`}
      {...events}
    >
      <title>{`${label}: ${text}. ${tip}`}</title>
      <circle className={styles.touch} r={16} />
      {kind === 'kink' ? (
        <circle className={styles.grip} r={6} />
      ) : (
        <rect className={styles.grip} x={-4} y={-8} width={8} height={16} rx={3} />
      )}
    </g>
  )
}
