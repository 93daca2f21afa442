/**
 * Figures over time: an SVG by React, from plain arrays. Gaps are gaps, and shaded; the values under the pointer are read out, by keyboard as
 * well, and told as a table. A click picks a time.
 */
import { type PointerEvent, type ReactNode, useMemo, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { cx } from '../cx.ts'
import { formatAmountNumber, formatCompactAmount } from '../format/amounts.ts'
import { dash } from '../format/format-decimal.ts'
import { formatAge, formatTime } from '../format/format-time.ts'
import { usePreferences } from '../theme/preferences.ts'
import styles from './time-chart.module.css'
import {
  type IsGap,
  type TimeScales,
  type TimeSeries,
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
import { useSize } from './use-size.ts'

export interface TimeChartProps {
  /** Accessible name. */
  readonly label: string
  /** Rising. */
  readonly atMs: readonly number[]
  readonly series: readonly TimeSeries[]
  readonly currency: string
  readonly isGap: IsGap
  readonly withZero?: boolean | undefined
  /** Time shown; that of the points unless told. */
  readonly fromMs?: number | undefined
  readonly toMs?: number | undefined
  readonly marks?: readonly TimeMark[] | undefined
  readonly onPick?: ((atMs: number) => void) | undefined
  /** A span that was dragged over, its ends at points. */
  readonly onBrush?: ((fromMs: number, toMs: number) => void) | undefined
  /** The span that stands out. */
  readonly span?: { readonly fromMs: number; readonly toMs: number } | undefined
  readonly events?: readonly TimeEvent[] | undefined
  readonly testId?: string | undefined
  readonly toolbar?: ReactNode
  readonly empty?: ReactNode
}

export function TimeChart(props: TimeChartProps): ReactNode {
  const { label, atMs, series, testId, toolbar, empty } = props
  const [ref, { width, height }] = useSize()
  const [asTable, setAsTable] = useState(false)
  return (
    <figure className={styles.chart} aria-label={label} data-testid={testId}>
      <figcaption className={styles.legend}>
        {toolbar}
        {series.map(each => (
          <span key={each.id} className={styles.legendItem}>
            <span className={cx(styles.swatch, styles[each.look])} aria-hidden="true" />
            {each.label}
          </span>
        ))}
        <Button size="sm" variant="quiet" className={styles.toggle} aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          Table
        </Button>
      </figcaption>
      <div ref={ref} className={styles.stage}>
        {atMs.length === 0 ? (
          <div className={styles.nothing}>{empty ?? 'Nothing to draw yet.'}</div>
        ) : asTable ? (
          <TimeTable {...props} />
        ) : (
          width > 0 && height > 0 && <Plot {...props} width={width} height={height} />
        )}
      </div>
    </figure>
  )
}

/** Pixels beyond which a press is a drag. */
const dragPx = 5

function usePlot(props: TimeChartProps & { readonly width: number; readonly height: number }) {
  const { atMs, series, width, height, isGap, withZero = false } = props
  const zone = usePreferences().timeZone
  const from = props.fromMs ?? atMs[0] ?? 0
  const to = Math.max(from + 1, props.toMs ?? atMs.at(-1) ?? 1)
  const [low, high] = useMemo(() => timeValueDomain(series, withZero), [series, withZero])
  const gaps = useMemo(() => gapsOf(atMs, isGap), [atMs, isGap])
  const scales = useMemo(
    () => timeScales(width, height, [from, to], [low, high], zone, gaps),
    [width, height, from, to, low, high, zone, gaps],
  )
  const bottom = height - timeMargins.bottom
  const paths = useMemo(
    () =>
      series.map(each => ({
        each,
        path: timePath(atMs, each, isGap, scales),
        area: each.look === 'area' ? timeArea(atMs, each, isGap, scales, bottom) : undefined,
        lone: lonePoints(atMs, each, isGap),
      })),
    [atMs, series, isGap, scales, bottom],
  )
  return { zone, gaps, scales, paths, from, to }
}

function Plot(props: TimeChartProps & { readonly width: number; readonly height: number }): ReactNode {
  const { atMs, series, width, height, marks = [], onPick, onBrush, span, events = [] } = props
  const { zone, gaps, scales, paths, from, to } = usePlot(props)
  const [at, setAt] = useState<number>()
  const [pressed, press] = useState<{ readonly px: number; readonly ms: number }>()
  const index = at === undefined ? undefined : nearestIndex(atMs, at)
  const pxOf = (event: PointerEvent<SVGSVGElement>): number => event.clientX - event.currentTarget.getBoundingClientRect().left
  const timeOf = (px: number): number => scales.x.invert(px).getTime()
  const nearest = (ms: number): number | undefined => atMs[nearestIndex(atMs, ms) ?? -1]
  const pick = (ms: number | undefined): void => {
    const point = ms === undefined ? undefined : nearest(ms)
    if (point !== undefined) onPick?.(point)
  }
  const release = (event: PointerEvent<SVGSVGElement>): void => {
    const px = pxOf(event)
    const start = pressed
    press(undefined)
    if (start === undefined || onBrush === undefined || Math.abs(px - start.px) < dragPx) return pick(timeOf(px))
    const ends = [nearest(start.ms), nearest(timeOf(px))].filter(end => end !== undefined).sort((a, b) => a - b)
    const [first, last] = ends
    if (first !== undefined && last !== undefined && last > first) onBrush(first, last)
  }
  const dragged = pressed === undefined || at === undefined ? span : { fromMs: Math.min(pressed.ms, at), toMs: Math.max(pressed.ms, at) }
  return (
    <>
      <CrosshairKeys {...props} index={index} zone={zone} move={setAt} pick={pick} />
      <svg
        className={cx(styles.plot, onPick !== undefined && styles.pickable)}
        width={width}
        height={height}
        aria-hidden="true"
        onPointerDown={event => press({ px: pxOf(event), ms: timeOf(pxOf(event)) })}
        onPointerMove={event => setAt(timeOf(pxOf(event)))}
        onPointerLeave={() => {
          setAt(undefined)
          press(undefined)
        }}
        onPointerUp={release}
      >
        <Axes scales={scales} gaps={gaps} zone={zone} />
        {dragged !== undefined && <Span span={dragged} scales={scales} within={[from, to]} />}
        {paths.toReversed().map(({ each, path, area, lone }) => (
          <g key={each.id}>
            {area !== undefined && <path d={area} className={styles.ground} />}
            <path d={path} className={cx(styles.line, styles[each.look])} />
            {lone.map(index => (
              <circle key={index} className={styles.lone} cx={scales.x(atMs[index] ?? 0)} cy={scales.y(each.values[index] ?? 0)} r={3} />
            ))}
          </g>
        ))}
        <TimeMarks marks={marks} scales={scales} />
        <TimeEvents events={events} within={[from, to]} scales={scales} zone={zone} />
        {index !== undefined && <Crosshair index={index} atMs={atMs} series={series} scales={scales} />}
      </svg>
      {index !== undefined && (
        <Readout {...props} index={index} left={scales.x(atMs[index] ?? 0)} width={width} zone={zone} scales={scales} />
      )}
    </>
  )
}

interface AxesProps {
  readonly scales: TimeScales
  readonly gaps: readonly (readonly [number, number])[]
  readonly zone: 'utc' | 'local'
}

/** Decimals of a raster of ticks, so that neighbours differ. */
const placesOfStep = (step: number): number => Math.max(0, Math.min(8, -Math.floor(Math.log10(Math.abs(step) || 1))))

function Axes({ scales, gaps, zone }: AxesProps): ReactNode {
  const { x, y, width, height } = scales
  const bottom = height - timeMargins.bottom
  const ys = y.ticks(Math.max(2, Math.floor(height / 48)))
  const step = (ys[1] ?? 1) - (ys[0] ?? 0)
  // Short forms would read alike where values lie close together.
  const isClose = ys.some(tick => Math.abs(tick) > Math.abs(step) * 200)
  const valueText = (tick: number): string =>
    isClose ? formatAmountNumber(tick, { places: placesOfStep(step) }) : formatCompactAmount(tick)
  const within = (px: number): number => Math.min(width - timeMargins.right, Math.max(timeMargins.left, px))
  return (
    <g>
      {gaps.map(([from, to]) => (
        <Gap key={from} from={from} to={to} left={within(x(from))} right={within(x(to))} bottom={bottom} zone={zone} />
      ))}
      {ys.map(tick => (
        <g key={tick}>
          <line
            className={tick === 0 ? styles.zero : styles.gridLine}
            x1={timeMargins.left}
            x2={width - timeMargins.right}
            y1={y(tick)}
            y2={y(tick)}
          />
          <text className={styles.tick} x={timeMargins.left - 6} y={y(tick)} dy="0.32em" textAnchor="end">
            {valueText(tick)}
          </text>
        </g>
      ))}
      {timeLabels(scales, gaps, (ms, withSeconds) => tickText(ms, zone, withSeconds)).map(({ px, text }) => (
        <text key={px} className={styles.tick} x={px} y={height - 6} textAnchor="middle">
          {text}
        </text>
      ))}
    </g>
  )
}

interface GapProps {
  /** Ms. */
  readonly from: number
  readonly to: number
  /** Px. */
  readonly left: number
  readonly right: number
  readonly bottom: number
  readonly zone: 'utc' | 'local'
}

/** Narrower, the length of time has no room in it. */
const namedGapPx = 20

/** A stretch of which nothing is known, named by how long it was. */
function Gap({ from, to, left, right, bottom, zone }: GapProps): ReactNode {
  return (
    <g>
      <title>{`No samples from ${whenText(from, zone)} to ${whenText(to, zone)}`}</title>
      <rect className={styles.gap} x={left} y={timeMargins.top} width={right - left} height={Math.max(0, bottom - timeMargins.top)} />
      {right - left < namedGapPx ? null : (
        <text className={styles.tick} x={(left + right) / 2} y={timeMargins.top + 10} textAnchor="middle">
          {formatAge(to - from)}
        </text>
      )}
    </g>
  )
}

/** Midnight is told by its date, the rest by their time. */
function tickText(ms: number, zone: 'utc' | 'local', withSeconds: boolean): string {
  if (formatTime(ms, 'time', zone) === '00:00:00') return formatTime(ms, 'day', zone)
  return formatTime(ms, withSeconds ? 'time' : 'minutes', zone)
}

const figureText = (value: number | undefined, currency: string): string =>
  value === undefined || Number.isNaN(value) ? dash : `${formatAmountNumber(value, { places: 2 })} ${currency}`

interface ReadoutProps extends TimeChartProps {
  readonly index: number
  readonly left: number
  readonly width: number
  readonly zone: 'utc' | 'local'
  readonly scales: TimeScales
}

/** Events at most this far from the crosshair are read out with it. */
const eventPx = 6
const mostEvents = 4

function Readout({ atMs, series, currency, index, left, width, zone, scales, events = [] }: ReadoutProps): ReactNode {
  const near = events.filter(event => Math.abs(scales.x(event.atMs) - left) <= eventPx)
  return (
    <div className={styles.readout} style={left > width / 2 ? { right: width - left + 10 } : { left: left + 10 }}>
      <strong>{whenText(atMs[index] ?? 0, zone)}</strong>
      {series.map(each => (
        <span key={each.id} className={styles.readoutRow}>
          {each.label} <span className="tabular">{figureText(each.values[index], currency)}</span>
        </span>
      ))}
      {near.slice(0, mostEvents).map(event => (
        <span key={event.id} className={styles.readoutEvent} data-tone={event.tone}>
          {event.label}
        </span>
      ))}
      {near.length > mostEvents && <span className={styles.readoutEvent}>and {near.length - mostEvents} more</span>}
    </div>
  )
}

interface CrosshairKeysProps extends TimeChartProps {
  readonly index: number | undefined
  readonly zone: 'utc' | 'local'
  readonly move: (ms: number | undefined) => void
  readonly pick: (ms: number | undefined) => void
}

/** The crosshair by keyboard: a slider over the points; Enter picks. */
function CrosshairKeys({ atMs, series, currency, index, zone, move, pick }: CrosshairKeysProps): ReactNode {
  const at = index ?? atMs.length - 1
  const [main] = series
  return (
    <input
      type="range"
      className={styles.crosshairKeys}
      aria-label="Time at the crosshair"
      aria-valuetext={`${whenText(atMs[at] ?? 0, zone)}: ${figureText(main?.values[at], currency)}`}
      min={0}
      max={atMs.length - 1}
      step={1}
      value={at}
      onChange={event => move(atMs[event.target.valueAsNumber])}
      onKeyDown={event => {
        if (event.key === 'Enter') pick(atMs[at])
      }}
      onBlur={() => move(undefined)}
    />
  )
}

const mostTableRows = 200

/** The same in figures, newest first; of many points every so manieth. */
function TimeTable({ label, atMs, series, currency }: TimeChartProps): ReactNode {
  const zone = usePreferences().timeZone
  const every = Math.max(1, Math.ceil(atMs.length / mostTableRows))
  const places = atMs.flatMap((_, index) => ((atMs.length - 1 - index) % every === 0 ? [index] : [])).reverse()
  return (
    <div className={styles.tableBox}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">At</th>
            {series.map(each => (
              <th key={each.id} scope="col">
                {each.label}, {currency}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {places.map(index => (
            <tr key={atMs[index]}>
              <th scope="row">{whenText(atMs[index] ?? 0, zone)}</th>
              {series.map(each => (
                <td key={each.id}>{figureText(each.values[index], '').trim()}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
