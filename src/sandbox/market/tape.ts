/**
 * What clients traded in the last 24 h, instrument by instrument: volume, turnover, extremes, the last print. Kept in spans of a few
 * minutes, so that a busy day takes no more room than a quiet one; the window's far end is as exact as a span is long.
 */
import { type Decimal, add, max, min, mul } from '../../domain/decimal.ts'
import type { EntityId } from '../../domain/ids.ts'
import { dayMs, minuteMs, msFromMicros } from '../../domain/time.ts'
import type { Print } from '../exchange.ts'

export interface Traded {
  /** Units, and what they cost. */
  readonly quantity: Decimal
  readonly value: Decimal
  readonly low: Decimal
  readonly high: Decimal
  readonly last: Decimal
  /** Of the last print, ms since 1970 UTC. */
  readonly lastMs: number
}

export interface Tape {
  add(print: Print): void
  /** undefined where nothing was traded in the 24 h before `nowMs`. */
  of(id: EntityId, nowMs: number): Traded | undefined
}

const spanMs = 5 * minuteMs

interface Span extends Traded {
  readonly from: number
}

export function createTape(): Tape {
  const spans = new Map<EntityId, Span[]>()
  return {
    add({ id, at, price, quantity }) {
      const atMs = msFromMicros(at)
      const from = Math.floor(atMs / spanMs) * spanMs
      const known = (spans.get(id) ?? []).filter(span => span.from > from - dayMs)
      const print: Span = { from, quantity, value: mul(quantity, price), low: price, high: price, last: price, lastMs: atMs }
      const open = known.at(-1)
      if (open?.from === from) known[known.length - 1] = { ...together(open, print), from }
      else known.push(print)
      spans.set(id, known)
    },
    of(id, nowMs) {
      const [first, ...others] = (spans.get(id) ?? []).filter(span => span.from > nowMs - dayMs)
      return first === undefined ? undefined : others.reduce<Traded>(together, first)
    },
  }
}

const together = (a: Traded, b: Traded): Traded => ({
  quantity: add(a.quantity, b.quantity),
  value: add(a.value, b.value),
  low: min(a.low, b.low),
  high: max(a.high, b.high),
  last: b.last,
  lastMs: b.lastMs,
})
