/** The samples between which a change is explained. */
import { dayStartMs, nearStart } from '../../../../core/domain/thinning.ts'
import { dayMs, hourMs } from '../../../../core/domain/time.ts'

function nearestTime(times: readonly number[], atMs: number, withinMs: number): number | undefined {
  let best: number | undefined
  for (const each of times)
    if (Math.abs(each - atMs) <= withinMs && (best === undefined || Math.abs(each - atMs) < Math.abs(best - atMs)))
      best = each
  return best
}

export type SpanStart = '08:00' | '00:00' | '1h' | '24h' | '7d' | 'first' | 'picked'

export type SpanEnd = 'latest' | 'picking' | { readonly pickedMs: number }

export const spanEndMs = (end: SpanEnd, times: readonly number[]): number | undefined =>
  typeof end === 'object' ? nearestTime(times, end.pickedMs, Number.POSITIVE_INFINITY) : times.at(-1)

export function spanStartMs(
  start: SpanStart,
  pickedMs: number | undefined,
  times: readonly number[],
  nowMs: number,
): number | undefined {
  switch (start) {
    case '08:00':
    case '00:00':
      return nearStart(times, dayStartMs(nowMs, start))
    case '1h':
      return nearestTime(times, nowMs - hourMs, hourMs / 4)
    case '24h':
      return nearestTime(times, nowMs - dayMs, hourMs)
    case '7d':
      return nearestTime(times, nowMs - 7 * dayMs, 3 * hourMs)
    case 'first':
      return times[0]
    case 'picked':
      return pickedMs === undefined ? undefined : nearestTime(times, pickedMs, Number.POSITIVE_INFINITY)
  }
}
