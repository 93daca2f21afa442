/** Marks of a chart over time: events, a span, the crosshair. */
import type { ReactNode } from 'react'
import { type Zone, formatTime } from '../format/format-time.ts'
import charts from './charts.module.css'
import styles from './time-chart.module.css'
import { type TimeScales, type TimeSeries, timeMargins } from './time-geometry.ts'

export interface TimeEvent {
  readonly id: string
  readonly atMs: number
  readonly label: string
  readonly tone: 'accent' | 'danger' | 'warning' | 'quiet'
  readonly value?: number | undefined
}

export interface TimeMark {
  readonly atMs: number
  readonly label: string
}

export const whenText = (ms: number, zone: Zone): string => formatTime(ms, 'dateTime', zone)

interface SpanProps {
  readonly span: { readonly fromMs: number; readonly toMs: number }
  readonly scales: TimeScales
  readonly within: readonly [number, number]
}

export function Span({ span, scales, within: [from, to] }: SpanProps): ReactNode {
  const [start, end] = [scales.x(Math.max(from, span.fromMs)), scales.x(Math.min(to, span.toMs))]
  return (
    <rect
      className={styles.span}
      x={start}
      y={timeMargins.top}
      width={Math.max(0, end - start)}
      height={Math.max(0, scales.height - timeMargins.bottom - timeMargins.top)}
    />
  )
}

interface CrosshairProps {
  readonly index: number
  readonly atMs: readonly number[]
  readonly series: readonly TimeSeries[]
  readonly scales: TimeScales
}

export function Crosshair({ index, atMs, series, scales }: CrosshairProps): ReactNode {
  const px = scales.x(atMs[index] ?? 0)
  return (
    <g className={charts.crosshair}>
      <line x1={px} x2={px} y1={timeMargins.top} y2={scales.height - timeMargins.bottom} />
      {series.map(each => {
        const value = each.values[index]
        return value === undefined || Number.isNaN(value) ? null : (
          <circle key={each.id} cx={px} cy={scales.y(value)} r={3} />
        )
      })}
    </g>
  )
}

interface TimeMarksProps {
  readonly marks: readonly TimeMark[]
  readonly scales: TimeScales
}

/** Distance from the right end, px, below which a label is placed before its line. */
const labelPx = 90

export const TimeMarks = ({ marks, scales }: TimeMarksProps): ReactNode =>
  marks.map(mark => {
    const px = scales.x(mark.atMs)
    const isAtEnd = px > scales.width - labelPx
    return (
      <g key={mark.label} className={styles.mark} transform={`translate(${px},0)`}>
        <line y1={timeMargins.top} y2={scales.height - timeMargins.bottom} />
        <text y={timeMargins.top + 8} x={isAtEnd ? -4 : 4} textAnchor={isAtEnd ? 'end' : 'start'}>
          {mark.label}
        </text>
      </g>
    )
  })

interface TimeEventsProps {
  readonly events: readonly TimeEvent[]
  readonly within: readonly [number, number]
  readonly scales: TimeScales
  readonly zone: 'utc' | 'local'
}

export const TimeEvents = ({ events, within: [from, to], scales, zone }: TimeEventsProps): ReactNode =>
  events
    .filter(event => event.atMs >= from && event.atMs <= to)
    .map(event => (
      <path
        key={event.id}
        className={styles.event}
        data-tone={event.tone}
        d={event.value === undefined ? 'M0,0l4,-7h-8z' : 'M0,-5l5,5l-5,5l-5,-5z'}
        transform={`translate(${scales.x(event.atMs)},${event.value === undefined ? scales.height - timeMargins.bottom : scales.y(event.value)})`}
      >
        <title>{`${whenText(event.atMs, zone)} ${event.label}`}</title>
      </path>
    ))
