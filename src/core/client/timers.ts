/**
 * Clock and randomness, injected so that a test or a simulation can control them. `systemTimers` is the only code below
 * `api` that reads a real clock.
 */

export interface Timers {
  after(ms: number, run: () => void): () => void
  /** Monotonic ms from an arbitrary start. */
  monotonicMs(): number
  /** This machine's clock, ms since 1970 UTC. */
  wallMs(): number
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

/** `ms` ± 20 %, so that tabs and pages do not poll in step. */
export const jittered = (ms: number, random: number): number => ms * (0.8 + 0.4 * random)

const longestBackOffMs = 30_000

/** Delay after `failures` failures in a row: full jitter below a doubling ceiling, at least half the usual interval. */
export function backOffMs(intervalMs: number, failures: number, random: number): number {
  const ceiling = Math.min(longestBackOffMs, intervalMs * 2 ** Math.min(failures, 10))
  return Math.max(intervalMs / 2, ceiling * random)
}
