import { describe, expect, test } from 'vitest'
import { dec } from '../domain/decimal.ts'
import type { JournalOrder } from '../domain/journal-order.ts'
import { micros } from '../domain/time.ts'
import { RecentTrades, tradesOf } from './recent-trades.ts'
import { testExecution } from '../../testing/execution.fixture.ts'
import { journalOrder } from '../../testing/journal.fixture.ts'

const start = Date.UTC(2026, 10, 30)
const orderOf = (id: string, times: readonly number[], more: Partial<JournalOrder> = {}): JournalOrder =>
  journalOrder(id, {
    symbol: 'BTC-USD-PERPETUAL',
    side: 'sell',
    quantity: dec('3'),
    sentAtMs: start,
    executions: times.map((at, index) => testExecution('1.5', '90000', `${id}-${index}`, micros((start + at) * 1_000))),
    ...more,
  })

describe('the trades of an order', () => {
  test('are signed by its side, and of one instrument unless it names legs', () => {
    expect(tradesOf(orderOf('a', [1]))).toEqual([
      {
        id: 'a a-0',
        trade_id: 'a-0',
        order: 'a',
        atMs: start + 1,
        quantity: '-1.5',
        price: '90000',
        legs: [{ symbol: 'BTC-USD-PERPETUAL', ratio: 1 }],
      },
    ])
    expect(tradesOf(orderOf('b', [1], { side: 'buy' }))[0]?.quantity).toBe('1.5')
  })
  test('of a package have its legs by their ratios', () => {
    const [trade] = tradesOf(orderOf('p', [1], { symbol: 'BTC-20261225-100000C@1/BTC-20261225-110000C@-2' }))
    expect(trade?.legs.map(leg => [leg.symbol, leg.ratio])).toEqual([
      ['BTC-20261225-100000C', 1],
      ['BTC-20261225-110000C', -2],
    ])
  })
  test('of a side that nobody knows are none: what they moved stays unexplained', () => {
    expect(tradesOf(orderOf('c', [1, 2], { side: 'sideways' }))).toEqual([])
  })
})

describe('recent trades', () => {
  test('are each there once however often they are learnt, by time, after one moment and up to another', () => {
    const trades = new RecentTrades()
    trades.learn([orderOf('late', [30]), orderOf('a', [10, 20])])
    trades.learn([orderOf('a', [10, 20])])
    const ids = (from: number, to?: number) =>
      trades.between(start + from, to === undefined ? undefined : start + to).map(each => each.trade_id)
    expect(ids(0)).toEqual(['a-0', 'a-1', 'late-0'])
    expect(ids(10, 20)).toEqual(['a-1'])
  })
  test('that are done with do not come back when their order is seen again', () => {
    const trades = new RecentTrades()
    trades.learn([orderOf('a', [10, 20])])
    trades.forget(start + 10)
    trades.forget(start + 5)
    trades.learn([orderOf('a', [10, 20, 30])])
    expect(trades.between(0).map(each => each.trade_id)).toEqual(['a-1', 'a-2'])
  })
})
