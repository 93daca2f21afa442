/**
 * How many tokens the venue is asked about. What a token claims is worth nothing until the venue has taken it, so a
 * bound is never used up for those who are known by claims of others:
 *
 * 1. A token that the venue took before has a bound of its own, which only its owner can use up.
 * 2. So has a subject at an address from which the venue took a token of it.
 * 3. Subjects that may read an account share a bound with their address, and a wider one with everybody.
 * 4. All other subjects have the same bounds apart from these: there is nothing that they may read.
 *
 * A token that the venue took does not count.
 */
import { createHash } from 'node:crypto'
import type { CheckedToken, CheckLimit } from '../../recorder/serve/serve-history.ts'
import { createRateLimiter, type RateLimiter } from '../../exchange/sandbox/http/rate-limit.ts'
import { clientOf } from '../http/listen.ts'

const perAddress = { perSecond: 5, burst: 25 }
const perKnown = { perSecond: 10, burst: 50 }
const forAll = { perSecond: 20, burst: 100 }
const mostKnown = 10_000

export interface CheckLimitParts {
  /** May the subject read an account of the recorder? */
  readonly isReader: (subject: string) => boolean
  /** Monotonic, ms. */
  readonly nowMs?: () => number
  readonly addressOf?: typeof clientOf
}

/** A bucket of a limiter. */
type Bound = readonly [limiter: RateLimiter, key: string]

export function createCheckLimit({
  isReader,
  nowMs = () => performance.now(),
  addressOf = clientOf,
}: CheckLimitParts): CheckLimit {
  const [addresses, known, all] = [perAddress, perKnown, forAll].map(limits => createRateLimiter(limits, nowMs)) as [
    RateLimiter,
    RateLimiter,
    RateLimiter,
  ]
  /** Tokens by their hash, and subjects at an address; the one seen last is last. */
  const taken = new Set<string>()
  const keysOf = (request: Request, { token, subject }: CheckedToken): readonly string[] => [
    `token ${createHash('sha256').update(token).digest('base64')}`,
    `subject ${addressOf(request) ?? ''} ${subject}`,
  ]
  const boundsOf = (request: Request, checked: CheckedToken): readonly Bound[] => {
    const own = keysOf(request, checked).find(key => taken.has(key))
    if (own !== undefined) return [[known, own]]
    const kind = isReader(checked.subject) ? 'reader' : 'other'
    return [
      [addresses, `${kind} ${addressOf(request) ?? ''}`],
      [all, kind],
    ]
  }
  return {
    take(request, checked) {
      for (const [limiter, key] of boundsOf(request, checked)) {
        const waitSeconds = limiter.take(key)
        if (waitSeconds > 0) return waitSeconds
      }
      return 0
    },
    taken(request, checked) {
      for (const [limiter, key] of boundsOf(request, checked)) limiter.take(key, -1)
      for (const key of keysOf(request, checked)) {
        taken.delete(key)
        taken.add(key)
      }
      for (const oldest of taken) if (taken.size > mostKnown) taken.delete(oldest)
    },
  }
}
