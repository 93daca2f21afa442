import { describe, expect, it } from 'vitest'
import { dec } from '../domain/decimal.ts'
import type { JournalOrder } from '../domain/journal-order.ts'
import { microsFromMs, minuteMs } from '../domain/time.ts'
import { marksOf, seenFills, timesAround } from './seen-fills.ts'
import type { Sample } from '../domain/sample.ts'
import { cashSample, samplePosition } from '../../testing/cash-sample.ts'
import { testExecution } from '../../testing/execution.fixture.ts'
import { journalOrder } from '../../testing/journal.fixture.ts'

const start = Date.UTC(2026, 0, 5, 9)
const sampleAt = (minutes: number, marks: Readonly<Record<string, string>>): Sample =>
  cashSample(start + minutes * minuteMs, '0', {
    positions: Object.entries(marks).map(([symbol, mark]) => samplePosition(symbol, '1', mark)),
  })
const order = (symbol: string, minutes: number): JournalOrder =>
  journalOrder('a', {
    symbol,
    sentAtMs: start,
    executions: [testExecution('1', '1', 't', microsFromMs(start + minutes * minuteMs))],
  })

describe('marks for the legs of a package', () => {
  it('are those of the nearest sample that holds the leg, before or after the fill', () => {
    const markAt = marksOf([sampleAt(0, { A: '10', B: '1' }), sampleAt(2, { A: '12' }), sampleAt(40, { C: '9' })])
    expect([markAt('A', start + 1.5 * minuteMs), markAt('B', start + 2 * minuteMs), markAt('C', start)]).toEqual([
      '12',
      '1',
      undefined,
    ])
  })
  it('of another minute only share the price out: no leg has a price of its own then', () => {
    const spread = { ...order('BTC-20261225-90000C@1/BTC-20261225-95000C@-1', 10) }
    const fillsAt = (minutes: number, more: Partial<JournalOrder> = {}) =>
      seenFills(
        [{ ...spread, ...more }],
        [sampleAt(minutes, { 'BTC-20261225-90000C': '10', 'BTC-20261225-95000C': '8' })],
      ).fills.map(each => `${each.price}${each.isAllotted ? ' allotted' : ''}${each.isUnknown ? ' unknown' : ''}`)
    expect(fillsAt(10.5)).toEqual(['9 allotted', '8 allotted'])
    expect(fillsAt(12)).toEqual(['9 allotted unknown', '8 allotted unknown'])
    const estimate = [{ price: dec('9'), isEstimated: true as const }, { price: dec('8') }]
    const booked = (minutes: number) =>
      fillsAt(12, { bookings: { t: estimate }, bookingsKnownMs: { t: start + minutes * minuteMs } })
    expect(booked(10.1)).toEqual(['9 allotted', '8'])
    expect(booked(40)).toEqual(['9 allotted unknown', '8'])
  })
  it('need only the samples around fills of packages', () => {
    const samples = Array.from({ length: 60 }, (_, index) => ({ atMs: start + index * minuteMs }))
    const times = timesAround([order('A@1/B@-1', 30), order('A', 10)], samples)
    expect(times.map(atMs => (atMs - start) / minuteMs)).toEqual([27, 28, 29, 30, 31, 32])
    expect(timesAround([order('A@1/B@-1', 300)], samples)).toEqual([])
  })
})
