import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dec } from '../domain/decimal.ts'
import type { JournalOrder } from '../domain/journal-order.ts'
import type { OrderBook } from '../domain/market-data.ts'
import type { OrderRecord } from '../domain/order.ts'
import { forwardKey, takeOf } from '../domain/reference-point.ts'
import { microsFromMs } from '../domain/time.ts'
import { z } from '../domain/zod.ts'
import {
  acceptedState,
  startMs,
  testIntent,
  testOwner,
  testRecord,
  knownOrder as known,
} from '../../testing/journal.fixture.ts'
import { listed, nearMs, nowMs, quote } from '../../testing/universe.fixture.ts'
import { orderSchema } from './backup-schema.ts'
import type { Observation } from './observation.ts'
import { observe } from './observe-order.ts'
import { joinedPoints, marketFigures, type MarketNow } from './reference-points.ts'
import { testExecution } from '../../testing/execution.fixture.ts'

const market = { legs: [[dec('99'), dec('101')]], indexes: { BTC: dec('100') }, forwards: {} } as const
const rfq: OrderRecord = { ...testRecord('a', 0), market_id: 'none' }

const at = (ms: number, seen: Observation): Observation => ({ ...seen, with: { seenMs: startMs + ms, market } })
const shown = (ms: number, record: OrderRecord = rfq): Observation =>
  at(ms, { kind: 'record', record, atMs: startMs + ms })
const quoted = (ms: number, ask?: string): Observation =>
  at(ms, {
    kind: 'quote',
    client_order_id: 'a',
    buy: { price: dec('90'), quantity: dec('2') },
    sell: ask === undefined ? undefined : { price: dec(ask), quantity: dec('5') },
    atMs: startMs + ms,
  })
const kindsOf = (order: JournalOrder): readonly string[] =>
  (order.points ?? []).map(point => `${point.kind} ${point.ask?.price ?? ''}`.trim())

describe('the points of an order', () => {
  it('are at its sending, at the first quote, at every better one and at its end', () => {
    const ended = shown(90, { ...rfq, cancel_state: 'timeout' })
    const order = known(
      shown(0),
      quoted(10),
      quoted(20, '105'),
      quoted(30, '107'),
      quoted(40, '104'),
      quoted(50, '104'),
      ended,
    )
    expect(kindsOf(order)).toEqual(['send', 'first 105', 'better 104', 'end'])
    expect(order.points?.map(point => point.atMs - startMs)).toEqual([0, 20, 40, 90])
    expect(order.points?.[1]).toEqual({
      kind: 'first',
      atMs: startMs + 20,
      wanted: '3',
      bid: { price: '90', quantity: '2' },
      ask: { price: '105', quantity: '5' },
      market,
    })
  })
  it('are at each of its fills, which name their trades and what was still wanted', () => {
    const order = known(
      shown(0),
      shown(1_000, testRecord('a', 1, 'partial_fill')),
      shown(1_100, testRecord('a', 3, 'filled')),
    )
    expect(order.points?.map(point => [point.kind, point.trades, point.wanted])).toEqual([
      ['send', undefined, '3'],
      ['take', ['t0'], '2'],
      ['take', ['t1', 't2'], '0'],
    ])
    expect(takeOf(order.points, 't2')?.atMs).toBe(startMs + 1_002)
  })
  it('the sending of an intent is its confirmation, however long it lay under review', () => {
    const intent = {
      ...testIntent('a', acceptedState('a'), []),
      history: [{ atMs: startMs + 60_000, kind: 'confirmed' }],
    }
    expect(known(at(60_010, { kind: 'intent', intent })).points?.[0]?.atMs).toBe(startMs + 60_000)
  })
  it('are not made up of what is learnt long afterwards, nor without a look at the market', () => {
    const late = known(shown(0), shown(60_000, testRecord('a', 3, 'filled')))
    expect(kindsOf(late)).toEqual(['send', 'end'])
    expect(takeOf(late.points, 't0')).toBeUndefined()
    expect(known({ kind: 'record', record: rfq, atMs: startMs }).points).toBeUndefined()
  })
  it('of an order that an earlier version stored are those of what comes', () => {
    const earlier = known({ kind: 'record', record: rfq, atMs: startMs })
    const later = observe(earlier, quoted(500_000, '105'), testOwner)?.order
    expect(later?.points?.map(point => point.kind)).toEqual(['first'])
  })
  it('are the same however often things are seen, and never more than are kept', () => {
    const things = fc.constantFrom(
      shown(0),
      quoted(10, '105'),
      quoted(20, '104.5'),
      quoted(30, '106'),
      shown(1_000, { ...rfq, executions: testRecord('a', 2).executions, order_state: 'partial_fill' }),
      shown(90, { ...rfq, cancel_state: 'timeout' }),
    )
    fc.assert(
      fc.property(fc.array(things, { minLength: 1, maxLength: 12 }), seen => {
        const order = known(shown(0), ...seen)
        const [kinds, again] = [
          kindsOf(order),
          kindsOf([...seen, ...seen].reduce((one, each) => observe(one, each, testOwner)?.order ?? one, order)),
        ]
        for (const once of ['send', 'end']) expect(again.filter(kind => kind === once).length).toBeLessThanOrEqual(1)
        expect(kinds.filter(kind => kind.startsWith('first')).length).toBeLessThanOrEqual(1)
        const trades = (order.points ?? []).flatMap(point => point.trades ?? [])
        expect(new Set(trades).size).toBe(trades.length)
      }),
    )
    const falling = Array.from({ length: 60 }, (_, index) => quoted(index + 10, `${1_000 - index}`))
    const many = known(shown(0), ...falling)
    expect([many.points?.length, many.points?.at(-1)?.ask?.price]).toEqual([22, '941'])
    const fills = Array.from({ length: 60 }, (_, index) => ({
      ...testRecord('a', 0),
      quantity: dec('100'),
      executions: Array.from({ length: index + 1 }, (_, fill) =>
        testExecution('1', '99', `t${fill}`, microsFromMs(startMs + fill)),
      ),
    }))
    expect(known(shown(0), ...fills.map((record, index) => shown(index + 1, record))).points?.length).toBe(31)
  })
  it('are read back from a backup as they were, of one kilobyte or so', () => {
    const legs: [
      ReturnType<typeof dec>,
      ReturnType<typeof dec>,
      ReturnType<typeof dec>,
      ReturnType<typeof dec>,
      number,
    ][] = Array.from({ length: 3 }, () => [dec('5000.5'), dec('5010.5'), dec('12.5'), dec('3'), startMs])
    const figures = {
      readMs: startMs,
      legs,
      indexes: { BTC: dec('100000.25') },
      forwards: { [forwardKey('BTC', nearMs)]: dec('100100.5') },
    }
    const order = known(shown(0), quoted(20, '105'), quoted(40, '104'), shown(90, { ...rfq, cancel_state: 'timeout' }))
    const whole = { ...order, points: order.points?.map(point => ({ ...point, market: figures })) }
    const text = JSON.stringify(whole)
    expect(z.safeParse(orderSchema, JSON.parse(text)).data?.points).toEqual(whole.points)
    expect(JSON.stringify(whole.points).length).toBeLessThan(1_600)
  })
  it('of two who saw the same order are what either saw, each once', () => {
    const one = known(shown(0), quoted(20, '105'), quoted(40, '104'))
    const other = known(quoted(20), shown(1_000, testRecord('a', 1, 'partial_fill')))
    expect(joinedPoints(one.points, other.points)?.map(point => point.kind)).toEqual([
      'send',
      'first',
      'better',
      'take',
    ])
    expect(joinedPoints(other.points, one.points)).toEqual(joinedPoints(one.points, other.points))
    expect(joinedPoints(one.points, one.points)).toBe(one.points)
    expect(joinedPoints(undefined, undefined)).toBeUndefined()
  })
})

describe('the figures of a point', () => {
  const universe: MarketNow['universe'] = {
    ...listed,
    bases: () => ['BTC'],
    spot: () => undefined,
    perpetual: () => undefined,
  }
  const [call, put] = ['BTC-20261225-100000C', 'BTC-20261225-100000P']
  const quotes = new Map([quote(call, '5000', '5100'), quote(put, '4000', '4100')])
  const now = (readMs: number | undefined): MarketNow => ({ quotes, readMs, universe })
  const book = (ms: number): OrderBook => ({
    symbol: call,
    server_utc_timestamp: microsFromMs(ms),
    buy: [{ price: dec('5010'), quantity: dec('7') }],
    sell: [],
  })
  it('are bid and ask of each leg, with sizes where its order book was just read, and the forward that calls and puts say', () => {
    const figures = marketFigures([call, put], now(nowMs - 3_000), new Map([[call, book(nowMs - 1_000)]]), nowMs)
    expect(figures).toEqual({
      readMs: nowMs - 3_000,
      legs: [
        ['5010', null, '7', null, nowMs - 1_000],
        ['4000', '4100'],
      ],
      indexes: {},
      forwards: { [forwardKey('BTC', nearMs)]: '101000' },
    })
  })
  it('of quotes that are old are those of order books alone, and none without them', () => {
    expect(marketFigures([call, put], now(nowMs - 61_000), new Map([[call, book(nowMs)]]), nowMs)?.legs).toEqual([
      ['5010', null, '7', null, nowMs],
      [null, null],
    ])
    expect(marketFigures([call], now(nowMs - 61_000), new Map([[call, book(nowMs - 11_000)]]), nowMs)).toBeUndefined()
    expect(marketFigures([call], now(undefined), new Map(), nowMs)).toBeUndefined()
  })
})
