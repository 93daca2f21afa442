/**
 * Where a chart over time puts things. A series is broken where its values are missing and where time passed without a point: what is not
 * known is not drawn. Many points to a pixel become the least and the most of it, so nothing that stands out is lost. Floats only.
 */
import { type ScaleLinear, type ScaleTime, scaleLinear, scaleTime, scaleUtc } from 'd3-scale'
import type { Range } from './payoff-geometry.ts'

export interface TimeSeries {
  readonly id: string
  readonly label: string
  /** One value for each of the chart's times; NaN where there is none. */
  readonly values: ArrayLike<number>
  readonly look: 'main' | 'dashed' | 'quiet'
}

/** Whether nothing is known between two neighbouring times. */
export type IsGap = (fromMs: number, toMs: number) => boolean

export const timeMargins = { top: 12, right: 14, bottom: 22, left: 74 } as const

export interface TimeScales {
  readonly x: ScaleTime<number, number>
  readonly y: ScaleLinear<number, number>
  readonly width: number
  readonly height: number
}

/** Least and most of all values, with a little air; `withZero` has zero among them. */
export function timeValueDomain(series: readonly TimeSeries[], withZero: boolean): Range {
  let [least, most] = withZero ? [0, 0] : [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { values } of series) {
    for (let i = 0; i < values.length; i += 1) {
      const value = values[i] ?? Number.NaN
      if (!Number.isFinite(value)) continue
      if (value < least) least = value
      if (value > most) most = value
    }
  }
  if (least > most) return [0, 1]
  const air = (most - least) * 0.08 || Math.max(1, Math.abs(most) * 1e-4)
  return [least - air, most + air]
}

export function timeScales(width: number, height: number, times: Range, values: Range, zone: 'utc' | 'local'): TimeScales {
  const scale = zone === 'utc' ? scaleUtc : scaleTime
  return {
    x: scale(times, [timeMargins.left, Math.max(timeMargins.left + 1, width - timeMargins.right)]),
    y: scaleLinear(values, [Math.max(timeMargins.top + 1, height - timeMargins.bottom), timeMargins.top]),
    width,
    height,
  }
}

/** Runs of points `[from, to)` without a break. */
export function runsOf(atMs: ArrayLike<number>, values: ArrayLike<number>, isGap: IsGap): [from: number, to: number][] {
  const runs: [from: number, to: number][] = []
  let from: number | undefined
  for (let i = 0; i < atMs.length; i += 1) {
    const known = Number.isFinite(values[i] ?? Number.NaN)
    const broken = from !== undefined && (!known || isGap(atMs[i - 1] ?? 0, atMs[i] ?? 0))
    if (broken && from !== undefined) runs.push([from, i])
    if (broken || from === undefined) from = known ? i : undefined
  }
  if (from !== undefined) runs.push([from, atMs.length])
  return runs
}

/** Stretches between points in which nothing is known. */
export function gapsOf(atMs: ArrayLike<number>, isGap: IsGap): [fromMs: number, toMs: number][] {
  const gaps: [fromMs: number, toMs: number][] = []
  for (let i = 1; i < atMs.length; i += 1) {
    const [from, to] = [atMs[i - 1] ?? 0, atMs[i] ?? 0]
    if (isGap(from, to)) gaps.push([from, to])
  }
  return gaps
}

const tenth = (px: number): number => Math.round(px * 10) / 10

/** First, least, most and last value of the points that share a pixel. */
interface Column {
  readonly px: number
  readonly first: number
  low: number
  high: number
  last: number
}

/** Path of one run; a run of one point is a dot's worth of line. */
function runPath(atMs: ArrayLike<number>, values: ArrayLike<number>, [from, to]: [number, number], { x, y }: TimeScales): string {
  const columns: Column[] = []
  for (let i = from; i < to; i += 1) {
    const px = tenth(x(atMs[i] ?? 0))
    const value = values[i] ?? 0
    const column = columns.at(-1)
    if (column === undefined || Math.round(column.px) !== Math.round(px)) {
      columns.push({ px, first: value, low: value, high: value, last: value })
      continue
    }
    column.low = Math.min(column.low, value)
    column.high = Math.max(column.high, value)
    column.last = value
  }
  const points = columns.flatMap(({ px, first, low, high, last }) =>
    [first, low, high, last].filter((value, place, all) => value !== all[place - 1]).map(value => `${px},${tenth(y(value))}`),
  )
  return `M${points.join('L')}${points.length === 1 ? 'h0.1' : ''}`
}

/** Path of a series in pixels, to a tenth, broken at gaps. */
export function timePath(atMs: ArrayLike<number>, { values }: Pick<TimeSeries, 'values'>, isGap: IsGap, scales: TimeScales): string {
  return runsOf(atMs, values, isGap)
    .map(run => runPath(atMs, values, run, scales))
    .join('')
}

/** Place of the time nearest to `ms`; undefined when there are none. */
export function nearestIndex(atMs: ArrayLike<number>, ms: number): number | undefined {
  if (atMs.length === 0) return undefined
  let [low, high] = [0, atMs.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((atMs[middle] ?? 0) <= ms) low = middle
    else high = middle
  }
  return Math.abs((atMs[high] ?? 0) - ms) < Math.abs(ms - (atMs[low] ?? 0)) ? high : low
}
