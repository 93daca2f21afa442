/** Times to pixels, stretch by stretch, and the round times to mark: full minutes, hours, days … of a clock. */
import { type ClockTime, clockTime } from '../format/clock-time.ts'
import type { Zone } from '../format/format-time.ts'

export interface TimeScale {
  /** Where a time lies, in pixels; times beyond the domain lie beyond the range, as far as the last stretch would put them. */
  (ms: number): number
  invert(px: number): number
  /** Where one stretch ends and the next begins, with both ends of the whole. */
  domain(): readonly number[]
}

/** The stretch that holds a value, the first or last for one beyond. */
function stretchOf(ends: readonly number[], value: number): number {
  let at = 0
  while (at < ends.length - 2 && value >= (ends[at + 1] ?? 0)) at += 1
  return at
}

function mapped(value: number, from: readonly number[], to: readonly number[]): number {
  const at = stretchOf(from, value)
  const [f0 = 0, f1 = 0] = from.slice(at, at + 2)
  const [t0 = 0, t1 = 0] = to.slice(at, at + 2)
  const share = f1 === f0 ? 0.5 : (value - f0) / (f1 - f0)
  return t0 * (1 - share) + t1 * share
}

/** Both lists rise and are of one length, two at least. */
export const timeScale = (domain: readonly number[], range: readonly number[]): TimeScale =>
  Object.assign((ms: number): number => mapped(ms, domain, range), {
    invert: (px: number): number => mapped(px, range, domain),
    domain: (): readonly number[] => domain,
  })

/** Midnight of a day; the month and the date may lie beyond their ends. */
const midnight = (zone: Zone, year: number, month: number, date: number): number =>
  zone === 'utc' ? Date.UTC(year, month, date) : new Date(year, month, date).getTime()

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const yearMs = 365 * dayMs

/** A part of the clock: where the one begins that holds a time, where the next, and its number by which every so many are taken. */
interface Unit {
  readonly ms: number
  floor(ms: number, clock: ClockTime, zone: Zone): number
  next(ms: number, zone: Zone): number
  count(clock: ClockTime, ms: number, zone: Zone): number
}

const after = (ms: number, zone: Zone, months: number, days: number): number => {
  const { year, month, date } = clockTime(ms, zone)
  return midnight(zone, year, month + months, date + days)
}
const wholeSecond = (ms: number): number => Math.floor(ms / secondMs) * secondMs

const second: Unit = { ms: secondMs, floor: wholeSecond, next: ms => ms + secondMs, count: ({ seconds }) => seconds }
const minute: Unit = {
  ms: minuteMs,
  floor: (ms, { seconds }) => wholeSecond(ms) - seconds * secondMs,
  next: ms => ms + minuteMs,
  count: ({ minutes }) => minutes,
}
const hour: Unit = {
  ms: hourMs,
  floor: (ms, { seconds, minutes }) => wholeSecond(ms) - seconds * secondMs - minutes * minuteMs,
  next: ms => ms + hourMs,
  count: ({ hours }) => hours,
}
const day: Unit = {
  ms: dayMs,
  floor: (_ms, { year, month, date }, zone) => midnight(zone, year, month, date),
  next: (ms, zone) => after(ms, zone, 0, 1),
  // Without a clock that is set there is no month's end at which to begin anew.
  count: ({ date }, ms, zone) => (zone === 'utc' ? Math.floor(ms / dayMs) : date - 1),
}
const week: Unit = {
  ms: 7 * dayMs,
  floor: (_ms, { year, month, date, weekday }, zone) => midnight(zone, year, month, date - weekday),
  next: (ms, zone) => after(ms, zone, 0, 7),
  count: () => 0,
}
const month: Unit = {
  ms: 30 * dayMs,
  floor: (_ms, clock, zone) => midnight(zone, clock.year, clock.month, 1),
  next: (ms, zone) => after(ms, zone, 1, 0),
  count: clock => clock.month,
}
const year: Unit = {
  ms: yearMs,
  floor: (_ms, clock, zone) => midnight(zone, clock.year, 0, 1),
  next: (ms, zone) => after(ms, zone, 12, 0),
  count: clock => clock.year,
}

const steps: readonly (readonly [unit: Unit, every: number])[] = [
  [second, 1],
  [second, 5],
  [second, 15],
  [second, 30],
  [minute, 1],
  [minute, 5],
  [minute, 15],
  [minute, 30],
  [hour, 1],
  [hour, 3],
  [hour, 6],
  [hour, 12],
  [day, 1],
  [day, 2],
  [week, 1],
  [month, 1],
  [month, 3],
  [year, 1],
]

const widthOf = ([unit, every]: (typeof steps)[number]): number => unit.ms * every

/** The step nearest by ratio to what the number of marks asks for. */
function stepFor(fromMs: number, toMs: number, count: number): (typeof steps)[number] {
  const target = (toMs - fromMs) / count
  const wider = steps.findIndex(step => widthOf(step) > target)
  const [last, next] = [steps[wider - 1], steps[wider]]
  if (next === undefined) return [year, 1]
  return last !== undefined && target / widthOf(last) < widthOf(next) / target ? last : next
}

/** About `count` round times from one to the other, both included, in order; none is finer than a second or wider than a year. */
export function timeTicks(fromMs: number, toMs: number, count: number, zone: Zone): number[] {
  if (fromMs === toMs) return []
  const [unit, every] = stepFor(fromMs, toMs, count)
  const ticks: number[] = []
  const floor = unit.floor(fromMs, clockTime(fromMs, zone), zone)
  for (let at = floor < fromMs ? unit.next(floor, zone) : floor; at <= toMs; at = unit.next(at, zone)) {
    if (unit.count(clockTime(at, zone), at, zone) % every === 0) ticks.push(at)
  }
  return ticks
}
