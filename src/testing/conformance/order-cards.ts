import { expect } from 'vitest'
import { perpetual, without } from '../outside-orders.ts'
import { at } from '../test-outside.ts'
import {
  venue,
  calls,
  count,
  minuteMs,
  listing,
  limit,
  marketOrder,
  legsOf,
  spread,
  rfq,
  joined,
  placed,
  type Card,
  card,
  rejects,
  takes,
} from './cards.ts'

export const orderCards: readonly Card[] = [
  card('C3.1', 'An accepted single order answers with the fields of the table, its text echoed as sent.', async () => {
    const { answer, id } = await placed(limit({ quantity: '0.10', price: '50000.0' }))
    expect(answer).toEqual({
      utc_timestamp: count,
      market_id: '0',
      tradeable_entity_id: '16',
      symbol: perpetual,
      order_id: count,
      type: 'LIMIT',
      client_order_id: id,
      quantity: '0.10',
      price: '50000.0',
    })
  }),
  card('C3.2', 'Rule 1: a single order names its instrument by tradeable_entity_id as well.', async () => {
    const { answer } = await placed({ ...without(limit(), 'symbol'), tradeable_entity_id: '16' })
    expect(answer['symbol']).toBe(perpetual)
  }),
  rejects('C3.3', 'Rule 2: type is LIMIT or MARKET.', () => limit({ type: 'STOP' }), 'invalid_fields'),
  rejects('C3.4', 'Rule 3: MARKET needs IOC.', () => marketOrder({ time_in_force: 'GTC' }), 'invalid_fields'),
  rejects('C3.5', 'Rule 3: MARKET carries no price.', () => ({ ...marketOrder(), price: '50000' }), 'invalid_fields'),
  rejects(
    'C3.6',
    'Rule 3: MARKET carries no recv_window.',
    () => ({ ...marketOrder(), recv_window: '3' }),
    'invalid_fields',
  ),
  rejects('C3.7', 'Rule 4: GTC needs recv_window.', () => without(limit(), 'recv_window'), 'invalid_fields'),
  takes('C3.8', 'Rule 5: LIMIT with IOC ignores any recv_window.', () =>
    limit({ time_in_force: 'IOC', recv_window: '99999' }),
  ),
  rejects('C3.9', 'recv_window is at least 1.', () => limit({ recv_window: '0' }), 'invalid_fields'),
  rejects('C3.10', 'recv_window is at most 65534.', () => limit({ recv_window: '65535' }), 'invalid_fields'),
  takes('C3.11', 'recv_window 65534 is taken.', () => limit({ recv_window: '65534' })),
  rejects('C3.12', 'market_id is 0 or none (or 255).', () => limit({ market_id: '7' }), 'invalid_market'),
  takes('C3.13', 'Rule 7: an RFQ may be single-leg.', () => without(limit({ market_id: 'none' }), 'price')),
  rejects(
    'C3.14',
    'Rule 8: a multi-leg order carries no top-level symbol.',
    () => ({ ...spread(), symbol: perpetual }),
    'invalid_fields',
  ),
  rejects(
    'C3.15',
    'Rule 8: nor a top-level tradeable_entity_id.',
    () => ({ ...spread(), tradeable_entity_id: '16' }),
    'invalid_fields',
  ),
  card('C3.16', 'Rule 8: at most 10 legs.', async () => {
    const ids = (await listing())
      .filter(each => each['status'] === 'active')
      .map(each => Number(each['tradeable_entity_id']))
    const legs = ids
      .toSorted((a, b) => a - b)
      .slice(0, 11)
      .map(tid => ({ tid: String(tid), ratio: 1 }))
    expect(await venue.reason(await venue.signIn(), spread({ legs }))).toBe('invalid_legs')
  }),
  card('C3.17', 'Rule 9: a legs array of one entry is a single order.', async () => {
    const { answer } = await placed({ ...without(limit(), 'symbol'), legs: [{ sym: perpetual, ratio: 1 }] })
    expect(answer).toMatchObject({ symbol: perpetual, tradeable_entity_id: '16' })
    expect(answer).not.toHaveProperty('legs')
  }),
  rejects(
    'C3.18',
    'Rule 10: legs ascend by tradeable_entity_id.',
    () =>
      spread({
        legs: legsOf()
          .toReversed()
          .map((leg, index) => ({ ...leg, ratio: index === 0 ? 1 : -1 })),
      }),
    'invalid_legs',
  ),
  rejects(
    'C3.19',
    'Rule 10: no tradeable entity twice.',
    () => spread({ legs: [legsOf()[0], legsOf()[0]] }),
    'invalid_legs',
  ),
  rejects('C3.20', 'Rule 10: ratios have no common divisor.', () => spread({ legs: legsOf([2, -2]) }), 'invalid_legs'),
  rejects('C3.21', 'Rule 10: the first ratio is positive.', () => spread({ legs: legsOf([-1, 1]) }), 'invalid_legs'),
  rejects(
    'C3.22',
    'Rule 11: minimum_quantity is for multi-leg orders only.',
    () => limit({ minimum_quantity: '0.1' }),
    'invalid_fields',
  ),
  card(
    'C3.23',
    'A firm multi-leg order answers with the joined symbol, its legs, minimum_quantity and an order_id.',
    async () => {
      const { answer } = await placed(spread({ minimum_quantity: '0.5' }))
      expect(answer).toMatchObject({
        symbol: joined(),
        order_id: count,
        minimum_quantity: '0.5',
        price: '-100000',
        quantity: '1',
      })
      expect(answer['legs']).toEqual(
        calls.map((call, index) => ({
          tradeable_entity_id: call['tradeable_entity_id'],
          symbol: call['symbol'],
          ratio: index === 0 ? '1' : '-1',
        })),
      )
    },
  ),
  card(
    'C3.24',
    'A multi-leg RFQ answers with an empty tradeable_entity_id and ioi_cache_timeout of 30 minutes.',
    async () => {
      const { answer } = await placed(rfq())
      expect(answer).toMatchObject({
        market_id: 'none',
        tradeable_entity_id: '',
        symbol: joined(),
        ioi_cache_timeout: '1800',
      })
      expect(answer).not.toHaveProperty('price')
    },
  ),
  takes('C3.25', 'user_tag is taken.', () => limit({ user_tag: 'mine' })),
  card('C3.26', 'A rejection carries the fields of the table and a reason, and is HTTP 200.', async () => {
    const order = limit({ price: '0.1' })
    const answer = await venue.place(await venue.signIn(), order)
    expect(answer['order_rejected']).toEqual({
      utc_timestamp: count,
      market_id: '0',
      tradeable_entity_id: '16',
      symbol: perpetual,
      type: 'LIMIT',
      client_order_id: order['client_order_id'],
      quantity: '0.1',
      price: '0.1',
      reason: expect.any(String),
    })
  }),
  rejects(
    'C3.27',
    'A price below the minimum: price_less_than_minimum_price.',
    () => limit({ price: '-1' }),
    'price_less_than_minimum_price',
  ),
  card('C3.28', 'A rejection of a multi-leg order has no tradeable_entity_id and no symbol.', async () => {
    const rejected = at(await venue.place(await venue.signIn(), spread({ legs: legsOf([2, -2]) })), 'order_rejected')
    expect(rejected).not.toHaveProperty('symbol')
    expect(rejected).not.toHaveProperty('tradeable_entity_id')
    expect(rejected).toMatchObject({ reason: 'invalid_legs', legs: expect.any(Array) })
  }),
  card('C3.29', 'Rule 6: recv_window n ends with the n-th ten-minute cycle, counting the present one.', async () => {
    const token = await venue.signIn()
    const leftMs = 10 * minuteMs - ((await venue.nowMs()) % (10 * minuteMs))
    if (leftMs < 30_000) await venue.advance(leftMs + 1_000)
    const restMs = 10 * minuteMs - ((await venue.nowMs()) % (10 * minuteMs))
    for (const window of ['1', '2'])
      await venue.place(token, limit({ recv_window: window, client_order_id: `w${window}` }))
    const open = async () => (await venue.openOrders(token)).map(order => order['client_order_id'])
    await venue.advance(restMs - 15_000)
    expect(await open()).toEqual(['w1', 'w2'])
    await venue.advance(15_000)
    expect(await open()).toEqual(['w2'])
    await venue.advance(10 * minuteMs)
    expect(await open()).toEqual([])
    expect(await venue.details(token, 'w1')).toMatchObject({ order_state: 'accepted', cancel_state: 'timeout' })
  }),
]
