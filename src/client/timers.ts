/**
 * Time and chance as callers need them, injected so that a test or a simulation can own them. `systemTimers` is the real thing, and the only
 * place below `api` that reads a clock.
 */

export interface Timers {
  /** Calls once after `ms`; the answer cancels. */
  after(ms: number, run: () => void): () => void
  /** Never runs backwards; ms from an unknown start. */
  monotonicMs(): number
  /** This machine's clock; ms since 1970 UTC. */
  wallMs(): number
  /** At least 0, below 1. */
  random(): number
}

export const systemTimers: Timers = {
  after(ms, run) {
    const id = setTimeout(run, ms)
    return () => clearTimeout(id)
  },
  monotonicMs: () => performance.now(),
  wallMs: () => Date.now(),
  random: () => Math.random(),
}

/** `ms` ± 20 %, so that many tabs and pages do not ask in step. */
export const jittered = (ms: number, random: number): number => ms * (0.8 + 0.4 * random)

const longestBackOffMs = 30_000

/** Wait after `failures` failures in a row: full jitter under a doubling ceiling, never shorter than half the usual interval. */
export function backOffMs(intervalMs: number, failures: number, random: number): number {
  const ceiling = Math.min(longestBackOffMs, intervalMs * 2 ** Math.min(failures, 10))
  return Math.max(intervalMs / 2, ceiling * random)
}
