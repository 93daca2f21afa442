import { expect } from 'vitest'
import { perpetual } from '../outside-orders.ts'
import { type Json, at, rows } from '../test-outside.ts'
import {
  venue,
  calls,
  count,
  decimal,
  computed,
  minuteMs,
  listing,
  limit,
  spread,
  rfq,
  joined,
  placed,
  type Card,
  card,
  rejects,
} from './cards.ts'

export const extensionOrderCards: readonly Card[] = [
  card('X1', 'GET time is public and has no envelope.', async () => {
    expect((await venue.ask('/v1/api/time')).json).toEqual({ server_utc_timestamp: count })
  }),
  card(
    'X2',
    'GET orderbook is public: levels of price and quantity, best first, at most N a side, computed text.',
    async () => {
      const { json } = await venue.ask(`/v1/api/orderbook?symbol=${perpetual}&depth=2`)
      expect(json).toEqual({
        orderbook_response: {
          server_utc_timestamp: count,
          symbol: perpetual,
          buy: Array.from({ length: 2 }, () => ({ price: computed, quantity: computed })),
          sell: Array.from({ length: 2 }, () => ({ price: computed, quantity: computed })),
        },
      })
      const { buy, sell } = await venue.book(perpetual)
      const prices = (levels: Json[]) => levels.map(level => Number(level['price']))
      expect(prices(buy)).toEqual(prices(buy).toSorted((a, b) => b - a))
      expect(prices(sell)).toEqual(prices(sell).toSorted((a, b) => a - b))
      expect(prices(buy)[0]).toBeLessThan(prices(sell)[0] ?? 0)
    },
  ),
  card('X3', 'GET orderbook takes a multi-leg symbol.', async () => {
    const { json } = await venue.ask(`/v1/api/orderbook?symbol=${encodeURIComponent(joined())}`)
    expect(at(json, 'orderbook_response', 'symbol')).toBe(joined())
    expect(rows(json, 'orderbook_response', 'sell').length).toBeGreaterThan(0)
  }),
  card('X4', 'DELETE order cancels, by either id, and tells what had filled.', async () => {
    const { token, answer, id } = await placed(limit())
    const { json } = await venue.ask(`/v1/api/order?order_id=${String(answer['order_id'])}`, {
      method: 'DELETE',
      token,
    })
    expect(json).toEqual({
      cancel_order_response: {
        tradeable_entity_id: '16',
        symbol: perpetual,
        order_id: answer['order_id'],
        client_order_id: id,
        timestamp: count,
        filled_quantity: '0.0',
        reason: 'user_cancelled',
      },
    })
    expect(await venue.openOrders(token)).toEqual([])
    expect(await venue.details(token, id)).toMatchObject({ cancel_state: 'user_cancelled' })
  }),
  card('X5', 'An account cancels its own orders only.', async () => {
    const { token, id } = await placed(limit())
    const { json } = await venue.ask(`/v1/api/order?client_order_id=${String(id)}`, {
      method: 'DELETE',
      token: await venue.signIn(),
    })
    expect(at(json, 'cancel_order_response', 'reason')).toBe(
      'exchange order_id or client_order_id not found in order cache',
    )
    expect(await venue.openOrders(token)).toHaveLength(1)
  }),
  card('X6', 'DELETE allOrders ends all, and lists them as pending_cancel.', async () => {
    const { token, id } = await placed(limit())
    const { json } = await venue.ask('/v1/api/allOrders', { method: 'DELETE', token })
    expect(json).toEqual({
      cancel_all_orders_response: {
        timestamp: count,
        reason: 'success',
        user_tag: '',
        results: [{ client_order_id: id, order_state: 'pending_cancel' }],
      },
    })
    expect(await venue.openOrders(token)).toEqual([])
  }),
  card('X7', 'DELETE allOrders with a filter ends those alone, and the message names the instrument.', async () => {
    const { token, id } = await placed(limit())
    await venue.place(token, limit({ symbol: 'BTC-USD' }))
    const message = { timestamp: count, reason: 'success', user_tag: '' }
    for (const filter of ['symbol=ETH-USD', 'tradeable_entity_id=16']) {
      const { json } = await venue.ask(`/v1/api/allOrders?${filter}`, { method: 'DELETE', token })
      expect(at(json, 'cancel_all_orders_response')).toEqual(
        filter.startsWith('symbol')
          ? {
              ...message,
              reason: 'failed no open orders found',
              symbol: 'ETH-USD',
              tradeable_entity_id: '9',
              results: [],
            }
          : {
              ...message,
              symbol: perpetual,
              tradeable_entity_id: '16',
              results: [{ client_order_id: id, order_state: 'pending_cancel' }],
            },
      )
    }
    expect(await venue.openOrders(token)).toHaveLength(1)
  }),
  card('X8', 'refreshInterest keeps an RFQ alive beyond its time-out; without it, it ends.', async () => {
    const { token, answer, id } = await placed(rfq())
    await venue.place(token, rfq({ client_order_id: 'left' }))
    await venue.advance(20 * minuteMs)
    const { json } = await venue.ask(`/v1/api/refreshInterest?order_id=${String(answer['order_id'])}`, {
      method: 'POST',
      token,
    })
    expect(json).toEqual({
      refresh_response: { order_id: answer['order_id'], client_order_id: '', timestamp: count, reason: 'success' },
    })
    await venue.advance(15 * minuteMs)
    expect((await venue.openOrders(token)).map(order => order['client_order_id'])).toEqual([id])
    expect(await venue.details(token, 'left')).toMatchObject({ cancel_state: 'timeout' })
  }),
  card('X9', 'With extensions the acceptance of a multi-leg RFQ carries an order_id.', async () => {
    expect((await placed(rfq())).answer['order_id']).toEqual(count)
  }),
  card(
    'X10',
    'The market summary is a bare array, one object an instrument; perpetuals have a funding_rate.',
    async () => {
      const { json } = await venue.ask('/v1/market_data/tradeable_entity/all/summary')
      const all = json as unknown as Json[]
      expect(all).toHaveLength((await listing()).length)
      for (const row of all) {
        expect(['spot', 'perpetual_future', 'future', 'option', 'index']).toContain(row['product_type'])
        expect('funding_rate' in row).toBe(row['product_type'] === 'perpetual_future')
      }
      expect(all.find(row => row['symbol'] === perpetual)).toMatchObject({
        id: '16',
        index_price: decimal,
        best_bid: decimal,
        best_ask: decimal,
      })
    },
  ),
  rejects(
    'X11',
    'Reason invalid_tradeable_entity.',
    () => limit({ symbol: 'NOTHING-USD' }),
    'invalid_tradeable_entity',
  ),
  rejects(
    'X12',
    'Reason trading_suspended.',
    () => limit({ symbol: 'PTF-USD-PERPETUAL', price: '1', quantity: '100' }),
    'trading_suspended',
  ),
  rejects(
    'X13',
    'Reason insufficient_account_balance.',
    () => limit({ symbol: 'BTC-USD', quantity: '90' }),
    'insufficient_account_balance',
  ),
  rejects(
    'X14',
    'Reason price_not_a_valid_price_step.',
    () => limit({ price: '50000.3' }),
    'price_not_a_valid_price_step',
  ),
  rejects(
    'X15',
    'Reason quantity_less_than_minimum_quantity.',
    () => limit({ quantity: '0.00001' }),
    'quantity_less_than_minimum_quantity',
  ),
  rejects(
    'X16',
    'Reason quantity_greater_than_maximum_quantity.',
    () => limit({ quantity: '100000' }),
    'quantity_greater_than_maximum_quantity',
  ),
  rejects(
    'X17',
    'Reason quantity_not_a_valid_quantity_step.',
    () => limit({ quantity: '0.10001' }),
    'quantity_not_a_valid_quantity_step',
  ),
  rejects(
    'X18',
    'Reason order_value_less_than_minimum_allowed.',
    () => limit({ symbol: 'AVAX-USD', quantity: '0.05', price: '0.0001' }),
    'order_value_less_than_minimum_allowed',
  ),
  rejects(
    'X19',
    'Reason order_value_greater_than_maximum_allowed.',
    () => limit({ quantity: '100', price: '9000000' }),
    'order_value_greater_than_maximum_allowed',
  ),
  card('X20', 'The remainder of an IOC ends with immediate_with_insufficient_liquidity.', async () => {
    const { token, id } = await placed(limit({ time_in_force: 'IOC' }))
    expect(await venue.details(token, id)).toMatchObject({
      order_state: 'accepted',
      cancel_state: 'immediate_with_insufficient_liquidity',
    })
  }),
  card('X21', 'Request legs may be written sym, tid, symbol or tradeable_entity_id.', async () => {
    const [a, b] = calls
    for (const legs of [
      [
        { sym: a['symbol'], ratio: 1 },
        { tid: b['tradeable_entity_id'], ratio: '-1' },
      ],
      [
        { symbol: a['symbol'], ratio: 1 },
        { tradeable_entity_id: Number(b['tradeable_entity_id']), ratio: -1 },
      ],
    ]) {
      expect((await placed(spread({ legs }))).answer['symbol']).toBe(joined())
    }
  }),
  card('X22', 'Order fields come back in the text the client sent.', async () => {
    const { token } = await placed(limit({ quantity: '0.100', price: '50000.00' }))
    expect(await venue.openOrders(token)).toMatchObject([{ quantity: '0.100', price: '50000.00' }])
  }),
  card('X23', 'An RFQ has no price in open orders unless one was sent; market_id 255 means RFQ too.', async () => {
    const { token } = await placed(rfq({ market_id: '255' }))
    await venue.place(token, { ...rfq(), price: '15' })
    const [silent, spoken] = await venue.openOrders(token)
    expect(silent).not.toHaveProperty('price')
    expect(spoken).toMatchObject({ price: '15' })
  }),
  card('X24', 'A multi-leg order in open orders and details carries legs and the joined symbol.', async () => {
    const { token, id } = await placed(spread())
    for (const record of [(await venue.openOrders(token))[0], await venue.details(token, id)]) {
      expect(record).toMatchObject({ symbol: joined(), legs: [{ ratio: '1' }, { ratio: '-1' }] })
    }
  }),
  card('X25', 'The same account may trade with itself.', async () => {
    const { sell, buy } = await venue.book(perpetual, 1)
    const price = String(Number(buy[0]?.['price']) + 0.5)
    expect(Number(price)).toBeLessThan(Number(sell[0]?.['price']))
    const token = await venue.signIn()
    await venue.place(token, limit({ price, client_order_id: 'rests' }))
    await venue.place(token, limit({ price, side: 'sell', time_in_force: 'IOC', client_order_id: 'takes' }))
    const flags = [await venue.details(token, 'rests'), await venue.details(token, 'takes')].map(
      record => rows(record, 'executions')[0],
    )
    expect(flags).toMatchObject([{ liquidity_flag: 'added' }, { liquidity_flag: 'taken' }])
    expect(flags[0]?.['trade_id']).toBe(flags[1]?.['trade_id'])
  }),
]
