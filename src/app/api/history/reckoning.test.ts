import { describe, expect, it } from 'vitest'
import type { CashEvent } from '../../../core/domain/cash-event.ts'
import { dec, type Decimal } from '../../../core/domain/decimal.ts'
import type { JournalOrder } from '../../../core/domain/journal-order.ts'
import type { LegBooking } from '../../../core/domain/leg-bookings.ts'
import type { Sample, SamplePosition } from '../../../core/domain/sample.ts'
import { microsFromMs, minuteMs } from '../../../core/domain/time.ts'
import { CashRecorder } from '../../../core/history/cash-recorder.ts'
import { LegBooker, type PositionsNow } from '../../../core/history/leg-booker.ts'
import { RecentTrades } from '../../../core/history/recent-trades.ts'
import { journalOrder } from '../../../testing/journal.fixture.ts'
import { cashSample, samplePosition } from '../../../testing/cash-sample.ts'
import { testExecution } from '../../../testing/execution.fixture.ts'

const startMs = Date.UTC(2026, 10, 22, 7, 59)
const [put, call] = ['BTC-20261225-90000P', 'BTC-20261225-110000C'] as const
const order = (id: string, atMs: number, price = '60'): JournalOrder =>
  journalOrder(id, {
    symbol: `${put}@1/${call}@-1`,
    sentAtMs: atMs,
    executions: [testExecution(1, price, `t ${id}`, microsFromMs(atMs))],
  })
const held = (of: Readonly<Record<string, readonly [size: string, entry: string]>>): PositionsNow =>
  new Map(
    Object.entries(of).map(([symbol, [size, entry]]) => [
      symbol,
      { size: dec(size), average_entry_price: dec(entry), mark_price: dec(entry) },
    ]),
  )

describe('booking prices of legs', () => {
  function begin() {
    const booked: (readonly [string, Readonly<Record<string, readonly LegBooking[]>>])[] = []
    let nowMs = startMs
    const booker = new LegBooker({ book: (id, bookings) => void booked.push([id, bookings]), nowMs: () => nowMs })
    booker.positions(held({}))
    return { booker, booked, pass: (ms: number) => (nowMs += ms) }
  }
  const after = held({ [put]: ['1', '130'], [call]: ['-1', '70'] })

  it('is derived once from the first positions that include the trade, in either order of arrival', () => {
    for (const isTradeFirst of [true, false]) {
      const { booker, booked } = begin()
      if (isTradeFirst) booker.orders([order('a', startMs + 1)])
      booker.positions(isTradeFirst ? held({}) : after)
      if (!isTradeFirst) booker.orders([order('a', startMs + 1)])
      booker.positions(after)
      booker.positions(after)
      expect(booked).toEqual([['a', { 't a': [{ price: '130' }, { price: '70' }] }]])
    }
  })

  it('drops trades that no positions explain, and continues with the next', () => {
    const { booker, booked, pass } = begin()
    booker.positions(held({ [put]: ['9', '1'] }))
    pass(601_000)
    booker.positions(held({ [put]: ['9', '1'] }))
    booker.orders([order('a', startMs + 610_000)])
    booker.positions(held({ [put]: ['10', '13.9'], [call]: ['-1', '70'] }))
    expect(booked).toEqual([['a', { 't a': [{ price: '130' }, { price: '70' }] }]])
  })

  it('ignores trades older than its initial positions', () => {
    const { booker, booked } = begin()
    booker.orders([order('old', startMs - 60_000)])
    booker.orders([order('a', startMs + 1)])
    booker.positions(after)
    expect(booked.map(([id]) => id)).toEqual(['a'])
  })
})

describe('cash movements', () => {
  const perpetual = samplePosition('BTC-USD-PERPETUAL', '1.5', '98000')
  const sample = (atMs: number, usd: string, positions: readonly SamplePosition[] = [perpetual]): Sample =>
    cashSample(atMs, usd, { indexes: { BTC: dec('98000') }, positions })
  const none = new Map<string, Decimal>()
  function begin(from?: Sample) {
    const reported: CashEvent[] = []
    const trades = new RecentTrades()
    return { reported, trades, recorder: new CashRecorder(trades, event => reported.push(event), from) }
  }

  it('is reported once, by the sample after it, even if an earlier visit took the previous sample', () => {
    const before = sample(startMs, '1000')
    const after = sample(startMs + 2 * minuteMs, '986.46')
    for (const { reported, recorder } of [begin(before), begin()]) {
      recorder.sample(before, none)
      recorder.sample(after, none)
      recorder.sample(sample(startMs + 3 * minuteMs, '986.46'), none)
      expect(reported).toMatchObject([
        { kind: 'funding', symbol: 'BTC-USD-PERPETUAL', amount: '-13.54', isEstimated: false },
      ])
    }
  })

  it('is no event if a fill is in only one of cash and positions: the next sample covers both', () => {
    const { reported, trades, recorder } = begin(sample(startMs - 10 * minuteMs, '1000', []))
    const options = [samplePosition(put, '1', '50'), samplePosition(call, '-1', '50')]
    const atMs = startMs - 9 * minuteMs
    trades.learn([order('a', atMs - 1_000)])
    recorder.sample(sample(atMs, '1000', options), none)
    recorder.sample(sample(atMs + minuteMs, '940', options), none)
    expect(reported).toEqual([])
  })

  it('without another explanation is a movement of its own', () => {
    const { reported, recorder } = begin(sample(startMs - 30 * minuteMs, '1000'))
    recorder.sample(sample(startMs - 29 * minuteMs, '51000'), none)
    expect(reported).toMatchObject([{ kind: 'moved', asset: 'USD', amount: '50000' }])
  })
})
