/**
 * Figures over time: an SVG by React, from plain arrays. Gaps are gaps, and shaded; the values under the pointer are read out, by keyboard as
 * well, and told as a table. A click picks a time.
 */
import { type PointerEvent, type ReactNode, useMemo, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { cx } from '../cx.ts'
import { formatAmountNumber, formatCompactAmount } from '../format/amounts.ts'
import { dash } from '../format/format-decimal.ts'
import { formatLocal, formatUtc } from '../format/format-time.ts'
import { usePreferences } from '../theme/preferences.ts'
import styles from './time-chart.module.css'
import {
  type IsGap,
  type TimeScales,
  type TimeSeries,
  gapsOf,
  nearestIndex,
  timeMargins,
  timePath,
  timeScales,
  timeValueDomain,
} from './time-geometry.ts'
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
  readonly marks?: readonly { readonly atMs: number; readonly label: string }[] | undefined
  readonly onPick?: ((atMs: number) => void) | undefined
  readonly testId?: string | undefined
  readonly toolbar?: ReactNode
  readonly empty?: ReactNode
}

const whenText = (ms: number, zone: 'utc' | 'local'): string => (zone === 'utc' ? formatUtc(ms, 'dateTime') : formatLocal(ms, 'dateTime'))

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

function Plot(props: TimeChartProps & { readonly width: number; readonly height: number }): ReactNode {
  const { atMs, series, width, height, isGap, withZero = false, marks = [], onPick, currency } = props
  const zone = usePreferences().timeZone
  const [at, setAt] = useState<number>()
  const from = props.fromMs ?? atMs[0] ?? 0
  const to = Math.max(from + 1, props.toMs ?? atMs.at(-1) ?? 1)
  const [low, high] = useMemo(() => timeValueDomain(series, withZero), [series, withZero])
  const scales = useMemo(() => timeScales(width, height, [from, to], [low, high], zone), [width, height, from, to, low, high, zone])
  const paths = useMemo(() => series.map(each => ({ each, path: timePath(atMs, each, isGap, scales) })), [atMs, series, isGap, scales])
  const gaps = useMemo(() => gapsOf(atMs, isGap), [atMs, isGap])
  const index = at === undefined ? undefined : nearestIndex(atMs, at)
  const point = (event: PointerEvent<SVGSVGElement>): number => {
    const px = event.clientX - event.currentTarget.getBoundingClientRect().left
    return scales.x.invert(px).getTime()
  }
  const pick = (ms: number | undefined): void => {
    const nearest = ms === undefined ? undefined : atMs[nearestIndex(atMs, ms) ?? -1]
    if (nearest !== undefined) onPick?.(nearest)
  }
  return (
    <>
      <CrosshairKeys {...props} index={index} zone={zone} move={setAt} pick={pick} />
      <svg
        className={cx(styles.plot, onPick !== undefined && styles.pickable)}
        width={width}
        height={height}
        aria-hidden="true"
        onPointerMove={event => setAt(point(event))}
        onPointerLeave={() => setAt(undefined)}
        onClick={() => pick(at)}
      >
        <Axes scales={scales} gaps={gaps} currency={currency} zone={zone} />
        {paths.toReversed().map(({ each, path }) => (
          <path key={each.id} d={path} className={cx(styles.line, styles[each.look])} />
        ))}
        {marks.map(mark => (
          <g key={mark.label} className={styles.mark} transform={`translate(${scales.x(mark.atMs)},0)`}>
            <line y1={timeMargins.top} y2={height - timeMargins.bottom} />
            <text y={timeMargins.top + 8} x={4}>
              {mark.label}
            </text>
          </g>
        ))}
        {index !== undefined && <Crosshair index={index} atMs={atMs} series={series} scales={scales} />}
      </svg>
      {index !== undefined && <Readout {...props} index={index} left={scales.x(atMs[index] ?? 0)} width={width} zone={zone} />}
    </>
  )
}

interface AxesProps {
  readonly scales: TimeScales
  readonly gaps: readonly (readonly [number, number])[]
  readonly currency: string
  readonly zone: 'utc' | 'local'
}

/** Decimals of a raster of ticks, so that neighbours differ. */
const placesOfStep = (step: number): number => Math.max(0, Math.min(8, -Math.floor(Math.log10(Math.abs(step) || 1))))

function Axes({ scales, gaps, currency, zone }: AxesProps): ReactNode {
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
        <rect
          key={from}
          className={styles.gap}
          x={within(x(from))}
          y={timeMargins.top}
          width={within(x(to)) - within(x(from))}
          height={Math.max(0, bottom - timeMargins.top)}
        />
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
      {x.ticks(Math.max(2, Math.floor(width / 110))).map(tick => (
        <text key={tick.getTime()} className={styles.tick} x={x(tick)} y={height - 6} textAnchor="middle">
          {tickText(tick.getTime(), zone)}
        </text>
      ))}
      <text className={styles.tick} x={6} y={9}>
        {currency}
      </text>
    </g>
  )
}

/** Midnight is told by its date, the rest by their time. */
function tickText(ms: number, zone: 'utc' | 'local'): string {
  const text = whenText(ms, zone)
  return text.slice(11, 16) === '00:00' ? text.slice(5, 10) : text.slice(11, 16)
}

interface CrosshairProps {
  readonly index: number
  readonly atMs: readonly number[]
  readonly series: readonly TimeSeries[]
  readonly scales: TimeScales
}

function Crosshair({ index, atMs, series, scales }: CrosshairProps): ReactNode {
  const px = scales.x(atMs[index] ?? 0)
  return (
    <g className={styles.crosshair}>
      <line x1={px} x2={px} y1={timeMargins.top} y2={scales.height - timeMargins.bottom} />
      {series.map(each => {
        const value = each.values[index]
        return value === undefined || Number.isNaN(value) ? null : <circle key={each.id} cx={px} cy={scales.y(value)} r={3} />
      })}
    </g>
  )
}

const figureText = (value: number | undefined, currency: string): string =>
  value === undefined || Number.isNaN(value) ? dash : `${formatAmountNumber(value, { places: 2 })} ${currency}`

interface ReadoutProps extends TimeChartProps {
  readonly index: number
  readonly left: number
  readonly width: number
  readonly zone: 'utc' | 'local'
}

function Readout({ atMs, series, currency, index, left, width, zone }: ReadoutProps): ReactNode {
  return (
    <div className={styles.readout} style={left > width / 2 ? { right: width - left + 10 } : { left: left + 10 }}>
      <strong>{whenText(atMs[index] ?? 0, zone)}</strong>
      {series.map(each => (
        <span key={each.id} className={styles.readoutRow}>
          {each.label} <span className="tabular">{figureText(each.values[index], currency)}</span>
        </span>
      ))}
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
