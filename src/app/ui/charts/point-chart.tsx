/**
 * Points with bands, and curves, over linear scales: an SVG rendered by React. The point nearest to the pointer is read
 * out (by keyboard with a slider), and a press picks it. `table` has the same figures.
 */
import { type PointerEvent, type ReactNode, useId, useState } from 'react'
import { cx } from '../cx.ts'
import { ChartFrame, pointerPx, Readout, ReadoutKeys, ValueLines } from './chart-figure.tsx'
import charts from './charts.module.css'
import { linearScale, tenth } from './linear-scale.ts'
import { widthOfText } from './text-width.ts'
import styles from './point-chart.module.css'

export interface ChartPoint {
  readonly id: string
  readonly x: number
  /** Undefined if only one end of the band is known. */
  readonly y: number | undefined
  readonly low?: number | undefined
  readonly high?: number | undefined
  readonly shape: 'circle' | 'square'
  readonly isMarked?: boolean | undefined
  readonly name: string
  readonly rows: readonly (readonly [label: string, value: string])[]
}

export interface ChartLine {
  readonly id: string
  /** Empty if the previous line has the same label. */
  readonly label: string
  readonly look: 'main' | 'dashed' | 'quiet'
  /** By rising x; the line breaks at missing y. */
  readonly points: readonly (readonly [x: number, y: number | undefined])[]
}

export interface ChartUpright {
  readonly x: number
  readonly label: string
  readonly look: 'plain' | 'own' | 'draft'
}

interface PointChartProps {
  readonly label: string
  readonly points: readonly ChartPoint[]
  readonly lines: readonly ChartLine[]
  readonly uprights?: readonly ChartUpright[] | undefined
  /** Horizontal ticks, left to right; those without room are dropped. */
  readonly xTicks: (
    width: number,
    domain: readonly [number, number],
  ) => readonly { readonly x: number; readonly text: string }[]
  readonly yText: (value: number, step: number) => string
  readonly xName: string
  /** Fits the whole bands; by default bands beyond points and lines are clipped. */
  readonly fitsBands?: boolean | undefined
  readonly chosen?: string | undefined
  readonly onPoint?: ((id: string) => void) | undefined
  /** Undefined if a table of the same figures is beside the chart. */
  readonly table?: ReactNode
  readonly toolbar?: ReactNode
  readonly testId?: string | undefined
}

const margins = { top: 16, right: 12, bottom: 22, left: 52 } as const

export function PointChart(props: PointChartProps): ReactNode {
  const { label, lines, testId, toolbar, table, points } = props
  return (
    <ChartFrame
      label={label}
      testId={testId}
      toolbar={toolbar}
      legend={lines
        .filter(line => line.label !== '')
        .map(({ id, label, look }) => ({ id, label, swatch: styles[`${look}Swatch`] }))}
      table={table}
    >
      {size => points.length > 0 && <Plot {...props} {...size} />}
    </ChartFrame>
  )
}

interface SizedChartProps extends PointChartProps {
  readonly width: number
  readonly height: number
}

const isNumber = (value: number | undefined): value is number => value !== undefined && Number.isFinite(value)

function rangeOf(values: readonly (number | undefined)[], air: number): readonly [number, number] {
  const known = values.filter(isNumber)
  if (known.length === 0) return [0, 1]
  const [least, most] = [Math.min(...known), Math.max(...known)]
  const room = (most - least) * air || Math.abs(most) * 0.1 || 1
  return [least - room, most + room]
}

function scalesOf({ points, lines, uprights = [], fitsBands = false, width, height }: SizedChartProps) {
  const xs = [...points.map(point => point.x), ...lines.flatMap(line => line.points.map(([x]) => x))]
  const inside = rangeOf(xs, 0.03)
  const marks = uprights.filter(({ look }) => look !== 'plain').map(({ x }) => x)
  const x = linearScale(
    [Math.min(...inside, ...marks), Math.max(...inside, ...marks)],
    [margins.left, Math.max(margins.left + 1, width - margins.right)],
  )
  const bands = fitsBands ? points.flatMap(({ low, high }) => [low, high]) : []
  const ys = [...bands, ...points.map(point => point.y), ...lines.flatMap(line => line.points.map(([, y]) => y))]
  const y = linearScale(rangeOf(ys, 0.12), [Math.max(margins.top + 1, height - margins.bottom), margins.top])
  return { x, y }
}

type Scales = ReturnType<typeof scalesOf>

function pathOf(points: ChartLine['points'], { x, y }: Scales): string {
  let isDown = false
  return points
    .map(([atX, atY]) => {
      if (!isNumber(atY)) {
        isDown = false
        return ''
      }
      const step = `${isDown ? 'L' : 'M'}${tenth(x(atX))},${tenth(y(atY))}`
      isDown = true
      return step
    })
    .join('')
}

const nearestTo = (px: number, points: readonly ChartPoint[], x: Scales['x']): ChartPoint | undefined =>
  points.reduce<ChartPoint | undefined>(
    (best, one) => (best === undefined || Math.abs(x(one.x) - px) < Math.abs(x(best.x) - px) ? one : best),
    undefined,
  )

function Plot(props: SizedChartProps): ReactNode {
  const { label, points, lines, uprights = [], width, height, onPoint, chosen } = props
  const clip = useId()
  const [at, setAt] = useState<string>()
  const scales = scalesOf(props)
  const { x } = scales
  const near = points.find(point => point.id === at)
  const place = Math.max(
    0,
    points.findIndex(point => point.id === (at ?? chosen)),
  )
  const keyed = points[place]
  const nearest = (event: PointerEvent<SVGSVGElement>): ChartPoint | undefined => nearestTo(pointerPx(event), points, x)
  return (
    <>
      <ReadoutKeys
        label={`Points of ${label}`}
        text={keyed === undefined ? '' : `${keyed.name}: ${keyed.rows.map(row => row.join(' ')).join(', ')}`}
        count={points.length}
        at={place}
        move={to => setAt(to === undefined ? undefined : points[to]?.id)}
        pick={() => {
          if (keyed !== undefined) onPoint?.(keyed.id)
        }}
      />
      <svg
        className={cx(charts.plot, onPoint !== undefined && styles.pickable)}
        width={width}
        height={height}
        aria-hidden="true"
        onPointerMove={event => setAt(nearest(event)?.id)}
        onPointerLeave={() => setAt(undefined)}
        onClick={() => {
          if (at !== undefined) onPoint?.(at)
        }}
      >
        <clipPath id={clip}>
          <rect
            x={margins.left}
            y={margins.top - 6}
            width={width - margins.left - margins.right}
            height={height - margins.top - margins.bottom + 6}
          />
        </clipPath>
        <Axes {...props} scales={scales} />
        {uprights.map(upright => (
          <Upright
            key={`${upright.look} ${upright.label} ${upright.x}`}
            upright={upright}
            px={x(upright.x)}
            height={height}
          />
        ))}
        <g clipPath={`url(#${clip})`}>
          {lines.toReversed().map(line => (
            <path
              key={line.id}
              d={pathOf(line.points, scales)}
              className={cx(charts.curve, styles.path, styles[line.look])}
            />
          ))}
          {points.map(point => (
            <Point key={point.id} point={point} scales={scales} isChosen={point.id === chosen} />
          ))}
        </g>
        {near !== undefined && (
          <g className={charts.crosshair}>
            <line x1={x(near.x)} x2={x(near.x)} y1={margins.top} y2={height - margins.bottom} />
          </g>
        )}
      </svg>
      {near !== undefined && <Readout at={x(near.x)} width={width} title={near.name} rows={near.rows} />}
    </>
  )
}

function roomyTicks({ xTicks, width }: SizedChartProps, { x }: Scales) {
  let last = margins.left - 40
  return xTicks(width, x.domain()).filter(tick => {
    const [px, half] = [x(tick.x), widthOfText(tick.text) / 2]
    if (px - half < last + 8 || px + half > width || px < margins.left) return false
    last = px + half
    return true
  })
}

function Axes(props: SizedChartProps & { readonly scales: Scales }): ReactNode {
  const { yText, xName, width, height, scales } = props
  const { x, y } = scales
  const bottom = height - margins.bottom
  const ticks = y.ticks(Math.max(2, Math.floor(height / 44)))
  const step = (ticks[1] ?? 1) - (ticks[0] ?? 0)
  return (
    <g>
      <title>{xName}</title>
      <ValueLines
        ticks={ticks}
        y={y}
        left={margins.left}
        right={width - margins.right}
        textOf={tick => yText(tick, step)}
      />
      {roomyTicks(props, scales).map(tick => (
        <text key={tick.x} className={charts.tick} x={x(tick.x)} y={bottom + 15} textAnchor="middle">
          {tick.text}
        </text>
      ))}
    </g>
  )
}

function Upright({
  upright,
  px,
  height,
}: {
  readonly upright: ChartUpright
  readonly px: number
  readonly height: number
}): ReactNode {
  const bottom = height - margins.bottom
  return (
    <g className={cx(styles.upright, styles[upright.look])} transform={`translate(${tenth(px)},0)`}>
      <line y1={margins.top} y2={bottom} />
      {upright.look === 'plain' ? (
        <text y={margins.top - 5} textAnchor="middle">
          {upright.label}
        </text>
      ) : (
        <path
          d={upright.look === 'own' ? 'M0,-9l5,9h-10z' : 'M0,-10l5,5l-5,5l-5,-5z'}
          transform={`translate(0,${bottom})`}
        >
          <title>{upright.label}</title>
        </path>
      )}
    </g>
  )
}

interface PointProps {
  readonly point: ChartPoint
  readonly scales: Scales
  readonly isChosen: boolean
}

function Point({ point, scales: { x, y }, isChosen }: PointProps): ReactNode {
  const { low, high, shape } = point
  const [px, bottom] = [tenth(x(point.x)), y.range()[0]]
  const end = (value: number) => <line x1={px - 3} x2={px + 3} y1={y(value)} y2={y(value)} />
  const middle = point.y ?? high ?? low
  return (
    <g className={styles.point} data-marked={point.isMarked === true} data-chosen={isChosen}>
      {isNumber(high) && (
        <line x1={px} x2={px} y1={isNumber(low) ? y(low) : bottom} y2={y(high)} data-open={low === undefined} />
      )}
      {isNumber(low) && end(low)}
      {isNumber(high) && end(high)}
      {isNumber(point.y) &&
        (shape === 'circle' ? (
          <circle cx={px} cy={y(point.y)} r={3} />
        ) : (
          <rect x={px - 2.7} y={y(point.y) - 2.7} width={5.4} height={5.4} />
        ))}
      {(isChosen || point.isMarked === true) && isNumber(middle) && (
        <circle className={styles.ring} cx={px} cy={y(middle)} r={6.5} />
      )}
    </g>
  )
}
