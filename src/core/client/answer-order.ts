/**
 * Detects answers older than one already used, by the venue's own timestamps. A lagging replica or a cache may return
 * the state before a fill, and the order of arrival does not show that.
 */
import { type AnswerOf, type EndpointName, timesOf } from '../contract/endpoints.ts'

type Times = ReadonlyMap<string, number>

/**
 * After so many ms of only older answers the venue's clock was probably set back (a restart, a restored backup), and
 * older answers are accepted again. Until then the last answer counts; figures based on it are marked unknown well
 * before.
 */
const believedAfterMs = 60_000
const mostRemembered = 1_000

interface LastTimes {
  readonly times: Times
  /** Start of the run of older answers, monotonic ms. */
  readonly olderSinceMs?: number
}

export interface AnswerOrder {
  /**
   * Returns true if the answer is older than the last accepted one, else records it. `subject` is the account or
   * symbol.
   */
  isOlder<Name extends EndpointName>(name: Name, subject: string, answer: AnswerOf<Name>): boolean
}

export function createAnswerOrder(monotonicMs: () => number): AnswerOrder {
  const last = new Map<string, LastTimes>()
  return {
    isOlder(name, subject, answer) {
      const times = timesOf(name, answer)
      if (times === undefined) return false
      const key = `${name} ${subject}`
      const taken = last.get(key)
      const olderSinceMs = taken?.olderSinceMs ?? monotonicMs()
      if (taken !== undefined && isBefore(times, taken.times) && monotonicMs() - olderSinceMs < believedAfterMs) {
        last.set(key, { times: taken.times, olderSinceMs })
        return true
      }
      last.delete(key)
      last.set(key, { times })
      const [oldest] = last.keys()
      if (last.size > mostRemembered && oldest !== undefined) last.delete(oldest)
      return false
    },
  }
}

const isBefore = (times: Times, before: Times): boolean => [...times].some(([of, at]) => at < (before.get(of) ?? at))
