import { expect } from 'vitest'
import { perpetual, without } from '../outside-orders.ts'
import { type Json, at, rows } from '../test-outside.ts'
import { venue, count, decimal, computed, limit, marketOrder, placed, type Card, card } from './cards.ts'

export const queryCards: readonly Card[] = [
  card('C4.1', 'openOrders: utc_timestamp and records with the fields of the table, executions empty.', async () => {
    const { token, answer, id } = await placed(limit())
    const { json } = await venue.ask('/v1/api/openOrders', { token })
    expect(json).toEqual({
      query_open_orders_response: {
        utc_timestamp: count,
        open_orders: [
          {
            market_id: '0',
            tradeable_entity_id: '16',
            symbol: perpetual,
            side: 'buy',
            type: 'LIMIT',
            quantity: '0.1',
            price: '50000',
            order_id: answer['order_id'],
            client_order_id: id,
            order_state: 'accepted',
            cancel_state: 'none',
            executions: [],
          },
        ],
      },
    })
  }),
  card('C4.2', 'Order details are the record and a utc_timestamp, by client_order_id or by order_id.', async () => {
    const { token, answer, id } = await placed(limit())
    const [record] = await venue.openOrders(token)
    const byClient = await venue.details(token, id)
    expect(byClient).toEqual({ ...record, utc_timestamp: count })
    const { json } = await venue.ask(`/v1/api/order?order_id=${String(answer['order_id'])}`, { token })
    expect(without(at(json, 'query_order_response') as Json, 'utc_timestamp')).toEqual(record)
  }),
  card('C4.3', 'Details of an unknown order: error failed and a reason that names the order cache.', async () => {
    const details = await venue.details(await venue.signIn(), 'nothing')
    expect(details).toEqual({ error: 'failed', reason: expect.stringContaining('not found in the order cache') })
  }),
  card('C4.4', 'Executions are not in the acceptance; details show them with the fields of the table.', async () => {
    const { token, answer, id } = await placed(marketOrder())
    expect(answer).not.toHaveProperty('executions')
    const details = await venue.details(token, id)
    expect(details).toMatchObject({ order_state: 'filled', cancel_state: 'none' })
    for (const execution of rows(details, 'executions')) {
      expect(execution).toEqual({
        utc_timestamp: expect.stringMatching(/^\d{19}$/),
        executed_quantity: computed,
        executed_price: computed,
        trade_id: expect.any(String),
        liquidity_flag: 'taken',
      })
    }
  }),
  card('C4.5', 'An account sees its own orders only.', async () => {
    const { id, answer } = await placed(limit())
    const stranger = await venue.signIn()
    expect(await venue.openOrders(stranger)).toEqual([])
    expect(await venue.details(stranger, id)).toMatchObject({ error: 'failed' })
    const { json } = await venue.ask(`/v1/api/order?order_id=${String(answer['order_id'])}`, { token: stranger })
    expect(at(json, 'query_order_response', 'error')).toBe('failed')
  }),
  card('C5.1', 'balances: the array is the value of the key; rows have the fields of the table.', async () => {
    const { json } = await venue.ask('/v1/api/balances', { token: await venue.signIn() })
    const balances = rows(json, 'balance_response')
    for (const row of balances) {
      expect(row).toEqual({
        deliverable_id: count,
        symbol: expect.any(String),
        timestamp: count,
        cash_balance: computed,
        reserved_balance: computed,
        available_balance: computed,
        withdrawable_balance: computed,
      })
    }
    expect(new Set(balances.map(row => row['symbol']))).toEqual(
      new Set(['AVAX', 'BTC', 'ETH', 'PTF', 'SOL', 'USD', 'USD-REFERENCE']),
    )
    expect(balances).toHaveLength(7)
  }),
  card('C5.2', 'USD-REFERENCE has the deliverable_id of USD.', async () => {
    const { json } = await venue.ask('/v1/api/balances', { token: await venue.signIn() })
    const idOf = (symbol: string) =>
      rows(json, 'balance_response').find(row => row['symbol'] === symbol)?.['deliverable_id']
    expect([idOf('USD'), idOf('USD-REFERENCE')]).toEqual(['2', '2'])
  }),
  card('C5.3', 'An open order reserves balance; its end frees it.', async () => {
    const reserved = async (token: string) =>
      rows((await venue.ask('/v1/api/balances', { token })).json, 'balance_response').find(
        row => row['symbol'] === 'USD',
      )?.['reserved_balance']
    const { token, id } = await placed(limit({ symbol: 'BTC-USD' }))
    expect(await reserved(token)).toBe('5000.0')
    await venue.ask(`/v1/api/order?client_order_id=${String(id)}`, { method: 'DELETE', token })
    expect(await reserved(token)).toBe('0.0')
  }),
  card(
    'C6.1',
    'positions: server_utc_timestamp and rows with the fields of the table; a short is negative.',
    async () => {
      const { token } = await placed(marketOrder({ side: 'sell' }))
      const { json } = await venue.ask('/v1/api/positions', { token })
      expect(at(json, 'positions_response', 'server_utc_timestamp')).toEqual(count)
      expect(rows(json, 'positions_response', 'positions')).toEqual([
        {
          symbol: perpetual,
          deliverable_id: count,
          product_type: 'perpetual_future',
          timestamp: count,
          side: 'short',
          size: '-0.1',
          average_entry_price: decimal,
          mark_price: decimal,
          upnl: decimal,
          margin_value: decimal,
        },
      ])
    },
  ),
  card('C7.1', 'Every endpoint but the two public ones needs credentials_secret.', async () => {
    for (const path of ['openOrders', 'order?client_order_id=x', 'balances', 'positions']) {
      expect((await venue.ask(`/v1/api/${path}`)).status).toBe(401)
    }
    expect((await venue.ask('/v1/api/order', { method: 'POST', body: { new_order: limit() } })).status).toBe(401)
  }),
]
