/**
 * The venue's clock: the host's clock, optionally offset, advanced or frozen. It never runs backwards by itself:
 * freezing keeps the moment, unfreezing continues from it, and advancing only adds.
 */
import { type EpochMicros, microsFromMs } from '../../../core/domain/time.ts'

export interface ClockState {
  /** Lead over the host's clock, ms; negative if it started earlier or was frozen. */
  readonly aheadMs: number
  readonly frozenAtMs?: number | undefined
}

export interface VenueClock {
  now(): EpochMicros
  hostMs(): number
  state(): ClockState
  freeze(): void
  unfreeze(): void
  advance(byMs: number): void
  restore(state: ClockState): void
  /** Sets the present time, ms since 1970 UTC, and lets it run. The caller ensures that no later event has happened. */
  startAt(ms: number): void
}

/** `hostMs` returns the host's time in ms since 1970 UTC; `startMs` is the initial time if it differs. */
export function createVenueClock(hostMs: () => number, startMs?: number): VenueClock {
  const startingAt = (ms: number): ClockState => ({ aheadMs: ms - hostMs() })
  let clock: ClockState = startMs === undefined ? { aheadMs: 0 } : startingAt(startMs)
  const nowMs = (): number => clock.frozenAtMs ?? hostMs() + clock.aheadMs
  return {
    now: () => microsFromMs(nowMs()),
    hostMs,
    state: () => clock,
    freeze: () => {
      clock = { ...clock, frozenAtMs: nowMs() }
    },
    unfreeze: () => {
      if (clock.frozenAtMs !== undefined) clock = { aheadMs: clock.frozenAtMs - hostMs() }
    },
    advance: byMs => {
      const { aheadMs, frozenAtMs } = clock
      clock = frozenAtMs === undefined ? { aheadMs: aheadMs + byMs } : { aheadMs, frozenAtMs: frozenAtMs + byMs }
    },
    restore: state => {
      clock = state
    },
    startAt: ms => {
      clock = startingAt(ms)
    },
  }
}
