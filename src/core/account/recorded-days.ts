/** The UTC days with samples, and the covered part of each. */
import { firstAtOrAfter } from '../domain/settlement.ts'
import { dayMs, minuteMs } from '../domain/time.ts'

interface TimedRow {
  readonly atMs: number
}

export const dayOf = (atMs: number): number => Math.floor(atMs / dayMs) * dayMs
export const minuteStart = (atMs: number): number => Math.floor(atMs / minuteMs) * minuteMs
/** Last millisecond of the minute, so that the whole minute counts as past. */
export const minuteEnd = (atMs: number): number => minuteStart(atMs) + minuteMs - 1

export const recordedDays = (samples: readonly TimedRow[]): readonly number[] =>
  [...new Set(samples.map(each => dayOf(each.atMs)))].reverse()

export interface DaySpan {
  readonly fromMs: number
  readonly toMs: number
  readonly samples: number
}

export function spanOfDay(samples: readonly TimedRow[], dayStartMs: number): DaySpan | undefined {
  const first = firstAtOrAfter(samples, dayStartMs)
  const end = firstAtOrAfter(samples, dayStartMs + dayMs)
  const [from, to] = [samples[first], samples[end - 1]]
  if (from === undefined || to === undefined || end <= first) return undefined
  return { fromMs: minuteStart(from.atMs), toMs: minuteStart(to.atMs), samples: end - first }
}

export function neighbourMinute(
  samples: readonly TimedRow[],
  atMs: number,
  way: 'before' | 'after',
): number | undefined {
  const minute = minuteStart(atMs)
  const place = way === 'before' ? firstAtOrAfter(samples, minute) - 1 : firstAtOrAfter(samples, minute + minuteMs)
  const found = samples[place]
  return found === undefined ? undefined : minuteStart(found.atMs)
}
