/**
 * Retention of samples: all for two days, then the first per hour for ninety days, then the first per UTC day and the
 * first at or after 08:00 UTC. Thinning is idempotent, since both day starts are hour starts. The newest sample is
 * always retained.
 */
import { dayMs, hourMs, minuteMs, settlementHourUtc } from './time.ts'

export const everySampleForMs = 2 * dayMs
export const hourlySamplesForMs = 90 * dayMs
/** Accounts with more positions store them only hourly. */
export const mostPositionsEachMinute = 400

export type DayStart = '00:00' | '08:00'
const settlementMs = settlementHourUtc * hourMs

export function dayStartMs(nowMs: number, start: DayStart): number {
  const offset = start === '08:00' ? settlementMs : 0
  return Math.floor((nowMs - offset) / dayMs) * dayMs + offset
}

function bucketOf(atMs: number, nowMs: number): string | undefined {
  const age = nowMs - atMs
  if (age <= everySampleForMs) return undefined
  if (age <= hourlySamplesForMs) return `h${Math.floor(atMs / hourMs)}`
  const day = Math.floor(atMs / dayMs)
  return atMs - day * dayMs < settlementMs ? `d${day}` : `s${day}`
}

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

/** A sample up to this much earlier counts as the start of the day. */
const nearBeforeMs = 5 * 60_000
const nearAfterMs = hourMs

/** The sample nearest to `startMs`, from five minutes before to one hour after. */
export function nearStart(timesMs: readonly number[], startMs: number): number | undefined {
  let best: number | undefined
  for (const atMs of timesMs) {
    if (atMs < startMs - nearBeforeMs || atMs > startMs + nearAfterMs) continue
    if (best === undefined || Math.abs(atMs - startMs) < Math.abs(best - startMs)) best = atMs
  }
  return best
}

/** Largest sample distance that retention explains at an age. A larger one is a gap. */
function longestStepMs(ageMs: number): number {
  if (ageMs <= everySampleForMs) return 3 * minuteMs
  // The first sample of an hour may be in its last minute.
  return ageMs <= hourlySamplesForMs ? 2 * hourMs + 3 * minuteMs : dayMs + hourMs
}

export const isGapAt =
  (nowMs: number) =>
  (fromMs: number, toMs: number): boolean =>
    toMs - fromMs > longestStepMs(nowMs - fromMs)

/** Enough steps for accurate greeks, few enough for one read. */
const mostSteps = 240

export function spanTimes(times: readonly number[], fromMs: number, toMs: number): number[] {
  const within = times.filter(atMs => atMs >= fromMs && atMs <= toMs)
  const every = Math.max(1, Math.ceil((within.length - 1) / mostSteps))
  return within.filter((_, index) => index % every === 0 || index === within.length - 1)
}
