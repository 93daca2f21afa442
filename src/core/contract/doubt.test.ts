/** Answers with duplicates, wrong order or numbers that JSON cannot keep are rejected, not guessed. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from '../domain/zod.ts'
import { wireBalance as balance, wirePosition } from '../../testing/wire-position.ts'
import { balancesAnswer, openOrdersAnswer, orderBookAnswer, positionsAnswer } from './answers.ts'
import { readFeedMessage } from './feed.ts'
import { jsonOf } from './plain-scalars.ts'
import { orderRecord } from './records.ts'
import { wireOrderId } from './wire.ts'

const at = '1795000000000000'
const order = {
  market_id: '0',
  tradeable_entity_id: '6',
  symbol: 'PTF-USD',
  side: 'buy',
  type: 'LIMIT',
  quantity: '1000',
  price: '0.5',
  order_id: '11',
  client_order_id: 'a',
  order_state: 'accepted',
  cancel_state: 'none',
  executions: [],
}

describe('an id that came as a number', () => {
  it('is read with the digits of the text, however large it is', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), id => {
        expect(z.decode(wireOrderId, (jsonOf(`{"order_id": ${id}}`) as { order_id: string }).order_id)).toBe(String(id))
      }),
    )
    expect(jsonOf('[-12345678901234567890, 0.1234567890123456789]')).toEqual([
      '-12345678901234567890',
      '0.1234567890123456789',
    ])
  })

  it('is refused where its digits are lost already', () => {
    expect(z.safeDecode(wireOrderId, Number.MAX_SAFE_INTEGER + 1).success).toBe(false)
    expect(z.decode(wireOrderId, Number.MAX_SAFE_INTEGER)).toBe('9007199254740991')
    expect(z.safeDecode(orderRecord, { ...order, order_id: 2 ** 60 }).success).toBe(false)
  })

  it('leaves texts that look like it as they are, and what is no JSON no JSON', () => {
    fc.assert(
      fc.property(
        fc.object({
          values: [fc.string(), fc.integer(), fc.constantFrom(':1234567890123456789', ',1234567890123456789,"')],
        }),
        value => {
          expect(jsonOf(JSON.stringify(value))).toEqual(value)
        },
      ),
    )
    const text = JSON.stringify({ 'a:1234567890123456789': ['\\" ,1234567890123456789,', 12] })
    expect(jsonOf(text)).toEqual(JSON.parse(text))
    expect(jsonOf('[1234567890123456789')).toBeUndefined()
  })

  it('is the same over the socket', () => {
    const read = readFeedMessage(
      `{"cancel_order": {"order_id": 9007199254740993, "client_order_id": "a", "reason": "user_cancelled"}}`,
    )
    expect(read.ok && read.message.body).toMatchObject({ order_id: '9007199254740993' })
  })
})

describe('rows of one key in one answer', () => {
  it('are all rejected, since it is unknown which is true: positions, balances and open orders', () => {
    const positions = [wirePosition, { ...wirePosition, symbol: 'B' }, { ...wirePosition, size: '7.0' }]
    const read = z.decode(positionsAnswer, { positions_response: { server_utc_timestamp: at, positions } })
      .positions_response.positions
    expect(read.rows.map(row => row.symbol)).toEqual(['B'])
    expect(read.rejected).toMatchObject([{ index: 0, message: 'twice in one answer' }, { index: 2 }])
    const cash = z.decode(balancesAnswer, {
      balance_response: ['USD', 'BTC', 'USD', 'USD-REFERENCE'].map(each => balance(each)),
    }).balance_response
    expect([cash.rows.map(row => row.symbol), cash.rejected.length]).toEqual([['BTC', 'USD-REFERENCE'], 2])
    const open = [order, { ...order, client_order_id: 'b' }, { ...order, order_id: '12', client_order_id: 'c' }]
    const listed = z.decode(openOrdersAnswer, { query_open_orders_response: { utc_timestamp: at, open_orders: open } })
    expect(listed.query_open_orders_response.open_orders.rows.map(row => row.client_order_id)).toEqual(['c'])
  })

  it('are two positions where a venue holds both sides apart', () => {
    const positions = [wirePosition, { ...wirePosition, side: 'long', size: '1.0' }]
    const read = z.decode(positionsAnswer, { positions_response: { server_utc_timestamp: at, positions } })
    expect(read.positions_response.positions.rows).toHaveLength(2)
  })
})

describe('an order book', () => {
  const level = (price: string, quantity = '1.0') => ({ price, quantity })
  const reads = (symbol: string, buy: unknown[], sell: unknown[]): boolean =>
    z.safeDecode(orderBookAnswer, { orderbook_response: { server_utc_timestamp: at, symbol, buy, sell } as never })
      .success

  it('has the best price first on each side', () => {
    expect(reads('A', [level('3.0'), level('2.0')], [level('4.0'), level('4.0'), level('5.0')])).toBe(true)
    expect(reads('A', [level('2.0'), level('3.0')], [])).toBe(false)
    expect(reads('A', [], [level('5.0'), level('4.0')])).toBe(false)
  })

  it('offers quantities above zero', () => {
    for (const quantity of ['0.0', '-1.0', '0']) expect(reads('A', [level('3.0', quantity)], [])).toBe(false)
  })

  it('has prices below zero of packages only', () => {
    expect(reads('A', [level('-10.0')], [])).toBe(false)
    expect(reads('A@1/B@-1', [level('-10.0')], [level('-9.5')])).toBe(true)
  })
})
