import { describe, expect, it } from 'vitest'
import { dec, type Decimal } from '../../domain/decimal.ts'
import type { JournalOrder } from '../../domain/journal-order.ts'
import type { Execution } from '../../domain/order.ts'
import { forwardKey, type LegFigures, type MarketFigures } from '../../domain/reference-point.ts'
import { microsFromMs, minuteMs } from '../../domain/time.ts'
import { startMs, journalOrder } from '../../../testing/journal.fixture.ts'
import { meanOf, shareOf } from './estimate.ts'
import { fairPrice, fillReference, packageVega } from './fair-value.ts'
import { type OrderQuality, qualityOf, tradesOfRfqs } from './order-quality.ts'
import { cutOf, keysOf, qualityGroupings, summaryOf } from './quality-cuts.ts'
import { testExecution } from '../../../testing/execution.fixture.ts'

const expiryMs = Date.UTC(2026, 11, 25, 8)
const legs = [
  { symbol: 'BTC-20261225-100000C', ratio: 1, tradeable_entity_id: '1' },
  { symbol: 'BTC-20261225-130000C', ratio: -1, tradeable_entity_id: '2' },
] as unknown as NonNullable<JournalOrder['legs']>
const leg = (bid: string | null, ask: string | null): LegFigures => [
  bid === null ? null : dec(bid),
  ask === null ? null : dec(ask),
]
const market = (...figures: readonly LegFigures[]): MarketFigures => ({
  readMs: startMs,
  legs: figures.length > 0 ? figures : [leg('5990', '6010'), leg('2995', '3005')],
  indexes: { BTC: dec('100000') },
  forwards: { [forwardKey('BTC', expiryMs)]: dec('100000') },
})
const fill = (id: string, price: string, quantity = '1', afterMs = 10_000): Execution =>
  testExecution(quantity, price, id, microsFromMs(startMs + afterMs))
const base = journalOrder('rfq', {
  title: 'Buy',
  market_id: 'none',
  symbol: 'BTC-20261225-100000C@1/BTC-20261225-130000C@-1',
  legs,
  type: 'MARKET',
  quantity: dec('2'),
  sentAtMs: startMs,
})
const level = (price: string) => ({ price: dec(price), quantity: dec('2') })
const rfq: JournalOrder = {
  ...base,
  quotes: {
    firstMs: startMs + 4_000,
    best: level('3010'),
    second: level('3018'),
    lastMs: startMs + 9_000,
    trail: [
      { atMs: startMs + 4_000, price: dec('3025') },
      { atMs: startMs + 9_000, price: dec('3010') },
    ],
  },
  points: [
    { kind: 'send', atMs: startMs, wanted: dec('2'), market: market() },
    {
      kind: 'first',
      atMs: startMs + 4_000,
      wanted: dec('2'),
      bid: level('2980'),
      ask: level('3020'),
      market: market(),
    },
  ],
}
const take = (price = '3010', more: Partial<JournalOrder> = {}): JournalOrder => ({
  ...base,
  client_order_id: 'take',
  market_id: '0',
  rfq: 'rfq',
  executions: [fill('t1', price, '2')],
  points: [{ kind: 'take', atMs: startMs + 10_000, wanted: dec('0'), trades: ['t1'], market: market() }],
  ...more,
})
const noMark = (): undefined => undefined

describe('what was fair at a moment', () => {
  it('is the mid of each leg, and nothing where one has no two-sided quote', () => {
    expect(fairPrice(legs, market())).toBe('3000')
    for (const broken of [leg(null, '3005'), leg('2995', null), leg('3005', '2995')])
      expect(fairPrice(legs, market(leg('5990', '6010'), broken))).toBeUndefined()
    expect(fairPrice(legs, undefined)).toBeUndefined()
    expect(fairPrice([], market())).toBeUndefined()
  })
  it('has a vega only where the package has one worth the name', () => {
    expect(packageVega(legs, market(), startMs)).toBeGreaterThan(1)
    const flat = [1, -1].map(ratio => ({ symbol: 'BTC-20261225-100000C', ratio }))
    expect(packageVega(flat, market(leg('5990', '6010'), leg('5990', '6010')), startMs)).toBeUndefined()
    expect(packageVega(legs, { ...market(), forwards: {} }, startMs)).toBeUndefined()
  })
  it('is for a leg’s fill the mid of that leg, of a package that is fair as a whole', () => {
    const at = { trade: 't1', symbol: 'BTC-20261225-130000C' }
    expect(fillReference(take(), at)).toEqual({ mark: '3000', index: '100000' })
    expect(fillReference(take(), { ...at, trade: 't2' })).toBeUndefined()
    const broken = market(leg(null, '6010'), leg('2995', '3005'))
    expect(
      fillReference(
        take('3010', { points: [{ kind: 'take', atMs: startMs, wanted: dec('0'), trades: ['t1'], market: broken }] }),
        at,
      ),
    ).toBeUndefined()
  })
})

describe('how good an RFQ was', () => {
  it('has its cost against fair when taken, its cover, spread and the gain from waiting', () => {
    const quality = qualityOf(rfq, [take()], noMark)
    expect(quality).toMatchObject({
      structure: 'Bull call spread',
      base: 'BTC',
      expiryMs,
      isQuoted: true,
      isTraded: true,
      firstQuoteSeconds: 4,
      halfSpread: 20,
      cost: 10,
      costTotal: '20',
      unpricedFills: 0,
      cover: 8,
      improvement: 15,
      slippage: undefined,
      after: [undefined, undefined, undefined],
    })
    const vega = packageVega(legs, market(), startMs + 10_000) ?? 0
    expect(quality.costVol).toBeCloseTo(10 / vega, 9)
  })
  it('of a seller is the other way round', () => {
    const sold = qualityOf({ ...rfq, side: 'sell' }, [take('2990', { side: 'sell' })], noMark)
    expect([sold.cost, sold.cover, sold.improvement]).toEqual([10, -8, -15])
  })
  it('leaves missing what was not seen, and counts fills without a fair value', () => {
    const bare = qualityOf(base, [take('3010', { points: undefined })], noMark)
    expect([bare.isQuoted, bare.isTraded, bare.cost, bare.costTotal, bare.unpricedFills, bare.halfSpread]).toEqual([
      false,
      true,
      undefined,
      undefined,
      1,
      undefined,
    ])
    expect(qualityOf(base, [], noMark).isTraded).toBe(false)
  })
  it('has what the price did since, where samples have a mark of every leg', () => {
    const at = (minutes: number) => startMs + 10_000 + minutes * minuteMs
    const marks = (symbol: string, atMs: number): Decimal | undefined =>
      atMs === at(1)
        ? dec(symbol.includes('100000') ? '6050' : '3010')
        : atMs === at(5) && symbol.includes('100000')
          ? dec('7000')
          : undefined
    expect(qualityOf(rfq, [take()], marks).after).toEqual([40, undefined, undefined])
  })
  it('of a single order is its slippage against fair when it was decided', () => {
    const order = take('3010', {
      market_id: '0',
      rfq: undefined,
      points: [{ kind: 'send', atMs: startMs, wanted: dec('2'), market: market() }],
    })
    const quality = qualityOf(order, [], noMark)
    expect([quality.isRfq, quality.slippage, quality.cost, quality.unpricedFills]).toEqual([false, 10, undefined, 1])
  })
  it('counts orders that name the RFQ, and those of another device with its legs and side while it lived', () => {
    const other = take('3010', { client_order_id: 'other', title: '', rfq: undefined, sentAtMs: startMs + 5 })
    const unlike = take('3010', {
      client_order_id: 'unlike',
      title: '',
      rfq: undefined,
      side: 'sell',
      sentAtMs: startMs + 5,
    })
    const early = take('3010', { client_order_id: 'early', title: '', rfq: undefined, sentAtMs: startMs - 5 })
    expect(
      tradesOfRfqs([rfq, take(), other, unlike, early])
        .get('rfq')
        ?.map(each => each.client_order_id),
    ).toEqual(['take', 'other'])
    const twin = { ...rfq, client_order_id: 'twin' }
    expect(tradesOfRfqs([rfq, twin, other]).size).toBe(0)
  })
})

describe('figures of many', () => {
  it('have their count and a 95 % interval, a share within 0 and 1', () => {
    expect(meanOf([])).toEqual({ count: 0, value: undefined, low: undefined, high: undefined })
    expect(meanOf([3])).toEqual({ count: 1, value: 3, low: undefined, high: undefined })
    const { low = 0, value, high = 0 } = meanOf([1, 2, 3])
    expect([value, low, high].map(each => Math.round((each ?? 0) * 1e3) / 1e3)).toEqual([2, -0.484, 4.484])
    const whole = shareOf(20, 20)
    expect([whole.value, whole.high, Math.round((whole.low ?? 0) * 1e3) / 1e3]).toEqual([1, 1, 0.839])
  })
  const rows: readonly OrderQuality[] = [
    qualityOf(rfq, [take()], noMark),
    qualityOf({ ...rfq, client_order_id: 'b', side: 'sell' }, [take('2980', { side: 'sell' })], noMark),
    qualityOf({ ...base, client_order_id: 'c' }, [], noMark),
  ]
  const tagsOf = (id: string): readonly string[] => (id === 'take' ? ['roll', 'ann'] : [])
  it('are of what passes, and every cut adds up to the whole where a row is in one group', () => {
    for (const grouping of qualityGroupings) {
      const { whole, groups } = cutOf(rows, { isRfq: true }, grouping, tagsOf)
      expect(whole.rows.length).toBe(3)
      if (grouping !== 'tag') expect(groups.reduce((count, group) => count + group.rows.length, 0)).toBe(3)
      for (const { key } of groups) {
        const only = cutOf(rows, { isRfq: true, keys: { [grouping]: key } }, grouping, tagsOf)
        expect(only.whole.rows).toEqual(groups.find(group => group.key === key)?.rows)
      }
    }
    expect(cutOf(rows, { isRfq: true }, 'tag', tagsOf).groups.map(group => group.key)).toEqual([
      'ann',
      'roll',
      'No tag',
    ])
    expect(cutOf(rows, { isRfq: false }, 'side', tagsOf).whole.rows).toEqual([])
    expect(cutOf(rows, { isRfq: true, fromMs: startMs, toMs: startMs }, 'side', tagsOf).whole.rows).toEqual([])
  })
  it('are counted under structure, base, size, time to expiry, hour, side and tag', () => {
    const [row] = rows
    const under = (change: Partial<OrderQuality> = {}) =>
      qualityGroupings.map(grouping =>
        (row === undefined ? [] : keysOf({ ...row, ...change }, grouping, tagsOf)).join(' '),
      )
    const atMs = Date.UTC(2026, 11, 20, 9, 59)
    expect(under({ atMs })).toEqual([
      'Bull call spread',
      'BTC',
      'under 10',
      'under 7 days',
      '09:00 UTC',
      'buy',
      'roll ann',
    ])
    const other = { atMs: Date.UTC(2026, 11, 24, 8, 1), size: dec('1000'), side: 'sell', base: '', orders: [] } as const
    expect(under(other).slice(1)).toEqual(['Unknown', '1,000 and more', 'under 1 day', '08:00 UTC', 'sell', 'No tag'])
    expect(under({ atMs: expiryMs - 90 * 86_400_000, size: dec('0.99') }).slice(2, 4)).toEqual([
      'under 1',
      '90 days and more',
    ])
    expect(under({ expiryMs: undefined })[3]).toBe('No expiry')
  })
  it('add up what they cost, and know no cost where no fill has a fair value', () => {
    const summary = summaryOf(rows)
    expect([summary.count, summary.quoted.value, summary.traded.value, summary.costTotal, summary.cost.count]).toEqual([
      3,
      2 / 3,
      2 / 3,
      '60',
      2,
    ])
    expect(summaryOf([]).costTotal).toBeUndefined()
  })
})
