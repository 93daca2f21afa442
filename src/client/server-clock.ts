/**
 * A venue's clock, estimated from answers that carry its time: of the samples of the last minutes the one with the least round trip
 * counts. Calculated on the monotonic clock, so that setting this machine's clock moves nothing.
 */
import type { Timers } from './timers.ts'

interface Sample {
  readonly takenAtMs: number
  readonly roundTripMs: number
  /** Server time less monotonic time. */
  readonly offsetMs: number
  /** Server time less this machine's, when it was taken. */
  readonly wallOffsetMs: number
}

const sampleLifeMs = 300_000
const mostSamples = 60

export interface ServerClock {
  nowMs(): number
  /** Server less this machine's clock; undefined before the first sample. */
  offsetMs(): number | undefined
  /** An answer that carried `serverMs`; times on the monotonic clock. */
  sample(serverMs: number, sentMs: number, receivedMs: number): void
  /** After sleep the monotonic clock may have stood still: until the next sample this machine's clock and its last difference count. */
  forget(): void
}

export function createServerClock(timers: Timers, changed: () => void): ServerClock {
  let samples: Sample[] = []
  let best: Sample | undefined
  return {
    nowMs: () => (best === undefined ? timers.wallMs() : timers.monotonicMs() + best.offsetMs),
    offsetMs: () => (best === undefined ? undefined : timers.monotonicMs() + best.offsetMs - timers.wallMs()),
    sample(serverMs, sentMs, receivedMs) {
      const offsetMs = serverMs - (sentMs + receivedMs) / 2
      const wallOffsetMs = timers.monotonicMs() + offsetMs - timers.wallMs()
      const taken: Sample = { takenAtMs: receivedMs, roundTripMs: receivedMs - sentMs, offsetMs, wallOffsetMs }
      samples = [...samples.filter(each => receivedMs - each.takenAtMs < sampleLifeMs), taken].slice(-mostSamples)
      const before = best
      best = samples.reduce((least, each) => (each.roundTripMs < least.roundTripMs ? each : least))
      if (best !== before) changed()
    },
    forget() {
      samples = []
      if (best !== undefined) best = { ...best, offsetMs: timers.wallMs() + best.wallOffsetMs - timers.monotonicMs() }
    },
  }
}
