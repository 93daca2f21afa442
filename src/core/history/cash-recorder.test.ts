import { describe, expect, test } from 'vitest'
import type { CashEvent } from '../domain/cash-event.ts'
import { dec } from '../domain/decimal.ts'
import type { JournalOrder } from '../domain/journal-order.ts'
import type { Sample } from '../domain/sample.ts'
import { micros, minuteMs } from '../domain/time.ts'
import { CashRecorder } from './cash-recorder.ts'
import { cashRow } from './noted.ts'
import { RecentTrades } from './recent-trades.ts'
import { cashSample, samplePosition } from '../../testing/cash-sample.ts'
import { testExecution } from '../../testing/execution.fixture.ts'
import { journalOrder } from '../../testing/journal.fixture.ts'

const start = Date.UTC(2026, 10, 30, 12)
const symbol = 'BTC-20261225-100000C'

const sampleAt = (minutes: number, usd: string, size = '0'): Sample =>
  cashSample(start + minutes * minuteMs, usd, {
    indexes: { BTC: dec('90000') },
    positions: size === '0' ? [] : [samplePosition(symbol, size, '100')],
  })
const bought = (atMs: number): JournalOrder =>
  journalOrder('a', {
    symbol,
    quantity: dec('2'),
    sentAtMs: atMs,
    executions: [testExecution('2', '100', 't', micros(atMs * 1_000))],
  })

function recorder(from?: Sample) {
  const events: CashEvent[] = []
  const trades = new RecentTrades()
  const cash = new CashRecorder(trades, event => events.push(event), from)
  const sample = (of: Sample, areFillsKnown = true) => {
    cash.sample(of, new Map(), undefined, areFillsKnown)
    return cash.marked(of).cashFromMs
  }
  return { trades, events, sample }
}

describe('cash that moved between two samples', () => {
  test('is taken down, once, and what a fill paid is not', () => {
    const { trades, events, sample } = recorder()
    sample(sampleAt(0, '1000'))
    sample(sampleAt(1, '1250'))
    trades.learn([bought(start + 1.5 * minuteMs)])
    sample(sampleAt(2, '1050', '2'))
    sample(sampleAt(3, '1050', '2'))
    expect(events.map(each => [each.kind, each.asset, each.amount])).toEqual([['moved', 'USD', '250']])
  })

  test('goes on from the last sample of an earlier time', () => {
    const { events, sample } = recorder(sampleAt(-30, '400'))
    sample(sampleAt(0, '1000'))
    expect(events.map(each => each.amount)).toEqual(['600'])
  })

  test('waits where a fill lies right at a sample, whose cash may have it or not, until the next one decides', () => {
    const { trades, events, sample } = recorder()
    sample(sampleAt(0, '1000'))
    trades.learn([bought(start + minuteMs - 1_000)])
    sample(sampleAt(1, '1000', '2'))
    expect(events).toEqual([])
    sample(sampleAt(2, '800', '2'))
    expect(events).toEqual([])
    sample(sampleAt(3, '900', '2'))
    expect(events.map(each => each.amount)).toEqual(['100'])
  })

  test('is given up after some minutes in which sizes do not go with the trades known', () => {
    const { events, sample } = recorder()
    sample(sampleAt(0, '1000'))
    for (let minute = 1; minute <= 12; minute += 1) sample(sampleAt(minute, '800', '2'))
    expect(events.map(each => [each.amount, each.isEstimated])).toEqual([['-200', true]])
    sample(sampleAt(13, '870', '2'))
    expect(events.map(each => [each.amount, each.isEstimated]).slice(1)).toEqual([['70', false]])
  })

  test('waits while fills may be missing, though sizes match: a closing and an opening that nobody has read leave no trace but cash', () => {
    const { trades, events, sample } = recorder(sampleAt(0, '1000', '2'))
    expect(sample(sampleAt(60, '800', '2'), false)).toBe(start)
    expect(events).toEqual([])
    trades.learn([
      { ...bought(start + 20 * minuteMs), side: 'sell' },
      { ...bought(start + 30 * minuteMs), client_order_id: 'b' },
    ])
    expect(sample(sampleAt(61, '800', '2'))).toBeUndefined()
    expect(events.map(each => each.amount)).toEqual(['-200'])
  })

  test('that a visit left unexplained is looked for by the next, from the sample that the last one names', () => {
    const before = sampleAt(0, '1000')
    const first = recorder(before)
    const named = first.sample(sampleAt(600, '1000', '2'), false)
    expect(named).toBe(before.atMs)
    const second = recorder(before)
    second.trades.learn([bought(start + 30 * minuteMs)])
    expect(second.sample(sampleAt(601, '700', '2'))).toBeUndefined()
    expect(second.events.map(each => each.amount)).toEqual(['-100'])
  })

  test('is told from positions alone once fills have been missing for some minutes', () => {
    const { events, sample } = recorder(sampleAt(0, '1000'))
    for (let minute = 1; minute <= 12; minute += 1) sample(sampleAt(minute, '900'), false)
    expect(events.map(each => [each.amount, each.isEstimated])).toEqual([['-100', false]])
  })

  test('is not given up while the few samples since a gap all lie amid fills, however late they are', () => {
    const { trades, events, sample } = recorder(sampleAt(0, '1000'))
    const boughtNear = (minutes: number, id: string) =>
      trades.learn([{ ...bought(start + minutes * minuteMs - 1_000), client_order_id: id }])
    boughtNear(600, 'a')
    sample(sampleAt(600, '800', '2'))
    boughtNear(900, 'b')
    sample(sampleAt(900, '600', '4'))
    expect(sample(sampleAt(901, '570', '4'))).toBeUndefined()
    expect(events.map(each => [each.amount, each.unseenFromMs])).toEqual([['-30', undefined]])
  })

  test('is held against the last sample that has positions', () => {
    const { events, sample } = recorder()
    sample(sampleAt(0, '1000'))
    const { positions: _, ...bare } = sampleAt(1, '1300')
    sample({ ...bare, positions: undefined })
    sample(sampleAt(2, '1300'))
    expect(events.map(each => each.amount)).toEqual(['300'])
  })

  test('across a gap whose fills nobody reports is noted with its span, once they are given up', () => {
    const { events, sample } = recorder(sampleAt(0, '1000', '2'))
    for (let minutes = 600; minutes <= 612; minutes += 1) {
      expect(minutes <= 610 ? events : []).toEqual([])
      sample(sampleAt(minutes, '72.02'))
    }
    expect(events).toMatchObject([
      { kind: 'moved', asset: 'USD', amount: '-927.98', isEstimated: true, unseenFromMs: start },
    ])
    expect(cashRow({ kind: 'cash', event: events[0]!, knownAtMs: 0 }).detail).toBe(
      'between 2026-11-30T12:00:00 and 2026-11-30T22:11:00 UTC, its cause not seen',
    )
  })
})
