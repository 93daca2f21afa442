/**
 * A venue's clock, derived from the monotonic clock, so that setting this machine's clock has no effect. It follows the
 * venue's `/time`, or every stamped answer of a venue without one. An answer is made between request and arrival, so
 * one that is too early came from a cache and is ignored. The sample of the last minutes that proves the latest time
 * wins. A clock that was set back is adopted once it advances and no later answer has come for a while.
 */
import type { Timers } from './timers.ts'

interface Sample {
  readonly takenAtMs: number
  readonly roundTripMs: number
  readonly offsetMs: number
  readonly wallOffsetMs: number
}

/** A run of answers, since `sinceMs`, that are all earlier than this clock allows. */
interface Behind {
  readonly sinceMs: number
  readonly newestMs: number
  readonly hasTime: boolean
}

/** Lower bound of the venue's lead over the monotonic clock when the answer arrived. */
const leastOffsetMs = ({ offsetMs, roundTripMs }: Sample): number => offsetMs - roundTripMs / 2

const sampleLifeMs = 300_000
const mostSamples = 60
/** Allowance for differences between the clocks of one venue's machines. */
const slackMs = 1_000
const standsAfterMs = 10_000
const setBackAfterMs = 20_000

export interface ServerClock {
  nowMs(): number
  offsetMs(): number | undefined
  /** Upper bound of the error of `nowMs`. */
  errorMs(): number
  ageMs(stampMs: number): number | undefined
  /** True if the last answer was earlier or later than this clock allows, so `/time` should be requested. */
  isOff(): boolean
  /**
   * True if all answers, `/time` included, are too early: the venue's clock has stopped. Ages then count from the
   * latest.
   */
  hasStopped(): boolean
  /** Adds an answer that carried `serverMs`; the other times are monotonic. `isTime`: it answered `/time`. */
  sample(serverMs: number, sentMs: number, receivedMs: number, isTime: boolean): void
  /**
   * Call after sleep, when the monotonic clock may have paused: until a sample, time is this machine's clock plus the
   * last difference.
   */
  forget(): void
}

export function createServerClock(timers: Timers, changed: () => void, lacksTime: () => boolean): ServerClock {
  let samples: readonly Sample[] = []
  let best: Sample | undefined
  let behind: Behind | undefined
  let isOff = false
  let lastTimeMs = Number.NEGATIVE_INFINITY
  const nowMs = (): number => (best === undefined ? timers.wallMs() : timers.monotonicMs() + best.offsetMs)
  const hasStopped = (): boolean => behind?.hasTime === true && timers.monotonicMs() - behind.sinceMs >= standsAfterMs
  /**
   * Earliest and latest possible timestamp of an answer sent and received at these times. Unbounded before the first
   * sample.
   */
  const boundsOf = (sentMs: number, receivedMs: number): readonly [number, number] => {
    if (best === undefined || samples.length === 0) return [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
    const errorMs = best.roundTripMs / 2 + slackMs
    return [sentMs + best.offsetMs - errorMs, receivedMs + best.offsetMs + errorMs]
  }
  const take = (serverMs: number, sentMs: number, receivedMs: number): void => {
    const offsetMs = serverMs - (sentMs + receivedMs) / 2
    const wallOffsetMs = timers.monotonicMs() + offsetMs - timers.wallMs()
    const taken: Sample = { takenAtMs: receivedMs, roundTripMs: receivedMs - sentMs, offsetMs, wallOffsetMs }
    samples = [...samples.filter(each => receivedMs - each.takenAtMs < sampleLifeMs), taken].slice(-mostSamples)
    const before = best
    best = samples.reduce((latest, each) => (leastOffsetMs(each) > leastOffsetMs(latest) ? each : latest))
    if (best !== before) changed()
  }
  return {
    nowMs,
    offsetMs: () => (best === undefined ? undefined : timers.monotonicMs() + best.offsetMs - timers.wallMs()),
    errorMs: () => (best === undefined ? 0 : best.roundTripMs / 2),
    ageMs: stampMs =>
      best === undefined ? undefined : Math.max(0, (hasStopped() ? (behind?.newestMs ?? 0) : nowMs()) - stampMs),
    isOff: () => isOff,
    hasStopped: hasStopped,
    sample(serverMs, sentMs, receivedMs, isTime) {
      const counts = isTime || lacksTime()
      const runs = serverMs > lastTimeMs
      if (counts) lastTimeMs = serverMs
      const [earliestMs, latestMs] = boundsOf(sentMs, receivedMs)
      isOff = serverMs < earliestMs || serverMs > latestMs
      if (serverMs < earliestMs) {
        behind = {
          sinceMs: behind?.sinceMs ?? receivedMs,
          newestMs: Math.max(behind?.newestMs ?? serverMs, serverMs),
          hasTime: behind?.hasTime === true || counts,
        }
        if (!counts || !runs || receivedMs - behind.sinceMs < setBackAfterMs) return
      }
      behind = undefined
      if (!counts || (!runs && best !== undefined)) return
      if (isOff) samples = []
      isOff = false
      take(serverMs, sentMs, receivedMs)
    },
    forget() {
      samples = []
      behind = undefined
      isOff = false
      if (best !== undefined) best = { ...best, offsetMs: timers.wallMs() + best.wallOffsetMs - timers.monotonicMs() }
    },
  }
}

/** Smallest clock error to report. Tokens carry a time, and a venue refuses one that is too far off. */
const worthSayingMs = 2_000

/**
 * Requests the venue's time after it refused a token. Returns by how much the clock was off, as a clause; undefined if
 * it was right.
 */
export async function clockFault(clock: ServerClock, ask: () => Promise<unknown>): Promise<string | undefined> {
  const beforeMs = clock.offsetMs()
  clock.forget()
  await ask()
  const offMs = (clock.offsetMs() ?? 0) - (beforeMs ?? clock.offsetMs() ?? 0)
  if (Math.abs(offMs) < worthSayingMs) return undefined
  return `the token was of another time: the clock here was ${Math.round(Math.abs(offMs) / 1_000)} s ${offMs > 0 ? 'behind' : 'ahead of'} the venue’s`
}
