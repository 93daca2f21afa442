/**
 * The venue's clock: the host's, moved ahead and at times standing still. It never runs backwards by its own doing: freezing keeps the
 * moment, going on goes on from there, and an advance only adds.
 */
import { type EpochMicros, microsFromMs } from '../../domain/time.ts'

export interface ClockState {
  /** How far ahead of the host, ms; behind where it stood still. */
  readonly aheadMs: number
  /** Where it stands still, ms since 1970 UTC. */
  readonly frozenAtMs?: number | undefined
}

export interface VenueClock {
  now(): EpochMicros
  state(): ClockState
  freeze(): void
  unfreeze(): void
  advance(byMs: number): void
  restore(state: ClockState): void
}

/** `hostMs`: the host's time in ms since 1970 UTC. */
export function createVenueClock(hostMs: () => number): VenueClock {
  let clock: ClockState = { aheadMs: 0 }
  const nowMs = (): number => clock.frozenAtMs ?? hostMs() + clock.aheadMs
  return {
    now: () => microsFromMs(nowMs()),
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
  }
}
