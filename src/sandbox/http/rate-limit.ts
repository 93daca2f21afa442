/**
 * How often an account may ask: a bucket of `burst` requests that refills at `perSecond`. It runs on the host's own clock, since the
 * venue's may stand still.
 */
import type { Account } from '../exchange.ts'

export interface RateLimits {
  readonly perSecond: number
  readonly burst: number
}

/** A burst is what a page asks for when it opens, and a basket of orders. */
export const burstOf = (perSecond: number): number => 4 * perSecond

export interface RateLimiter {
  /** Takes `count` requests of an account: 0 where it may, else the whole seconds after which it may try again, and nothing is taken. */
  take(account: Account, count?: number): number
}

/** With more, those that are full again are dropped: a new one is full as well. */
const mostBuckets = 10_000

interface Bucket {
  tokens: number
  atMs: number
}

/** `clockMs`: monotonic, ms. */
export function createRateLimiter({ perSecond, burst }: RateLimits, clockMs: () => number): RateLimiter {
  const buckets = new Map<Account, Bucket>()
  const isFull = ({ tokens, atMs }: Bucket): boolean => tokens + ((clockMs() - atMs) / 1_000) * perSecond >= burst
  return {
    take(account, count = 1) {
      const nowMs = clockMs()
      const bucket = buckets.get(account) ?? { tokens: burst, atMs: nowMs }
      if (!buckets.has(account) && buckets.size >= mostBuckets) {
        for (const [key, each] of buckets) if (isFull(each)) buckets.delete(key)
      }
      buckets.set(account, bucket)
      bucket.tokens = Math.min(burst, bucket.tokens + ((nowMs - bucket.atMs) / 1_000) * perSecond)
      bucket.atMs = nowMs
      // More than a whole burst at once is taken when the bucket is full, and paid back later.
      const needed = Math.min(count, burst)
      if (bucket.tokens >= needed) {
        bucket.tokens -= count
        return 0
      }
      return Math.max(1, Math.ceil((needed - bucket.tokens) / perSecond))
    },
  }
}

export const unlimited: RateLimiter = { take: () => 0 }
