/** Instants of a walk through days: every hour, and every ten minutes near an expiry (04:00 to 08:30 UTC). */
import { dayMs, hourMs, minuteMs } from '../../core/domain/time.ts'

const near = { fromMs: 4 * hourMs, toMs: 8.5 * hourMs, everyMs: 10 * minuteMs }

/** ms since 1970 UTC, ascending; `fromMs` is the start of a day. */
export function* instantsOf(fromMs: number, days: number): Generator<number> {
  for (let day = 0; day < days; day += 1) {
    for (let within = 0; within < dayMs; ) {
      yield fromMs + day * dayMs + within
      within += within >= near.fromMs && within < near.toMs ? near.everyMs : hourMs - (within % hourMs)
    }
  }
}
