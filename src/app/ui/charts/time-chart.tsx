/**
 * Figures over time: an SVG rendered by React from plain arrays. Gaps are shaded, never bridged. Values under the
 * pointer are read out (by keyboard with a slider) and available as a table. A click picks a time.
 */
import { type PointerEvent, type ReactNode, useMemo, useState } from 'react'
import { cx } from '../cx.ts'
import { formatAmountNumber, formatCompactAmount } from '../format/amounts.ts'
import { dash } from '../format/format-decimal.ts'
import { formatAge, formatTime } from '../format/format-time.ts'
import { usePreferences } from '../theme/preferences.ts'
import { ChartFrame, pointerPx, Readout, ReadoutKeys, ValueLines } from './chart-figure.tsx'
import charts from './charts.module.css'
import { linearScale, placesOfTicks } from './linear-scale.ts'
import type { Range } from './payoff-geometry.ts'
import { widthOfText } from './text-width.ts'
import styles from './time-chart.module.css'
import {
  type IsGap,
  type TimeScales,
  type TimeSeries,
  drawnOf,
  gapsOf,
  lonePoints,
  nearestIndex,
  timeArea,
  timeLabels,
  timeMargins,
  timePath,
  timeScales,
  timeValueDomain,
} from './time-geometry.ts'
import { Crosshair, Span, type TimeEvent, TimeEvents, type TimeMark, TimeMarks, whenText } from './time-marks.tsx'
import { type TimeLevel, TimeLevels, withLevels } from './time-levels.tsx'
import { Heads } from '../controls/heads.tsx'

export interface TimeChartProps {
  readonly label: string
  readonly atMs: readonly number[]
  readonly series: readonly TimeSeries[]
  readonly currency: string
  readonly isGap: IsGap
  readonly withZero?: boolean | undefined
  readonly fromMs?: number | undefined
  readonly toMs?: number | undefined
  readonly marks?: readonly TimeMark[] | undefined
  readonly onPick?: ((atMs: number) => void) | undefined
  readonly onBrush?: ((fromMs: number, toMs: number) => void) | undefined
  readonly span?: { readonly fromMs: number; readonly toMs: number } | undefined
  readonly events?: readonly TimeEvent[] | undefined
  readonly levels?: readonly TimeLevel[] | undefined
  readonly places?: number | undefined
  readonly testId?: string | undefined
  readonly toolbar?: ReactNode
  readonly empty?: ReactNode
}

export function TimeChart(props: TimeChartProps): ReactNode {
  const { label, atMs, series, testId, toolbar, empty } = props
  return (
    <ChartFrame
      label={label}
      testId={testId}
      toolbar={toolbar}
      legend={series.map(each => ({ id: each.id, label: each.label, swatch: styles[`${each.look}Swatch`] }))}
      table={<TimeTable {...props} />}
      nothing={atMs.length === 0 ? (empty ?? 'Nothing to draw yet.') : undefined}
    >
      {size => <Plot {...props} {...size} />}
    </ChartFrame>
  )
}

const dragPx = 5

function usePlot(props: TimeChartProps & { readonly width: number; readonly height: number }) {
  const { atMs, series, width, height, isGap, withZero = false } = props
  const zone = usePreferences().timeZone
  const from = props.fromMs ?? atMs[0] ?? 0
  const to = Math.max(from + 1, props.toMs ?? atMs.at(-1) ?? 1)
  const { events, levels } = props
  const [low, high] = useMemo(() => {
    const values = (events ?? []).flatMap(event => event.value ?? [])
    return withLevels(timeValueDomain([...series, { values }], withZero), levels ?? [])
  }, [series, withZero, events, levels])
  const gaps = useMemo(() => gapsOf(atMs, isGap), [atMs, isGap])
  const valueAxis = valueAxisOf([low, high], height)
  const left = Math.max(timeMargins.left, ...valueAxis.ticks.map(tick => widthOfText(valueAxis.textOf(tick)) + 8))
  const scales = useMemo(
    () => timeScales(width, height, [from, to], [low, high], zone, gaps, left),
    [width, height, from, to, low, high, zone, gaps, left],
  )
  const bottom = height - timeMargins.bottom
  const paths = useMemo(
    () =>
      series.map(each => {
        const drawn = drawnOf(atMs, each, isGap)
        return {
          each,
          drawn,
          path: timePath(drawn.atMs, drawn, drawn.isGap, scales),
          area: each.look === 'area' ? timeArea(drawn.atMs, drawn, drawn.isGap, scales, bottom) : undefined,
          lone: lonePoints(drawn.atMs, drawn, drawn.isGap),
        }
      }),
    [atMs, series, isGap, scales, bottom],
  )
  return { zone, gaps, valueAxis, scales, paths, from, to }
}

function Plot(props: TimeChartProps & { readonly width: number; readonly height: number }): ReactNode {
  const { atMs, series, width, height, marks = [], onPick, onBrush, span, events = [], levels } = props
  const { zone, gaps, valueAxis, scales, paths, from, to } = usePlot(props)
  const [at, setAt] = useState<number>()
  const [pressed, setPressed] = useState<{ readonly px: number; readonly ms: number }>()
  const index = at === undefined ? undefined : nearestIndex(atMs, at)
  const keyed = index ?? atMs.length - 1
  const timeOf = (px: number): number => scales.x.invert(px)
  const nearest = (ms: number): number | undefined => atMs[nearestIndex(atMs, ms) ?? -1]
  const pick = (ms: number | undefined): void => {
    const point = ms === undefined ? undefined : nearest(ms)
    if (point !== undefined) onPick?.(point)
  }
  const release = (event: PointerEvent<SVGSVGElement>): void => {
    const px = pointerPx(event)
    const start = pressed
    setPressed(undefined)
    if (start === undefined || onBrush === undefined || Math.abs(px - start.px) < dragPx) return pick(timeOf(px))
    const ends = [nearest(start.ms), nearest(timeOf(px))].filter(end => end !== undefined).sort((a, b) => a - b)
    const [first, last] = ends
    if (first !== undefined && last !== undefined && last > first) onBrush(first, last)
  }
  const dragged =
    pressed === undefined || at === undefined
      ? span
      : { fromMs: Math.min(pressed.ms, at), toMs: Math.max(pressed.ms, at) }
  return (
    <>
      <ReadoutKeys
        label="Time at the crosshair"
        text={`${whenText(atMs[keyed] ?? 0, zone)}: ${figureText(series[0]?.values[keyed], props.currency, props.places)}`}
        count={atMs.length}
        at={keyed}
        move={to => setAt(to === undefined ? undefined : atMs[to])}
        pick={() => pick(atMs[keyed])}
      />
      <svg
        className={cx(charts.plot, onPick !== undefined && styles.pickable)}
        width={width}
        height={height}
        aria-hidden="true"
        onPointerDown={event => setPressed({ px: pointerPx(event), ms: timeOf(pointerPx(event)) })}
        onPointerMove={event => setAt(timeOf(pointerPx(event)))}
        onPointerLeave={() => {
          setAt(undefined)
          setPressed(undefined)
        }}
        onPointerUp={release}
      >
        <Axes scales={scales} valueAxis={valueAxis} gaps={gaps} zone={zone} />
        {dragged !== undefined && <Span span={dragged} scales={scales} within={[from, to]} />}
        <Lines paths={paths} scales={scales} />
        <TimeMarks marks={marks} scales={scales} />
        <TimeEvents events={events} within={[from, to]} scales={scales} zone={zone} />
        {index !== undefined && <Crosshair index={index} atMs={atMs} series={series} scales={scales} />}
      </svg>
      {levels !== undefined && <TimeLevels levels={levels} scales={scales} />}
      {index !== undefined && <TimeReadout {...props} index={index} zone={zone} scales={scales} />}
    </>
  )
}

const Lines = ({ paths, scales }: Pick<ReturnType<typeof usePlot>, 'paths' | 'scales'>): ReactNode =>
  paths.toReversed().map(({ each, drawn, path, area, lone }) => (
    <g key={each.id}>
      {area !== undefined && <path d={area} className={styles.ground} />}
      <path d={path} className={cx(charts.curve, styles.line, styles[each.look])} />
      {lone.map(index => (
        <circle
          key={index}
          className={styles.lone}
          cx={scales.x(drawn.atMs[index] ?? 0)}
          cy={scales.y(drawn.values[index] ?? 0)}
          r={3}
        />
      ))}
    </g>
  ))

interface AxesProps {
  readonly scales: TimeScales
  readonly valueAxis: ReturnType<typeof valueAxisOf>
  readonly gaps: readonly (readonly [number, number])[]
  readonly zone: 'utc' | 'local'
}

function valueAxisOf(domain: Range, height: number) {
  const ticks = linearScale(domain, [0, 1]).ticks(Math.max(2, Math.floor(height / 48)))
  const step = (ticks[1] ?? 1) - (ticks[0] ?? 0)
  // Abbreviated forms of close values would be equal.
  const isClose = ticks.some(tick => Math.abs(tick) > Math.abs(step) * 200)
  const places = placesOfTicks(ticks)
  const textOf = (tick: number): string => (isClose ? formatAmountNumber(tick, { places }) : formatCompactAmount(tick))
  return { ticks, textOf }
}

function Axes({ scales, valueAxis, gaps, zone }: AxesProps): ReactNode {
  const { x, y, width, height, left } = scales
  const bottom = height - timeMargins.bottom
  const within = (px: number): number => Math.min(width - timeMargins.right, Math.max(left, px))
  return (
    <g>
      {gaps.map(([from, to]) => (
        <Gap key={from} from={from} to={to} left={within(x(from))} right={within(x(to))} bottom={bottom} zone={zone} />
      ))}
      <ValueLines {...valueAxis} y={y} left={left} right={width - timeMargins.right} />
      {timeLabels(scales, gaps, (ms, withSeconds) => tickText(ms, zone, withSeconds)).map(({ px, text }) => (
        <text key={px} className={charts.tick} x={px} y={height - 6} textAnchor="middle">
          {text}
        </text>
      ))}
    </g>
  )
}

interface GapProps {
  readonly from: number
  readonly to: number
  readonly left: number
  readonly right: number
  readonly bottom: number
  readonly zone: 'utc' | 'local'
}

const namedGapPx = 20

function Gap({ from, to, left, right, bottom, zone }: GapProps): ReactNode {
  return (
    <g>
      <title>{`No samples from ${whenText(from, zone)} to ${whenText(to, zone)}`}</title>
      <rect
        className={styles.gap}
        x={left}
        y={timeMargins.top}
        width={right - left}
        height={Math.max(0, bottom - timeMargins.top)}
      />
      {right - left < namedGapPx ? null : (
        <text className={charts.tick} x={(left + right) / 2} y={timeMargins.top + 10} textAnchor="middle">
          {formatAge(to - from)}
        </text>
      )}
    </g>
  )
}

function tickText(ms: number, zone: 'utc' | 'local', withSeconds: boolean): string {
  if (formatTime(ms, 'time', zone) === '00:00:00') return formatTime(ms, 'day', zone)
  return formatTime(ms, withSeconds ? 'time' : 'minutes', zone)
}

const figureText = (value: number | undefined, currency: string, places = 2): string =>
  value === undefined || Number.isNaN(value) ? dash : `${formatAmountNumber(value, { places })} ${currency}`

interface TimeReadoutProps extends TimeChartProps {
  readonly index: number
  readonly width: number
  readonly zone: 'utc' | 'local'
  readonly scales: TimeScales
}

/** Events within this distance of the crosshair are read out with it. */
const eventPx = 6
const mostEvents = 4

function TimeReadout({
  atMs,
  series,
  currency,
  places,
  index,
  width,
  zone,
  scales,
  events = [],
}: TimeReadoutProps): ReactNode {
  const ms = atMs[index] ?? 0
  const at = scales.x(ms)
  const near = events.filter(event => Math.abs(scales.x(event.atMs) - at) <= eventPx)
  const rows = series.map(each => [each.label, figureText(each.values[index], currency, places)] as const)
  return (
    <Readout at={at} width={width} title={whenText(ms, zone)} rows={rows}>
      {near.slice(0, mostEvents).map(event => (
        <span key={event.id} className={styles.readoutEvent} data-tone={event.tone}>
          {event.label}
        </span>
      ))}
      {near.length > mostEvents && <span className={styles.readoutEvent}>and {near.length - mostEvents} more</span>}
    </Readout>
  )
}

const mostTableRows = 200

function TimeTable({ label, atMs, series, currency, places: decimals }: TimeChartProps): ReactNode {
  const zone = usePreferences().timeZone
  const every = Math.max(1, Math.ceil(atMs.length / mostTableRows))
  const places = atMs.flatMap((_, index) => ((atMs.length - 1 - index) % every === 0 ? [index] : [])).reverse()
  return (
    <table className={cx(charts.table, styles.table)} aria-label={label}>
      <Heads of={['At', ...series.map(each => `${each.label}, ${currency}`)]} />
      <tbody>
        {places.map(index => (
          <tr key={atMs[index]}>
            <th scope="row">{whenText(atMs[index] ?? 0, zone)}</th>
            {series.map(each => (
              <td key={each.id}>{figureText(each.values[index], '', decimals).trim()}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
