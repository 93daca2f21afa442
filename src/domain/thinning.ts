/**
 * Which of the kept samples may go: all stay for two days, then the first of each hour for ninety days, then the first of each UTC day and
 * the first at or after 08:00 UTC. Both day starts are hour starts, so what the last rule wants is never dropped by the one before, and
 * thinning again changes nothing. The newest sample always stays.
 */
import { dayMs, hourMs, minuteMs, settlementHourUtc } from './time.ts'

export const everySampleForMs = 2 * dayMs
export const hourlySamplesForMs = 90 * dayMs
/** Of an account that holds more, positions are kept once an hour only. */
export const mostPositionsEachMinute = 400

/** Day starts from which a day's change is computed. */
export type DayStart = '00:00' | '08:00'
const settlementMs = settlementHourUtc * hourMs

/** The latest day start of that kind at or before `nowMs`. */
export function dayStartMs(nowMs: number, start: DayStart): number {
  const offset = start === '08:00' ? settlementMs : 0
  return Math.floor((nowMs - offset) / dayMs) * dayMs + offset
}

/** Samples of one bucket are alike; of each only the first stays. */
function bucketOf(atMs: number, nowMs: number): string | undefined {
  const age = nowMs - atMs
  if (age <= everySampleForMs) return undefined
  if (age <= hourlySamplesForMs) return `h${Math.floor(atMs / hourMs)}`
  const day = Math.floor(atMs / dayMs)
  return atMs - day * dayMs < settlementMs ? `d${day}` : `s${day}`
}

/** Times to drop of `timesMs` (rising), at `nowMs`. */
export function thinnedOut(timesMs: readonly number[], nowMs: number): number[] {
  const seen = new Set<string>()
  return timesMs.filter((atMs, index) => {
    const bucket = bucketOf(atMs, nowMs)
    if (bucket === undefined) return false
    const isFirst = !seen.has(bucket)
    seen.add(bucket)
    return !isFirst && index < timesMs.length - 1
  })
}

/** A sample this near counts as one of the day's start. */
const nearBeforeMs = 5 * 60_000
const nearAfterMs = hourMs

/** Of `timesMs` the one that stands for the day start at `startMs`: the nearest within five minutes before and an hour after it. */
export function nearStart(timesMs: readonly number[], startMs: number): number | undefined {
  let best: number | undefined
  for (const atMs of timesMs) {
    if (atMs < startMs - nearBeforeMs || atMs > startMs + nearAfterMs) continue
    if (best === undefined || Math.abs(atMs - startMs) < Math.abs(best - startMs)) best = atMs
  }
  return best
}

/** Longest time between samples of an age that thinning explains; a longer one is a gap. */
function longestStepMs(ageMs: number): number {
  if (ageMs <= everySampleForMs) return 3 * minuteMs
  // Of each hour the first sample stays, which may be its last minute.
  return ageMs <= hourlySamplesForMs ? 2 * hourMs + 3 * minuteMs : dayMs + hourMs
}

/** Whether nothing is known between two neighbouring samples, at `nowMs`. */
export const isGapAt =
  (nowMs: number) =>
  (fromMs: number, toMs: number): boolean =>
    toMs - fromMs > longestStepMs(nowMs - fromMs)

/** Steps enough for greeks to hold, few enough to read at once. */
const mostSteps = 240

/** Times of the samples to explain over: both ends, and evenly spread ones between. */
export function spanTimes(times: readonly number[], fromMs: number, toMs: number): number[] {
  const within = times.filter(atMs => atMs >= fromMs && atMs <= toMs)
  const every = Math.max(1, Math.ceil((within.length - 1) / mostSteps))
  return within.filter((_, index) => index % every === 0 || index === within.length - 1)
}
