/**
 * Limits how many tokens the venue is asked to check. A token's claims are unproven until the venue accepts it, so
 * false claims must not use up the limit of a known client:
 *
 * 1. A token that the venue accepted before has its own limit, which only its owner can use up.
 * 2. So has a subject at an address from which the venue accepted one of its tokens.
 * 3. Subjects that may read an account share a limit with their address, and a wider one with everybody.
 * 4. All other subjects have separate limits of the same sizes: there is nothing that they may read.
 *
 * A token that the venue accepts does not count.
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
  /** True if the subject may read an account of the recorder. */
  readonly isReader: (subject: string) => boolean
  /** Monotonic, ms. */
  readonly nowMs?: () => number
  readonly addressOf?: typeof clientOf
}

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
  /** Accepted tokens by their hash, and subjects at an address. The most recently seen one is last. */
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
