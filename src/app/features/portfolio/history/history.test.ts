import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dec } from '../../../../core/domain/decimal.ts'
import type { SavedSample } from '../../../../core/domain/sample.ts'
import { isGapAt, spanTimes, thinnedOut } from '../../../../core/domain/thinning.ts'
import { dayMs, hourMs, minuteMs } from '../../../../core/domain/time.ts'
import { spanStartMs } from './explain-span.ts'
import { equityValues, pnlValues, rangeStart, samplesSince } from './history-series.ts'
import { missingText } from './realised-text.ts'

const now = Date.UTC(2026, 11, 25, 14, 3)
const eight = Date.UTC(2026, 11, 25, 8)
const sample = (atMs: number, cash: string, upnl = '0'): SavedSample => ({
  atMs,
  equity: { cash: dec(cash), optionValue: dec('0'), optionUpnl: dec('0'), futuresUpnl: dec(upnl), leftOut: [] },
  cash: {},
  indexes: {},
})

describe('the series of the chart', () => {
  it('what thinning leaves of unbroken samples has no gap, at any age', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 120 }), days => {
        const all = Array.from({ length: 500 }, (_, index) => now - days * dayMs + index * minuteMs)
        const gone = new Set(thinnedOut(all, now))
        const retained = all.filter(atMs => !gone.has(atMs))
        const isGap = isGapAt(now)
        for (let index = 1; index < retained.length; index += 1)
          expect(isGap(retained[index - 1]!, retained[index]!)).toBe(false)
      }),
    )
  })
  it('minutes without a sample are a gap while samples are young', () => {
    expect([
      isGapAt(now)(now - 10 * minuteMs, now - 6 * minuteMs),
      isGapAt(now)(now - 10 * minuteMs, now - 8 * minuteMs),
    ]).toEqual([true, false])
  })
  it('realised steps up at each closing, and what was unrealised comes on top', () => {
    const samples = [sample(10, '0', '5'), sample(20, '0', '7'), sample(30, '0', '1')]
    const closings = [
      { atMs: 15, realised: dec('3') },
      { atMs: 20, realised: dec('-1') },
    ]
    const { realised, total } = pnlValues(samples, closings)
    expect([[...realised], [...total]]).toEqual([
      [0, 2, 2],
      [5, 9, 3],
    ])
  })
  it('equity that a venue does not tell is missing, not zero', () => {
    expect([...equityValues([sample(1, '4', '2')], 'value')]).toEqual([6])
    expect([...equityValues([sample(1, '4')], 'venue')]).toEqual([Number.NaN])
  })
  it('a range shows what lies in it', () => {
    const samples = [sample(now - 2 * dayMs, '1'), sample(now - hourMs, '2')]
    expect(samplesSince(samples, rangeStart('1d', now)).length).toBe(1)
    expect(samplesSince(samples, rangeStart('all', now)).length).toBe(2)
  })
})

describe('the span of an explanation', () => {
  const times = Array.from({ length: 2_000 }, (_, index) => now - (1_999 - index) * minuteMs)
  it('begins at the sample that stands for what was asked, or nowhere', () => {
    expect(spanStartMs('1h', undefined, times, now)).toBe(now - hourMs)
    expect(spanStartMs('08:00', undefined, times, now)).toBe(eight)
    expect(spanStartMs('7d', undefined, times, now)).toBeUndefined()
    expect(spanStartMs('first', undefined, times, now)).toBe(times[0])
    expect(spanStartMs('picked', now - 90_000, times, now)).toBe(now - 2 * minuteMs)
  })
  it('always holds both its ends, and never more steps than can be read at once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_999 }), fc.integer({ min: 0, max: 1_999 }), (a, b) => {
        const [from, to] = [times[Math.min(a, b)]!, times[Math.max(a, b)]!]
        const span = spanTimes(times, from, to)
        expect([span[0], span.at(-1)]).toEqual([from, to])
        expect(span.length).toBeLessThanOrEqual(242)
      }),
    )
  })
})

it('what a realised figure lacks is named once a kind, with a few of the instruments', () => {
  const held = ['A', 'B', 'C', 'D'].map(symbol => ({ kind: 'held_before' as const, symbol, size: dec('1') }))
  expect(missingText({ missing: [...held, { kind: 'spot', symbol: 'BTC-USD' }], unread: ['x'] })).toEqual([
    'Opened before recording; entry is the venue’s average: A, B, C and 1 more',
    'Coins traded: they have no entry price: BTC-USD',
    'Orders left out whose side is not understood: 1',
  ])
})
