import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { call, lookup, nearMs, nowMs } from '../../testing/universe.fixture.ts'
import { type EndFacts, notTradingText, orderEnds } from './order-ends.ts'
import { cycleMs } from './time.ts'

const acceptedMs = Date.UTC(2026, 10, 25, 12)
const facts = (more: Partial<EndFacts>): EndFacts => ({
  marketId: 'none',
  symbol: 'BTC-20261225-100000C@1/BTC-20261225-110000C@-1',
  acceptedMs,
  timeInForce: 'GTC',
  recvWindow: 3,
  timeoutSeconds: undefined,
  refreshedMs: undefined,
  ...more,
})
const after = (ends: ReturnType<typeof orderEnds>) =>
  ends === undefined ? undefined : [(ends.earliestMs - acceptedMs) / 60_000, (ends.latestMs - acceptedMs) / 60_000]

describe('when an order ends by itself', () => {
  test.each<readonly [what: string, more: Partial<EndFacts>, minutes: readonly number[] | undefined]>([
    ['by its cycles, whose phase leaves ten minutes open', {}, [20, 30]],
    ['by the time-out of its interest where that is first', { timeoutSeconds: 300 }, [5, 5]],
    ['within both bounds where the time-out falls between them', { timeoutSeconds: 1_500 }, [20, 25]],
    ['later by its last refresh', { timeoutSeconds: 300, refreshedMs: acceptedMs + 240_000 }, [9, 9]],
    [
      'not later than its cycles, whatever was refreshed',
      { timeoutSeconds: 300, refreshedMs: acceptedMs + 3_600_000 },
      [20, 30],
    ],
    ['firm: by its cycles alone', { marketId: '0', timeoutSeconds: 300 }, [20, 30]],
    ['immediate: never rests', { marketId: '0', timeInForce: 'IOC' }, undefined],
    ['firm, of cycles nobody knows: not known', { marketId: '0', recvWindow: undefined }, undefined],
    ['with no cycles that may be: not known', { recvWindow: 0 }, undefined],
    ['with nothing said: not known', { timeInForce: undefined, recvWindow: undefined }, undefined],
  ])('%s', (_, more, minutes) => expect(after(orderEnds(facts(more)))).toEqual(minutes))

  test('is certain to within one cycle, and no refresh takes time away', () => {
    const given = fc.record({
      recvWindow: fc.integer({ min: 1, max: 500 }),
      timeoutSeconds: fc.integer({ min: 1, max: 100_000 }),
    })
    fc.assert(
      fc.property(given, fc.integer({ min: 0, max: 1e8 }), (more, laterMs) => {
        const plain = orderEnds(facts(more))
        const refreshed = orderEnds(facts({ ...more, refreshedMs: acceptedMs + laterMs }))
        if (plain === undefined || refreshed === undefined) throw new Error('it has an end')
        expect(plain.latestMs - plain.earliestMs).toBeLessThanOrEqual(cycleMs)
        expect(refreshed.latestMs).toBeGreaterThanOrEqual(plain.latestMs)
        expect(refreshed.latestMs).toBeLessThanOrEqual(acceptedMs + more.recvWindow * cycleMs)
      }),
    )
  })

  test.each([
    // Expires at 08:00; accepted so many minutes before it.
    ['by its cycles where they end before its legs do', 40, {}, [20, 30], false],
    ['with its legs where they expire in its last cycle', 25, {}, [20, 25], true],
    ['with its legs where they expire before that', 6, {}, [6, 6], true],
    ['by the time-out where that is before its legs', 6, { timeoutSeconds: 300 }, [5, 5], false],
    [
      'with its legs, whatever is refreshed',
      6,
      { timeoutSeconds: 300, refreshedMs: Date.UTC(2026, 11, 25, 7, 59) },
      [6, 6],
      true,
    ],
  ] as const)('%s', (_, minutesBefore, more, minutes, isWithLegs) => {
    const atMs = Date.UTC(2026, 11, 25, 8) - minutesBefore * 60_000
    const ends = orderEnds(facts({ acceptedMs: atMs, ...more }))
    expect(
      ends === undefined ? undefined : [(ends.earliestMs - atMs) / 60_000, (ends.latestMs - atMs) / 60_000],
    ).toEqual(minutes)
    expect(ends?.isWithLegs).toBe(isWithLegs)
  })

  test('has an end of its own that no time-out is part of', () => {
    const own = (more: Partial<EndFacts>) => ((orderEnds(facts(more))?.ownLatestMs ?? 0) - acceptedMs) / 60_000
    expect([own({}), own({ timeoutSeconds: 300 })]).toEqual([30, 30])
  })
})

describe('nothing more is sent', () => {
  const near = [call(100), call(100, '20270326')]

  test('of legs where one has expired, from that moment on', () => {
    expect([nearMs - 1, nearMs].map(atMs => notTradingText(near, atMs, lookup))).toEqual([
      undefined,
      'A leg has expired',
    ])
  })

  test.each([
    ['suspended', 'BTC 26MAR27 100000 C is suspended'],
    ['delisted', 'BTC 26MAR27 100000 C is not trading'],
    ['active', undefined],
  ])('of legs where one is %s: %s', (status, why) => {
    const bySymbol = (symbol: string) => {
      const found = lookup.bySymbol(symbol)
      return found !== undefined && found.symbol === near[1] ? { ...found, status } : found
    }
    expect(notTradingText(near, nowMs, { bySymbol })).toBe(why)
  })

  test('but what is not known to be listed is not judged', () => {
    expect(notTradingText(near, nowMs, undefined)).toBeUndefined()
    expect(notTradingText(['GONE'], nowMs, lookup)).toBeUndefined()
  })
})
