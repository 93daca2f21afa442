import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { longestTimeoutMs, shortestTimeoutMs, timeoutAfter, withDuration } from './create-client.ts'

describe('the time-out of a call', () => {
  it.each([
    [[], 4_000],
    [[120, 90, 300], 4_000],
    [[4_000], 8_000],
    [[4_000, 8_000], 15_000],
    [[6_010, 200, 180], 13_000],
    [[60_000], 15_000],
  ])('after answers in %j ms is %i ms', (lastMs, timeoutMs) => expect(timeoutAfter(lastMs)).toBe(timeoutMs))

  it('reaches any venue that answers within the longest, after few time-outs, and falls back after few quick answers', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: longestTimeoutMs - 1 }), answerMs => {
        let last: readonly number[] = []
        for (let tries = 0; tries < 3; tries += 1) last = withDuration(last, Math.min(answerMs, timeoutAfter(last)))
        expect(timeoutAfter(last)).toBeGreaterThan(answerMs)
        for (let tries = 0; tries < 3; tries += 1) last = withDuration(last, 50)
        expect(timeoutAfter(last)).toBe(shortestTimeoutMs)
      }),
    )
  })
})
