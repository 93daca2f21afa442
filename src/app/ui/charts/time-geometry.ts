/**
 * Geometry of a chart over time. A series breaks at missing values and gaps, so unknown data is never drawn. Many
 * points per pixel become their minimum and maximum, so outliers stay visible. Floats.
 */
import { timeTicks, utcTicks } from 'd3-time'
import { firstPlace } from '../../../core/domain/first-place.ts'
import { type LinearScale, linearScale, tenth } from './linear-scale.ts'
import type { Range } from './payoff-geometry.ts'

export interface TimeSeries {
  readonly id: string
  readonly label: string
  /** One value per time of the chart; NaN if missing. */
  readonly values: ArrayLike<number>
  readonly look: 'main' | 'area' | 'dashed' | 'quiet'
  /** Largest time between values of a series that is sparser than the chart's times: shorter gaps do not break it. */
  readonly stepMs?: number | undefined
}

export function drawnOf(atMs: ArrayLike<number>, { values, stepMs }: TimeSeries, isGap: IsGap): TimedValues {
  if (stepMs === undefined) return { atMs, values, isGap }
  const known = Array.from(atMs, (_, index) => index).filter(index => Number.isFinite(values[index] ?? Number.NaN))
  const gaps = gapsOf(atMs, isGap)
  const holdsGap = (from: number, to: number): boolean => gaps.some(([start, end]) => start >= from && end <= to)
  return {
    atMs: known.map(index => atMs[index] ?? 0),
    values: known.map(index => values[index] ?? Number.NaN),
    isGap: (from, to) => holdsGap(from, to) || (to - from > stepMs && isGap(from, to)),
  }
}

export interface TimedValues {
  readonly atMs: ArrayLike<number>
  readonly values: ArrayLike<number>
  readonly isGap: IsGap
}

export type IsGap = (fromMs: number, toMs: number) => boolean

/** `left` is the least: labels of the values may need more. */
export const timeMargins = { top: 12, right: 14, bottom: 22, left: 74 } as const

/** Linear between each two places of its domain, which rise. */
interface TimeScale {
  (ms: number): number
  invert(px: number): number
  domain(): readonly number[]
  ticks(fromMs: number, toMs: number, count: number): number[]
}

export interface TimeScales {
  readonly x: TimeScale
  readonly y: LinearScale
  readonly width: number
  readonly height: number
  readonly left: number
}

export function timeValueDomain(series: readonly Pick<TimeSeries, 'values'>[], withZero: boolean): Range {
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

const gapPx = 26

/** Time scale that draws gaps narrow, which leaves the width to data. With too many gaps time is drawn to scale. */
export function timeScales(
  width: number,
  height: number,
  times: Range,
  values: Range,
  zone: 'utc' | 'local',
  gaps: readonly (readonly [fromMs: number, toMs: number])[] = [],
  left: number = timeMargins.left,
): TimeScales {
  const right = Math.max(left + 1, width - timeMargins.right)
  const { domain, range } = foldedTimes(times, [left, right], gaps)
  return {
    x: timeScale(domain, range, zone === 'utc' ? utcTicks : timeTicks),
    y: linearScale(values, [Math.max(timeMargins.top + 1, height - timeMargins.bottom), timeMargins.top]),
    width,
    height,
    left,
  }
}

function timeScale(domain: readonly number[], range: readonly number[], ticksOf: typeof utcTicks): TimeScale {
  const first = linearScale([domain[0] ?? 0, domain[1] ?? 0], [range[0] ?? 0, range[1] ?? 0])
  const more = domain.slice(2).map((to, at) => {
    const px: Range = [range[at + 1] ?? 0, range[at + 2] ?? 0]
    return linearScale([domain[at + 1] ?? 0, to], px)
  })
  const pieceOf = (value: number, ends: readonly number[]): LinearScale =>
    more[firstPlace(more.length, at => (ends[at + 1] ?? 0) > value) - 1] ?? first
  return Object.assign((ms: number): number => pieceOf(ms, domain)(ms), {
    invert: (px: number): number => pieceOf(px, range).invert(px),
    domain: (): readonly number[] => domain,
    ticks: (fromMs: number, toMs: number, count: number): number[] =>
      ticksOf(new Date(fromMs), new Date(toMs), count).map(Number),
  })
}

function foldedTimes(
  [from, to]: Range,
  [left, right]: Range,
  gaps: readonly (readonly [number, number])[],
): { readonly domain: number[]; readonly range: number[] } {
  const inside = gaps
    .map(([start, end]) => [Math.max(from, start), Math.min(to, end)] as const)
    .filter(([start, end]) => end > start)
  const known = to - from - inside.reduce((sum, [start, end]) => sum + end - start, 0)
  const room = right - left - inside.length * gapPx
  const plain = { domain: [from, to], range: [left, right] }
  if (inside.length === 0 || known <= 0 || room < (right - left) / 2) return plain
  const perMs = room / known
  // A gap that is narrow anyway stays to scale.
  if (inside.some(([start, end]) => ((end - start) / (to - from)) * (right - left) < gapPx)) {
    const long = inside.filter(([start, end]) => ((end - start) / (to - from)) * (right - left) >= gapPx)
    return long.length === inside.length ? plain : foldedTimes([from, to], [left, right], long)
  }
  const domain = [from]
  const range = [left]
  let [at, px] = [from, left]
  for (const [start, end] of inside) {
    px += (start - at) * perMs
    domain.push(start, end)
    range.push(px, px + gapPx)
    px += gapPx
    at = end
  }
  return { domain: [...domain, to], range: [...range, right] }
}

/** Tick times, per stretch of data: with narrow gaps, ticks of the whole domain would all be in a gap. */
function tickTimes({ x, width }: Pick<TimeScales, 'x' | 'width'>): number[] {
  const domain = x.domain()
  const [start = 0, end = 0] = domain
  if (domain.length === 2) return x.ticks(start, end, Math.max(2, Math.floor(width / 110)))
  const times: number[] = []
  // Data and gap alternate.
  for (let at = 0; at + 1 < domain.length; at += 2) {
    const [from, to] = [domain[at] ?? 0, domain[at + 1] ?? 0]
    const ticks = x.ticks(from, to, Math.max(1, Math.floor((x(to) - x(from)) / 110)))
    times.push(...(ticks.length === 0 ? [from] : ticks))
  }
  return times
}

export function timeLabels(
  { x, width }: Pick<TimeScales, 'x' | 'width'>,
  gaps: readonly (readonly [number, number])[],
  textOf: (ms: number, withSeconds: boolean) => string,
): { readonly px: number; readonly text: string }[] {
  const times = tickTimes({ x, width })
  const isFine = times.some(ms => ms % 60_000 !== 0)
  const labels: { readonly px: number; readonly text: string }[] = []
  for (const ms of times) {
    const [px, text] = [x(ms), textOf(ms, isFine)]
    const isOver = gaps.some(([from, to]) => ms > from && ms < to)
    const last = labels.at(-1)
    const isTight = last !== undefined && (px - last.px < 56 || last.text === text)
    if (!isOver && !isTight && px < width - timeMargins.right - 8) labels.push({ px, text })
  }
  return labels
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

export function gapsOf(atMs: ArrayLike<number>, isGap: IsGap): [fromMs: number, toMs: number][] {
  const gaps: [fromMs: number, toMs: number][] = []
  for (let i = 1; i < atMs.length; i += 1) {
    const [from, to] = [atMs[i - 1] ?? 0, atMs[i] ?? 0]
    if (isGap(from, to)) gaps.push([from, to])
  }
  return gaps
}

interface Column {
  readonly px: number
  readonly first: number
  low: number
  high: number
  last: number
}

function runPath(
  atMs: ArrayLike<number>,
  values: ArrayLike<number>,
  [from, to]: [number, number],
  { x, y }: TimeScales,
): string {
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
    [first, low, high, last]
      .filter((value, index, all) => value !== all[index - 1])
      .map(value => `${px},${tenth(y(value))}`),
  )
  return `M${points.join('L')}${points.length === 1 ? 'h0.1' : ''}`
}

export function timePath(
  atMs: ArrayLike<number>,
  { values }: Pick<TimeSeries, 'values'>,
  isGap: IsGap,
  scales: TimeScales,
): string {
  return runsOf(atMs, values, isGap)
    .map(run => runPath(atMs, values, run, scales))
    .join('')
}

export function timeArea(
  atMs: ArrayLike<number>,
  { values }: Pick<TimeSeries, 'values'>,
  isGap: IsGap,
  scales: TimeScales,
  bottom: number,
): string {
  return runsOf(atMs, values, isGap)
    .map(run => {
      const [from, to] = run
      const [start, end] = [tenth(scales.x(atMs[from] ?? 0)), tenth(scales.x(atMs[to - 1] ?? 0))]
      return `${runPath(atMs, values, run, scales)}L${end},${bottom}L${start},${bottom}Z`
    })
    .join('')
}

export const lonePoints = (atMs: ArrayLike<number>, { values }: Pick<TimeSeries, 'values'>, isGap: IsGap): number[] =>
  runsOf(atMs, values, isGap).flatMap(([from, to]) => (to - from === 1 ? [from] : []))

export function nearestIndex(atMs: ArrayLike<number>, ms: number): number | undefined {
  if (atMs.length === 0) return undefined
  const next = firstPlace(atMs.length, place => (atMs[place] ?? 0) > ms)
  const [low, high] = [Math.max(0, next - 1), Math.min(next, atMs.length - 1)]
  return Math.abs((atMs[high] ?? 0) - ms) < Math.abs(ms - (atMs[low] ?? 0)) ? high : low
}
