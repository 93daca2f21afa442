import { describe, expect, test } from 'vitest'
import type { RfqMessage } from '../../../core/client/feed-connection.ts'
import { readFeedMessage } from '../../../core/contract/feed.ts'
import { mostEnded, mostLive, noFlow, type RfqFlow, takeRfqMessage, withoutLive } from './rfq-flow.ts'

const times = { server_utc_timestamp: '1796126400000000', utc_timestamp: '1796126400000000' }
const added = (id: string, more: object = {}) => ({
  order_added: {
    ...times,
    market_id: 'none',
    tradeable_entity_id: '',
    symbol: 'A@1/B@-1',
    side: 'buy',
    order_id: id,
    price: '',
    quantity: '2.0',
    ...more,
  },
})
const deleted = (id: string, more: object = {}) => ({
  order_deleted: {
    ...times,
    market_id: 'none',
    tradeable_entity_id: '',
    symbol: 'A@1/B@-1',
    side: 'buy',
    order_id: id,
    ...more,
  },
})
const level = (id: string, more: object = {}) => ({
  order_id: id,
  price: '',
  quantity: '1.0',
  utc_timestamp: times.utc_timestamp,
  ...more,
})
const snapshot = (symbol: string, buy: readonly object[], sell: readonly object[] = []) => ({
  snapshot: {
    server_utc_timestamp: times.server_utc_timestamp,
    market_id: 'none',
    tradeable_entity_id: '',
    symbol,
    buy,
    sell,
  },
})

const read = (message: object) => readFeedMessage(JSON.stringify(message))
function after(messages: Iterable<object>, flow: RfqFlow = noFlow): RfqFlow {
  let now = flow
  for (const message of messages) {
    const found = read(message)
    if (!found.ok) throw new Error(`not read: ${found.path}`)
    now = takeRfqMessage(now, found.message as RfqMessage)
  }
  return now
}
const ids = (flow: RfqFlow) => [...flow.live.keys()]

describe('the flow of RFQs', () => {
  test('a snapshot replaces the live RFQs of its instrument only', () => {
    const before = after([snapshot('A', [level('1')]), snapshot('B', [level('2')], [level('3')])])
    expect([...before.live.values()].map(({ id, symbol, side }) => [id, symbol, side])).toEqual([
      ['1', 'A', 'buy'],
      ['2', 'B', 'buy'],
      ['3', 'B', 'sell'],
    ])
    expect(ids(after([snapshot('B', [level('4')])], before))).toEqual(['1', '4'])
  })

  test('an RFQ that ends moves to the tape with the time of its end; an unknown one brings nothing', () => {
    const flow = after([added('1'), added('2'), deleted('1', { utc_timestamp: '1796126460000000' }), deleted('9')])
    expect(ids(flow)).toEqual(['2'])
    expect(flow.ended).toMatchObject([
      { id: '1', quantity: '2.0', sentMs: 1_796_126_400_000, endedMs: 1_796_126_460_000 },
    ])
  })

  test('the same message twice changes nothing', () => {
    expect(after([added('1'), added('1')]).live.size).toBe(1)
    expect(after([added('1'), deleted('1'), deleted('1')]).ended).toHaveLength(1)
  })

  test('after a lost connection only the fresh snapshot lives, and the tape stays', () => {
    const lost = withoutLive(after([added('1'), deleted('1'), added('2'), added('3')]))
    const flow = after([snapshot('A@1/B@-1', [level('3')])], lost)
    expect([ids(flow), flow.ended.map(each => each.id)]).toEqual([['3'], ['1']])
  })

  test.each([
    ['no order id', added('', {})],
    ['an unknown side', added('1', { side: 'both' })],
    ['no size', added('1', { quantity: '0.0' })],
    ['no symbol', added('1', { symbol: '' })],
    ['a level without a size', snapshot('A', [level('1', { quantity: '-1.0' })])],
  ])('a message with %s is no row, and is counted', (_, message) => {
    const found = read(message)
    if (!found.ok) return expect(found.reason).toBe('bad_fields')
    expect(takeRfqMessage(noFlow, found.message as RfqMessage)).toMatchObject({ unread: 1, live: new Map() })
  })

  test.each([
    ['a size that is no number', added('1', { quantity: 'many' })],
    ['no time', added('1', { utc_timestamp: null })],
    ['a snapshot without its sides', { snapshot: { ...snapshot('A', []).snapshot, buy: undefined } }],
    ['an end without an order id', deleted('1', { order_id: undefined })],
  ])('the reader refuses %s', (_, message) => expect(read(message)).toMatchObject({ ok: false, reason: 'bad_fields' }))

  test('a day of 1,000 RFQs an hour holds no more than an hour of them', () => {
    let flow = noFlow
    for (let each = 0; each < 24_000; each += 1) {
      flow = after([added(String(each))], flow)
      if (each >= 40) flow = after([deleted(String(each - 40))], flow)
    }
    expect([flow.live.size, flow.ended.length, flow.leftOut]).toEqual([40, mostEnded, 0])
    const flood = after(Array.from({ length: mostLive + 3 }, (_, each) => added(String(each))))
    expect([flood.live.size, flood.leftOut, ids(flood)[0]]).toEqual([mostLive, 3, '3'])
  })
})
