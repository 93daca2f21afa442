/**
 * How many tokens the venue is asked about. Who never had one taken shares a bound with all of his address, and a wider one with everybody; a subject of which
 * the venue took a token from an address has a bound of his own there, so that nobody keeps him out. A token that the venue took does not count.
 */
import type { CheckLimit } from '../../recorder/serve/serve-history.ts'
import { createRateLimiter } from '../../sandbox/http/rate-limit.ts'
import { clientOf } from '../client-of.ts'

const perAddress = { perSecond: 5, burst: 25 }
const perKnown = { perSecond: 10, burst: 50 }
const forAll = { perSecond: 20, burst: 100 }
const mostKnown = 10_000

export function createCheckLimit(nowMs: () => number = () => performance.now(), addressOf: typeof clientOf = clientOf): CheckLimit {
  const [addresses, subjects, all] = [perAddress, perKnown, forAll].map(limits => createRateLimiter(limits, nowMs)) as [
    ReturnType<typeof createRateLimiter>,
    ReturnType<typeof createRateLimiter>,
    ReturnType<typeof createRateLimiter>,
  ]
  const known = new Set<string>()
  const keyOf = (request: Request, subject: string): string => `${addressOf(request) ?? ''} ${subject}`
  return {
    take(request, subject) {
      const key = keyOf(request, subject)
      if (known.has(key)) return subjects.take(key)
      return addresses.take(addressOf(request) ?? '') || all.take('all')
    },
    taken(request, subject) {
      const key = keyOf(request, subject)
      if (known.has(key)) subjects.take(key, -1)
      else for (const each of [addresses.take(addressOf(request) ?? '', -1), all.take('all', -1)]) void each
      known.add(key)
      for (const oldest of known) if (known.size > mostKnown) known.delete(oldest)
    },
  }
}
