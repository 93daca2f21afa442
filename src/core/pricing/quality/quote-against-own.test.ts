import { describe, expect, it } from 'vitest'
import { dec } from '../../domain/decimal.ts'
import type { JournalOrder } from '../../domain/journal-order.ts'
import { forwardKey } from '../../domain/reference-point.ts'
import { startMs, journalOrder } from '../../../testing/journal.fixture.ts'
import { packageVega } from './fair-value.ts'
import { quoteAgainstOwn, quoteCostVol } from './quote-against-own.ts'

const expiryMs = Date.UTC(2026, 11, 25, 8)
const symbol = 'BTC-20261225-100000C'
const market = {
  readMs: startMs,
  legs: [[dec('5990'), dec('6010')]],
  indexes: { BTC: dec('100000') },
  forwards: { [forwardKey('BTC', expiryMs)]: dec('100000') },
} as const

function rfq(at: number, worse: number, more: Partial<JournalOrder> = {}): JournalOrder {
  const side = more.side ?? 'buy'
  const quote = { price: dec(side === 'buy' ? 6000 + worse : 6000 - worse), quantity: dec('2') }
  return journalOrder(`rfq${at}`, {
    market_id: 'none',
    symbol,
    side,
    type: 'MARKET',
    quantity: dec('2'),
    sentAtMs: startMs + at * 60_000,
    points: [
      {
        kind: 'first',
        atMs: startMs,
        wanted: dec('2'),
        ...(side === 'buy' ? { ask: { ...quote, price: dec('6900') } } : { bid: quote }),
        market,
      },
      {
        kind: 'better',
        atMs: startMs,
        wanted: dec('2'),
        ...(side === 'buy' ? { ask: quote } : { bid: quote }),
        market,
      },
    ],
    ...more,
  })
}
const many = (count: number, worse: number, more: Partial<JournalOrder> = {}): JournalOrder[] =>
  Array.from({ length: count }, (_, at) => rfq(at, worse, more))
const vega = packageVega([{ symbol, ratio: 1 }], market, startMs) ?? 0

describe('the best quote against own earlier RFQs of its kind', () => {
  it('is compared in vol points, worse above zero, for a buyer as for a seller', () => {
    for (const side of ['buy', 'sell']) {
      const found = quoteAgainstOwn(rfq(99, 50, { side }), many(25, 10, { side }))
      expect(found?.count).toBe(25)
      expect(found?.worse).toBeCloseTo(40 / vega, 9)
    }
  })
  it('needs twenty with a figure, and takes the last thirty', () => {
    expect(quoteAgainstOwn(rfq(99, 50), many(19, 10))).toBeUndefined()
    expect(quoteAgainstOwn(rfq(99, 50), [...many(19, 10), ...many(9, 10, { points: [] })])).toBeUndefined()
    const old = Array.from({ length: 40 }, (_, at) => rfq(at, at < 10 ? 900 : 10))
    expect(quoteAgainstOwn(rfq(99, 10), old)).toEqual({ worse: expect.closeTo(0, 9) as number, count: 30 })
  })
  it('leaves out other kinds, orders that are no RFQs, itself, and what was sent after it', () => {
    const others = [
      ...many(20, 10, { side: 'sell' }),
      ...many(20, 10, { symbol: 'BTC-20261225-100000P' }),
      ...many(20, 10, { symbol: 'ETH-20261225-100000C' }),
      ...many(20, 10, { market_id: 'firm' }),
      ...many(20, 10, { sentAtMs: startMs + 99 * 60_000 }),
    ]
    expect(quoteAgainstOwn(rfq(99, 50), others)).toBeUndefined()
  })
  it('is missing where no mid, no forward or no quote was seen', () => {
    expect(quoteCostVol(rfq(1, 5, { points: [] }))).toBeUndefined()
    const [, point] = rfq(1, 5).points ?? []
    if (point === undefined) throw new Error('no point')
    expect(quoteCostVol(rfq(1, 5, { points: [{ ...point, market: { ...market, forwards: {} } }] }))).toBeUndefined()
    expect(
      quoteCostVol(rfq(1, 5, { points: [{ ...point, market: { ...market, legs: [[dec('5990'), null]] } }] })),
    ).toBeUndefined()
  })
})
