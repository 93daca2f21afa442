import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import {
  type Arrival,
  arrivalFailed,
  arrivalOf,
  arrived,
  doubtAllArrivals,
  forgetArrivals,
  freshnessOf,
  subscribeArrivals,
  watchArrival,
  watchedArrivals,
} from './arrivals.ts'

const key = '["account","x"]'
const fault = { kind: 'network', message: 'no answer' } as const
const ends: (() => void)[] = []
const watch = (name = 'positions', intervalMs = 1_000, of = key): void =>
  void ends.push(watchArrival(of, name, intervalMs))
const known = (): Arrival => {
  const arrival = arrivalOf(key)
  if (arrival === undefined) throw new Error('nothing is known')
  return arrival
}
afterEach(() => {
  for (const end of ends.splice(0)) end()
  forgetArrivals('')
})

describe('freshness', () => {
  const order = ['live', 'delayed', 'stale', 'unknown'] as const
  const of = (intervalMs: number, agoMs: number, isDoubtful = false) => {
    watch('positions', intervalMs)
    arrived(key, 0)
    if (isDoubtful) doubtAllArrivals()
    return freshnessOf(arrivalOf(key), agoMs)
  }
  it.each([
    [1_000, 2_000, 'live'],
    [1_000, 2_001, 'delayed'],
    [1_000, 15_000, 'delayed'],
    [1_000, 15_001, 'stale'],
    [1_000, 60_001, 'unknown'],
    [30_000, 60_001, 'delayed'],
    [30_000, 90_001, 'stale'],
    [30_000, 120_001, 'unknown'],
  ] as const)('of what is asked each %i ms and came %i ms ago is %s', (intervalMs, agoMs, freshness) =>
    expect(of(intervalMs, agoMs)).toBe(freshness),
  )
  it('is unknown of what never came, and never better as time passes', () => {
    expect(freshnessOf(undefined, 0)).toBe('unknown')
    const times = fc.nat(300_000)
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 60_000 }), times, times, fc.boolean(), (intervalMs, a, b, isDoubtful) => {
        const [sooner, later] = [Math.min(a, b), Math.max(a, b)]
        expect(order.indexOf(of(intervalMs, later, isDoubtful))).toBeGreaterThanOrEqual(
          order.indexOf(of(intervalMs, sooner, isDoubtful)),
        )
      }),
    )
  })
  it('of what was slept over is stale at least, until it comes again', () => {
    expect(of(1_000, 1, true)).toBe('stale')
    arrived(key, 5)
    expect(freshnessOf(arrivalOf(key), 6)).toBe('live')
  })
})

describe('what is known of a resource', () => {
  it('counts failures in a row, and forgets them at an answer', () => {
    watch()
    arrivalFailed(key, fault, 10)
    arrivalFailed(key, fault, 20)
    expect(known()).toMatchObject({ failures: 2, fault, faultMs: 20, receivedMs: undefined })
    arrived(key, 30)
    expect(known()).toMatchObject({ failures: 0, fault: undefined, receivedMs: 30, wholeMs: 30 })
  })
  it('says when it last came whole, which rows that could not be read do not change', () => {
    arrived(key, 10)
    arrived(key, 20, 2)
    expect(known()).toMatchObject({ receivedMs: 20, wholeMs: 10, unread: 2 })
    arrived(key, 30)
    expect(known()).toMatchObject({ receivedMs: 30, wholeMs: 30, unread: 0 })
  })
  it('is on a screen while one component or more show it', () => {
    const [first, second] = [watchArrival(key, 'positions', 1_000), watchArrival(key, 'positions', 1_000)]
    first()
    expect(watchedArrivals()).toHaveLength(1)
    second()
    expect(watchedArrivals()).toEqual([])
  })
  it('is forgotten with its account, and what a screen still shows is as if never asked', () => {
    watch()
    arrived(key, 10)
    arrived('["account","y"]', 10)
    arrived('["market"]', 10)
    forgetArrivals('["account"')
    expect(known()).toMatchObject({ name: 'positions', intervalMs: 1_000, receivedMs: undefined, watchers: 1 })
    expect(arrivalOf('["account","y"]')).toBeUndefined()
    expect(arrivalOf('["market"]')?.receivedMs).toBe(10)
  })
  it('is reported to listeners at every change', () => {
    let count = 0
    ends.push(subscribeArrivals(() => (count += 1)))
    watch()
    arrived(key, 1)
    arrived(key, 1)
    arrivalFailed(key, fault, 2)
    doubtAllArrivals()
    expect(count).toBe(5)
  })
})
