/**
 * Rate limit per account: a bucket of `burst` requests that refills at `perSecond`. Uses the host's clock, since the
 * venue's may be frozen.
 */
import type { Account } from '../exchange.ts'

export interface RateLimits {
  readonly perSecond: number
  readonly burst: number
}

/** Covers a page's start-up requests and a basket of orders. */
export const burstOf = (perSecond: number): number => 4 * perSecond

export interface RateLimiter {
  /** Takes `count` requests. Returns 0, or the whole seconds to wait, in which case nothing is taken. */
  take(account: Account, count?: number): number
}

/** Above this number, full buckets are dropped: a new one is full as well. */
const mostBuckets = 10_000

interface Bucket {
  tokens: number
  atMs: number
}

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
      // More than a burst is granted when the bucket is full, and paid back later.
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
