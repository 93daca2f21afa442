import { expect } from 'vitest'
import { perpetual, without } from '../outside-orders.ts'
import { type Json, type OutsideFeed, at, rows } from '../test-outside.ts'
import { venue, count, computed, listing, limit, marketOrder, rfq, joined, placed, type Card, card } from './cards.ts'

const named = (name: string, id: unknown) => (message: Json) => at(message, name, 'client_order_id') === id
async function withFeed(act: (feed: OutsideFeed, token: string) => Promise<void>): Promise<void> {
  const token = await venue.signIn()
  const feed = await venue.signedFeed(token)
  try {
    await act(feed, token)
  } finally {
    feed.close()
  }
}
const answerTo = (feed: OutsideFeed, tag: string): Promise<Json> =>
  feed.until(message => Object.values(message).some(body => at(body, 'user_tag') === tag))

export const socketCards: readonly Card[] = [
  card('S20', 'A new_order with a field that cannot be read is rejected like one over HTTP.', () =>
    withFeed(async feed => {
      const order = limit({ quantity: 'ten' })
      feed.send({ new_order: order })
      expect(at(await feed.until(named('order_rejected', order['client_order_id'])), 'order_rejected')).toMatchObject({
        reason: 'invalid_fields',
        tradeable_entity_id: '16',
        symbol: perpetual,
      })
    }),
  ),
  card('S21', 'A message that is not understood is answered with its user_tag.', () =>
    withFeed(async feed => {
      feed.send({ earthquake: { user_tag: 'e' } })
      expect(at(await answerTo(feed, 'e'), 'command_response', 'error_code')).not.toBe('0')
      feed.send({ trade_history_request: { trade_count: 'many', user_tag: 'm' } })
      expect(at(await answerTo(feed, 'm'), 'command_response', 'error_code')).not.toBe('0')
    }),
  ),
  card('S22', 'Cancelling a filled order answers cancel_order with the reason that it is.', () =>
    withFeed(async feed => {
      const order = marketOrder()
      feed.send({ new_order: order })
      await feed.until(named('execution', order['client_order_id']))
      feed.send({ cancel_order: { client_order_id: order['client_order_id'] } })
      expect(at(await feed.until(named('cancel_order', order['client_order_id'])), 'cancel_order')).toMatchObject({
        filled_quantity: order['quantity'],
        reason: 'order has been fully executed and cannot be cancelled',
      })
    }),
  ),
  card('S23', 'Cancelling an order twice says how it ended.', () =>
    withFeed(async feed => {
      const order = limit()
      feed.send({ new_order: order })
      feed.send({ cancel_order: { client_order_id: order['client_order_id'] } })
      await feed.until(named('cancel_order', order['client_order_id']))
      feed.send({ cancel_order: { client_order_id: order['client_order_id'], user_tag: 'again' } })
      expect(at(await answerTo(feed, 'again'), 'cancel_order')).toMatchObject({
        client_order_id: order['client_order_id'],
        reason: 'order has already ended: user_cancelled',
      })
    }),
  ),
  card('S24', 'trade_count names how many: none is no number of trades.', () =>
    withFeed(async feed => {
      const order = marketOrder()
      feed.send({ new_order: order })
      await feed.until(named('execution', order['client_order_id']))
      feed.send({ trade_history_request: { trade_count: '0', user_tag: 'none' } })
      expect(at(await answerTo(feed, 'none'), 'command_response', 'error_code')).not.toBe('0')
      feed.send({ trade_history_request: { trade_count: 1, user_tag: 'one' } })
      expect(rows(at(await answerTo(feed, 'one'), 'trade_history_response'), 'executions')).toHaveLength(1)
    }),
  ),
  card('S25', 'A multi-leg acceptance has its minimum_quantity here too.', () =>
    withFeed(async feed => {
      const order = rfq()
      feed.send({ new_order: order })
      const answer = at(await feed.until(named('order_accepted', order['client_order_id'])), 'order_accepted')
      expect(answer).toMatchObject({ minimum_quantity: '0.5', tradeable_entity_id: '' })
    }),
  ),
  card('S26', 'An upgrade under any other path is answered 404 at once.', async () => {
    await expect(venue.feed('/v1/elsewhere')).rejects.toThrow('404')
  }),
  card('S1', 'authenticate answers command_response with the user_tag, error_code 0 and an error_text.', async () => {
    const feed = await venue.feed()
    feed.send({ authenticate: { credentials_secret: await venue.signIn(), user_tag: 'a' } })
    expect(await answerTo(feed, 'a')).toEqual({
      command_response: { user_tag: 'a', error_code: '0', error_text: expect.any(String) },
    })
    feed.close()
  }),
  card('S2', 'A bad token is answered with another error_code and an error_text.', async () => {
    const feed = await venue.feed()
    feed.send({ authenticate: { credentials_secret: 'nonsense', user_tag: 'a' } })
    const answer = at(await answerTo(feed, 'a'), 'command_response') as Json
    expect(answer['error_code']).not.toBe('0')
    expect(answer['error_text']).toEqual(expect.any(String))
    feed.close()
  }),
  card('S3', 'entities_and_rules_request needs no login.', async () => {
    const feed = await venue.feed()
    feed.send({ entities_and_rules_request: { user_tag: 'e' } })
    const answer = at(await answerTo(feed, 'e'), 'entities_and_rules_response') as Json
    expect(answer['server_utc_timestamp']).toEqual(count)
    expect(answer['symbols']).toEqual(await listing())
    feed.close()
  }),
  card('S4', 'new_order answers order_accepted or order_rejected, found by client_order_id.', () =>
    withFeed(async feed => {
      const [good, bad] = [limit(), limit({ price: '-1' })]
      feed.send({ new_order: good })
      expect(at(await feed.until(named('order_accepted', good['client_order_id'])), 'order_accepted')).toMatchObject({
        order_id: count,
        price: '50000',
      })
      feed.send({ new_order: bad })
      expect(at(await feed.until(named('order_rejected', bad['client_order_id'])), 'order_rejected', 'reason')).toBe(
        'price_less_than_minimum_price',
      )
    }),
  ),
  card('S5', 'A multi-leg acceptance has no order_id here.', () =>
    withFeed(async feed => {
      const order = rfq()
      feed.send({ new_order: order })
      const answer = at(await feed.until(named('order_accepted', order['client_order_id'])), 'order_accepted')
      expect(answer).toMatchObject({ symbol: joined(), ioi_cache_timeout: '1800' })
      expect(answer).not.toHaveProperty('order_id')
    }),
  ),
  card('S6', 'new_bulk_order answers user_tag and results of pending_new, then one answer an order.', () =>
    withFeed(async feed => {
      const orders = [limit(), limit({ price: '-1' })]
      feed.send({ new_bulk_order: { user_tag: 'b', orders } })
      expect(await answerTo(feed, 'b')).toEqual({
        new_bulk_order_response: {
          user_tag: 'b',
          results: orders.map(order => ({ client_order_id: order['client_order_id'], order_state: 'pending_new' })),
        },
      })
      await feed.until(named('order_accepted', orders[0]?.['client_order_id']))
      await feed.until(named('order_rejected', orders[1]?.['client_order_id']))
    }),
  ),
  card('S7', 'cancel_order answers cancel_order with the fields of the table.', () =>
    withFeed(async feed => {
      const order = limit()
      feed.send({ new_order: order })
      await feed.until(named('order_accepted', order['client_order_id']))
      feed.send({ cancel_order: { client_order_id: order['client_order_id'] } })
      expect(at(await feed.until(named('cancel_order', order['client_order_id'])), 'cancel_order')).toEqual({
        server_utc_timestamp: count,
        utc_timestamp: count,
        tradeable_entity_id: '16',
        symbol: perpetual,
        order_id: count,
        client_order_id: order['client_order_id'],
        filled_quantity: '0.0',
        reason: 'user_cancelled',
      })
    }),
  ),
  card(
    'S8',
    'cancel_all_orders lists pending_cancel first (with a filter the instrument too), then one cancel_order an order.',
    () =>
      withFeed(async feed => {
        const order = limit()
        feed.send({ new_order: order })
        await feed.until(named('order_accepted', order['client_order_id']))
        feed.send({ cancel_all_orders: { tradeable_entity_id: '16', user_tag: 'c' } })
        expect(await answerTo(feed, 'c')).toEqual({
          cancel_all_orders_response: {
            server_utc_timestamp: count,
            timestamp: count,
            user_tag: 'c',
            reason: 'success',
            symbol: perpetual,
            tradeable_entity_id: '16',
            results: [{ client_order_id: order['client_order_id'], order_state: 'pending_cancel' }],
          },
        })
        await feed.until(named('cancel_order', order['client_order_id']))
      }),
  ),
  card('S9', 'refresh_interest answers with the id given, the other empty, and reason success.', () =>
    withFeed(async feed => {
      const order = rfq()
      feed.send({ new_order: order })
      await feed.until(named('order_accepted', order['client_order_id']))
      feed.send({ refresh_interest: { client_order_id: order['client_order_id'], user_tag: 'f' } })
      const answer = Object.values(await answerTo(feed, 'f'))[0]
      expect(answer).toMatchObject({
        client_order_id: order['client_order_id'],
        order_id: '',
        user_tag: 'f',
        reason: 'success',
      })
    }),
  ),
  card('S10', 'balances and positions answer with server_utc_timestamp, user_tag and the rows.', () =>
    withFeed(async feed => {
      feed.send({ balances: { user_tag: 'bal' } })
      const balances = at(await answerTo(feed, 'bal'), 'balances') as Json
      expect(balances['server_utc_timestamp']).toEqual(count)
      expect(rows(balances, 'balances').map(row => row['symbol'])).toContain('USD-REFERENCE')
      feed.send({ positions: { user_tag: 'pos' } })
      expect(at(await answerTo(feed, 'pos'), 'positions', 'positions')).toEqual([])
    }),
  ),
  card('S11', 'trade_history_request answers the executions of the account with the fields of the table.', () =>
    withFeed(async feed => {
      const order = marketOrder()
      feed.send({ new_order: order })
      await feed.until(named('execution', order['client_order_id']))
      feed.send({ trade_history_request: { trade_count: '10', user_tag: 'h' } })
      for (const row of rows(at(await answerTo(feed, 'h'), 'trade_history_response'), 'executions')) {
        expect(row).toMatchObject({
          tradeable_entity_id: '16',
          trade_id: expect.any(String),
          order_id: count,
          client_order_id: order['client_order_id'],
          executed_price: computed,
          executed_quantity: computed,
          liquidity_flag: 'taken',
          side: 'buy',
          order_state: 'filled',
          server_utc_timestamp: count,
        })
      }
    }),
  ),
  card(
    'S12',
    'register_for_rfqs answers, gives a snapshot an instrument, then order_added and order_deleted of everybody’s RFQs.',
    () =>
      withFeed(async feed => {
        const { token, answer, id } = await placed(
          without(limit({ market_id: 'none', symbol: 'ETH-USD-PERPETUAL', quantity: '2' }), 'price'),
        )
        feed.send({ register_for_rfqs: { user_tag: 'r' } })
        expect(at(await answerTo(feed, 'r'), 'command_response', 'error_code')).toBe('0')
        const isOwn = (name: string) => (message: Json) => at(message, name, 'symbol') === 'ETH-USD-PERPETUAL'
        expect(at(await feed.until(isOwn('snapshot')), 'snapshot')).toMatchObject({
          market_id: 'none',
          buy: [{ order_id: answer['order_id'], price: '', quantity: '2.0', utc_timestamp: count }],
          sell: [],
        })
        await venue.ask(`/v1/api/order?client_order_id=${String(id)}`, { method: 'DELETE', token })
        expect(at(await feed.until(isOwn('order_deleted')), 'order_deleted')).toMatchObject({
          order_id: answer['order_id'],
          side: 'buy',
        })
        await venue.place(
          token,
          without(limit({ market_id: 'none', symbol: 'ETH-USD-PERPETUAL', side: 'sell', quantity: '3' }), 'price'),
        )
        expect(at(await feed.until(isOwn('order_added')), 'order_added')).toMatchObject({
          side: 'sell',
          price: '',
          quantity: '3.0',
          market_id: 'none',
        })
      }),
  ),
  card('S13', 'deregister_for_rfqs ends that; dealers’ firm answers are never announced.', () =>
    withFeed(async feed => {
      feed.send({ register_for_rfqs: { user_tag: 'r' } })
      await answerTo(feed, 'r')
      const { token } = await placed(rfq())
      await feed.until(message => at(message, 'order_added', 'symbol') === joined())
      await venue.advance(10_000)
      await venue.book(joined())
      feed.send({ deregister_for_rfqs: { user_tag: 'd' } })
      await answerTo(feed, 'd')
      const received = feed.received.filter(message => 'order_added' in message).length
      expect(received).toBe(1)
      await venue.place(token, rfq())
      feed.send({ balances: { user_tag: 'later' } })
      await answerTo(feed, 'later')
      expect(feed.received.filter(message => 'order_added' in message).length).toBe(received)
    }),
  ),
  card(
    'S14',
    'order_accepted, cancel_order and execution are pushed to the account, whichever way the order came.',
    () =>
      withFeed(async (feed, token) => {
        const [resting, taking] = [limit(), marketOrder()]
        await venue.place(token, resting)
        await feed.until(named('order_accepted', resting['client_order_id']))
        await venue.ask(`/v1/api/order?client_order_id=${String(resting['client_order_id'])}`, {
          method: 'DELETE',
          token,
        })
        await feed.until(named('cancel_order', resting['client_order_id']))
        await venue.place(token, taking)
        expect(at(await feed.until(named('execution', taking['client_order_id'])), 'execution')).toMatchObject({
          server_utc_timestamp: count,
          utc_timestamp: count,
          tradeable_entity_id: '16',
          symbol: perpetual,
          trade_id: expect.any(String),
          order_id: count,
          executed_price: computed,
          executed_quantity: computed,
          liquidity_flag: 'taken',
          side: 'buy',
          order_state: 'filled',
        })
      }),
  ),
  card('S15', 'Pushes go to nobody else.', () =>
    withFeed(async stranger => {
      await placed(marketOrder())
      stranger.send({ balances: { user_tag: 'after' } })
      await answerTo(stranger, 'after')
      expect(stranger.received.filter(message => 'order_accepted' in message || 'execution' in message)).toEqual([])
    }),
  ),
  card('S16', 'An execution is pushed for each side of a trade that is the account’s.', () =>
    withFeed(async feed => {
      const { buy } = await venue.book('ETH-USD', 1)
      const price = String(Math.round(100 * Number(buy[0]?.['price']) + 2) / 100)
      const [one, other] = [
        limit({ symbol: 'ETH-USD', price, quantity: '1' }),
        limit({ symbol: 'ETH-USD', price, quantity: '1', side: 'sell', time_in_force: 'IOC' }),
      ]
      feed.send({ new_order: one })
      await feed.until(
        message =>
          named('order_accepted', one['client_order_id'])(message) ||
          named('order_rejected', one['client_order_id'])(message),
      )
      feed.send({ new_order: other })
      expect(at(await feed.until(named('execution', one['client_order_id'])), 'execution', 'liquidity_flag')).toBe(
        'added',
      )
      expect(at(await feed.until(named('execution', other['client_order_id'])), 'execution', 'liquidity_flag')).toBe(
        'taken',
      )
    }),
  ),
  card('S17', 'A heartbeat comes by itself.', () =>
    withFeed(async feed => {
      expect(at(await feed.until(message => 'heartbeat' in message), 'heartbeat', 'server_utc_timestamp')).toEqual(
        count,
      )
    }),
  ),
  card('S18', 'Nothing private is answered without a login.', async () => {
    const feed = await venue.feed()
    for (const name of ['balances', 'positions', 'cancel_all_orders', 'register_for_rfqs']) {
      feed.send({ [name]: { user_tag: name } })
      expect(at(await answerTo(feed, name), 'command_response', 'error_code')).not.toBe('0')
    }
    feed.close()
  }),
]
