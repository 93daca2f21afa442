/**
 * A figure that the trader wants to hear of when it crosses a level: told once at the crossing, and not again before the figure has been
 * back on the other side by a margin. A figure that is beyond its level from the start is not a crossing. Pure.
 */
import { type Decimal, abs, add, dec, gte, lte, max, mul, sub } from './decimal.ts'

export type ThresholdKind = 'price' | 'upnl' | 'delta'

export interface Threshold {
  readonly id: string
  readonly kind: ThresholdKind
  /** Instrument of a price, base of a delta; base of a uPnL, or `wholeAccount`. */
  readonly subject: string
  readonly direction: 'above' | 'below'
  /** In the quote asset of a price, USD of a uPnL, coins of a delta. */
  readonly level: Decimal
  /** Will its crossing be told? Absent until the figure was seen once. */
  readonly isArmed?: boolean | undefined
  readonly toldMs?: number | undefined
}

/** A whole account as the subject of a uPnL; no base is called so. */
export const wholeAccount = '*'

/** How far back a figure must come, of its level; at least so much. */
const margins: Readonly<Record<ThresholdKind, { readonly part: Decimal; readonly least: Decimal }>> = {
  price: { part: dec('0.001'), least: dec('0') },
  upnl: { part: dec('0.01'), least: dec('1') },
  delta: { part: dec('0.01'), least: dec('0.01') },
}

/** How far on the other side of the level a figure must have been before its crossing is told again. */
export const marginOf = ({ kind, level }: Pick<Threshold, 'kind' | 'level'>): Decimal =>
  max(mul(abs(level), margins[kind].part), margins[kind].least)

export function isBeyond({ direction, level }: Pick<Threshold, 'direction' | 'level'>, value: Decimal): boolean {
  return direction === 'above' ? gte(value, level) : lte(value, level)
}

function isBack(threshold: Threshold, value: Decimal): boolean {
  const margin = marginOf(threshold)
  const { direction, level } = threshold
  return direction === 'above' ? lte(value, sub(level, margin)) : gte(value, add(level, margin))
}

/** What a threshold is after its figure was seen, the same object where nothing changed; `isTold` where this is the crossing. */
export function stepThreshold(threshold: Threshold, value: Decimal, nowMs: number): { readonly next: Threshold; readonly isTold: boolean } {
  const beyond = isBeyond(threshold, value)
  if (threshold.isArmed === undefined) return { next: { ...threshold, isArmed: !beyond }, isTold: false }
  if (threshold.isArmed && beyond) return { next: { ...threshold, isArmed: false, toldMs: nowMs }, isTold: true }
  if (!threshold.isArmed && !beyond && isBack(threshold, value)) return { next: { ...threshold, isArmed: true }, isTold: false }
  return { next: threshold, isTold: false }
}
