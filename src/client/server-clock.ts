/**
 * A venue's clock, calculated on the monotonic clock, so that setting this machine's clock moves nothing.
 *
 * It follows the venue's `/time`, or every stamped answer of a venue without one. An answer is made between its request and its arrival, so
 * one that is earlier than this clock allows comes from a cache: it is no sample. Of the samples of the last minutes the one that proves the
 * latest time counts. A venue whose clock was set back is followed once it runs, and no answer was later for a while.
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

/** Every answer since `sinceMs` was earlier than this clock allows. */
interface Behind {
  readonly sinceMs: number
  /** The latest time of these answers. */
  readonly newestMs: number
  /** One of them was to tell the time. */
  readonly hasTime: boolean
}

/** The venue's time was this much ahead of the monotonic one when the answer came, or more. */
const leastOffsetMs = ({ offsetMs, roundTripMs }: Sample): number => offsetMs - roundTripMs / 2

const sampleLifeMs = 300_000
const mostSamples = 60
/** Clocks of several machines of one venue differ by less. */
const slackMs = 1_000
const standsAfterMs = 10_000
const setBackAfterMs = 20_000

export interface ServerClock {
  nowMs(): number
  /** Server less this machine's clock; undefined before the first sample. */
  offsetMs(): number | undefined
  /** `nowMs` is off by no more than this. */
  errorMs(): number
  /** How old an answer is that the venue stamped with this time; undefined before the first sample. */
  ageMs(stampMs: number): number | undefined
  /** Whether the last answer was earlier or later than this clock allows: then the time is worth asking for. */
  isOff(): boolean
  /** Whether every answer is earlier than this clock allows, that to `/time` too. Ages are by the latest of them then. */
  stands(): boolean
  /** An answer that carried `serverMs`; times on the monotonic clock. `isTime`: the answer to `/time`. */
  sample(serverMs: number, sentMs: number, receivedMs: number, isTime: boolean): void
  /** After sleep the monotonic clock may have stood still: until the next sample this machine's clock and its last difference count. */
  forget(): void
}

/** `lacksTime`: the venue is known to have no `/time`. */
export function createServerClock(timers: Timers, changed: () => void, lacksTime: () => boolean): ServerClock {
  let samples: readonly Sample[] = []
  let best: Sample | undefined
  let behind: Behind | undefined
  let isOff = false
  let lastTimeMs = Number.NEGATIVE_INFINITY
  const nowMs = (): number => (best === undefined ? timers.wallMs() : timers.monotonicMs() + best.offsetMs)
  const stands = (): boolean => behind?.hasTime === true && timers.monotonicMs() - behind.sinceMs >= standsAfterMs
  /** The earliest and latest time that an answer sent and received then can have; none is impossible until there is a sample. */
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
    ageMs: stampMs => (best === undefined ? undefined : Math.max(0, (stands() ? (behind?.newestMs ?? 0) : nowMs()) - stampMs)),
    isOff: () => isOff,
    stands,
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

/** A token bears a time, and a venue refuses one of another time. */
const worthSayingMs = 2_000

/** Asks for the venue's time again, after it refused a token. Returns by how much the clock was off, as a clause; undefined if it was right. */
export async function clockFault(clock: ServerClock, ask: () => Promise<unknown>): Promise<string | undefined> {
  const beforeMs = clock.offsetMs()
  clock.forget()
  await ask()
  const offMs = (clock.offsetMs() ?? 0) - (beforeMs ?? clock.offsetMs() ?? 0)
  if (Math.abs(offMs) < worthSayingMs) return undefined
  return `the token was of another time: the clock here was ${Math.round(Math.abs(offMs) / 1_000)} s ${offMs > 0 ? 'behind' : 'ahead of'} the venue’s`
}
