/** Change of equity since the start of the day, against a stored sample. */
import { type Decimal, isZero, sub, toNumber } from '../domain/decimal.ts'
import { type EquityDefinition, equityOf } from '../domain/equity.ts'
import type { SavedSample } from '../domain/sample.ts'
import { firstAtOrAfter } from '../domain/settlement.ts'
import { type DayStart, dayStartMs, nearStart } from '../domain/thinning.ts'

export type DayChange =
  | {
      readonly kind: 'known'
      readonly change: Decimal
      readonly fraction: number | undefined
      readonly base: Decimal
      readonly baseMs: number
      readonly startMs: number
    }
  /** No sample near the start of the day. `firstMs` is the first one after it, if any. */
  | { readonly kind: 'no_sample'; readonly startMs: number; readonly firstMs: number | undefined }

/** `equity` must use the same definition. Samples are sorted by time. */
export function dayChange(
  samples: readonly SavedSample[],
  equity: Decimal,
  definition: EquityDefinition,
  start: DayStart,
  nowMs: number,
): DayChange {
  const startMs = dayStartMs(nowMs, start)
  const near = samples.slice(Math.max(0, firstAtOrAfter(samples, startMs) - 10))
  const baseMs = nearStart(
    near.map(sample => sample.atMs),
    startMs,
  )
  const sample = near.find(each => each.atMs === baseMs)
  const base = sample === undefined ? undefined : equityOf(sample.equity, definition)
  if (baseMs === undefined || base === undefined) {
    return { kind: 'no_sample', startMs, firstMs: near.find(each => each.atMs >= startMs)?.atMs }
  }
  const change = sub(equity, base)
  return {
    kind: 'known',
    change,
    fraction: isZero(base) ? undefined : toNumber(change) / Math.abs(toNumber(base)),
    base,
    baseMs,
    startMs,
  }
}
