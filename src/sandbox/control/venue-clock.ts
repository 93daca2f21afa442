/**
 * The venue's clock: the host's clock, or one started at another instant at the host's pace; it can be moved ahead and
 * frozen. It never runs backwards by itself: freezing keeps the moment, unfreezing continues from it, and an advance
 * only adds.
 */
import { type EpochMicros, microsFromMs } from '../../domain/time.ts'

export interface ClockState {
  /** How far ahead of the host, ms; below zero where it started earlier or stood still. */
  readonly aheadMs: number
  /** Where it stands still, ms since 1970 UTC. */
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
  /**
   * It is this instant now, ms since 1970 UTC, and time flows. The caller makes sure that nothing later has happened.
   */
  startAt(ms: number): void
}

/** `hostMs`: the host's time in ms since 1970 UTC; `startMs`: what it is now, where it is not that. */
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
