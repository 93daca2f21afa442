import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '../../../core/contract/endpoints.ts'
import { cycleMs, minuteMs } from '../../../core/domain/time.ts'
import { z } from '../../../core/domain/zod.ts'
import { start, type TestVenue, testVenue } from '../../../testing/test-venue.ts'
import { firmAtMarket, firmLimit } from '../../../testing/order.fixture.ts'

let venue: TestVenue
let token: string
beforeEach(async () => {
  venue = await testVenue()
  token = await venue.signIn()
})

let count = 0
const id = (): string => `order-${(count += 1)}`
const resting = () => ({
  ...firmLimit,
  symbol: 'BTC-USD-PERPETUAL',
  side: 'buy',
  quantity: '0.10',
  price: '50000.0',
  recv_window: '3',
  client_order_id: id(),
})

function pair() {
  const [a, b] = venue.market
    .listing(start)
    .all.filter(each => each.product === 'future' && each.base === 'BTC')
    .map(each => each.instrument)
    .toSorted((x, y) => Number(x.tradeable_entity_id) - Number(y.tradeable_entity_id))
  if (a === undefined || b === undefined) throw new Error('two futures')
  return [a, b] as const
}
const rfq = () => {
  const [a, b] = pair()
  return {
    market_id: 'none',
    side: 'buy',
    type: 'LIMIT',
    time_in_force: 'GTC',
    recv_window: '100',
    quantity: '1.0',
    minimum_quantity: '0.5',
    client_order_id: id(),
    legs: [
      { sym: a.symbol, ratio: '1' },
      { tid: b.tradeable_entity_id, ratio: -1 },
    ],
  }
}
const responseLegs = () =>
  pair().map(({ symbol, tradeable_entity_id }, at) => ({ tradeable_entity_id, symbol, ratio: at === 0 ? '1' : '-1' }))

const field = (answer: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], answer)
const get = async (path: string): Promise<unknown> => (await venue.ask(path, { token })).json
const open = async (): Promise<Record<string, unknown>[]> =>
  field(await get('/v1/api/openOrders'), 'query_open_orders_response', 'open_orders') as Record<string, unknown>[]

describe('a firm single order', () => {
  it("is accepted with exactly the contract's fields, its text echoed as sent", async () => {
    const order = resting()
    const { order_accepted } = await venue.place(token, order)
    expect(order_accepted).toEqual({
      utc_timestamp: `${start}000`,
      market_id: '0',
      tradeable_entity_id: '16',
      symbol: 'BTC-USD-PERPETUAL',
      order_id: expect.stringMatching(/^\d+$/),
      type: 'LIMIT',
      client_order_id: order.client_order_id,
      quantity: '0.10',
      price: '50000.0',
    })
  })

  it('may name its instrument by id, as text or number, and be written with numbers', async () => {
    const { symbol: _, ...rest } = resting()
    const { order_accepted } = await venue.place(token, {
      ...rest,
      tradeable_entity_id: 16,
      quantity: 0.5,
      price: 50_000,
      recv_window: 2,
    })
    expect(order_accepted).toMatchObject({
      symbol: 'BTC-USD-PERPETUAL',
      tradeable_entity_id: '16',
      quantity: '0.5',
      price: '50000',
    })
  })

  it('is seen in open orders and in its details, by either id, with the same record', async () => {
    const order = resting()
    const { order_accepted } = await venue.place(token, order)
    const [row] = await open()
    expect(row).toEqual({
      market_id: '0',
      tradeable_entity_id: '16',
      symbol: 'BTC-USD-PERPETUAL',
      side: 'buy',
      type: 'LIMIT',
      quantity: '0.10',
      price: '50000.0',
      order_id: field(order_accepted, 'order_id'),
      client_order_id: order.client_order_id,
      order_state: 'accepted',
      cancel_state: 'none',
      executions: [],
    })
    const byClient = await get(`/v1/api/order?client_order_id=${order.client_order_id}`)
    expect(byClient).toEqual({ query_order_response: { ...row, utc_timestamp: `${start}000` } })
    expect(await get(`/v1/api/order?order_id=${String(row?.['order_id'])}`)).toEqual(byClient)
  })

  it('that trades shows executions with ns times and computed figures with a decimal; the acceptance shows none', async () => {
    const order = { ...firmAtMarket, symbol: 'BTC-USD-PERPETUAL', side: 'buy', quantity: '1', client_order_id: id() }
    const { order_accepted } = await venue.place(token, order)
    expect(order_accepted).not.toHaveProperty('executions')
    const details = field(await get(`/v1/api/order?client_order_id=${order.client_order_id}`), 'query_order_response')
    expect(details).toMatchObject({ order_state: 'filled', quantity: '1' })
    for (const execution of field(details, 'executions') as Record<string, string>[]) {
      expect(execution['utc_timestamp']).toBe(`${start}000000`)
      expect(execution['executed_quantity']).toMatch(/^\d+\.\d+$/)
      expect(execution['executed_price']).toMatch(/^\d+\.\d+$/)
      expect(execution['liquidity_flag']).toBe('taken')
    }
    expect(await open()).toEqual([])
    const [position] = field(await get('/v1/api/positions'), 'positions_response', 'positions') as Record<
      string,
      string
    >[]
    expect(position).toMatchObject({
      symbol: 'BTC-USD-PERPETUAL',
      product_type: 'perpetual_future',
      side: 'long',
      size: '1.0',
    })
    expect(position).toHaveProperty('margin_value')
  })

  it('ends when its cycles have run out', async () => {
    await venue.place(token, resting())
    venue.advance(cycleMs)
    expect((await open()).length).toBe(1)
    venue.advance(2 * cycleMs)
    expect(await open()).toEqual([])
  })
})

describe('a multi-leg RFQ', () => {
  it('is accepted with an empty tradeable_entity_id, joined symbol, legs and time-out', async () => {
    const order = rfq()
    const { order_accepted } = await venue.place(token, order)
    const [a, b] = pair()
    expect(order_accepted).toEqual({
      utc_timestamp: `${start}000`,
      market_id: 'none',
      tradeable_entity_id: '',
      symbol: `${a.symbol}@1/${b.symbol}@-1`,
      order_id: expect.stringMatching(/^\d+$/),
      type: 'LIMIT',
      client_order_id: order.client_order_id,
      quantity: '1.0',
      minimum_quantity: '0.5',
      ioi_cache_timeout: '1800',
      legs: responseLegs(),
    })
    const [row] = await open()
    expect(row).toMatchObject({ market_id: 'none', symbol: `${a.symbol}@1/${b.symbol}@-1`, legs: responseLegs() })
    expect(row).not.toHaveProperty('price')
  })

  it('times out unless refreshed', async () => {
    const cached = rfq()
    await venue.place(token, cached)
    await venue.place(token, { ...rfq(), quantity: '2.0' })
    venue.advance(29 * minuteMs)
    const refreshed = await venue.ask(`/v1/api/refreshInterest?client_order_id=${cached.client_order_id}`, {
      method: 'POST',
      token,
    })
    expect(refreshed.json).toEqual({
      refresh_response: {
        order_id: '',
        client_order_id: cached.client_order_id,
        timestamp: `${venue.now()}000`,
        reason: 'success',
      },
    })
    venue.advance(2 * minuteMs)
    expect((await open()).map(row => row['client_order_id'])).toEqual([cached.client_order_id])
  })
})

describe('the core profile', () => {
  it('leaves out what the contract does not show', async () => {
    venue = await testVenue({ profile: 'core' })
    token = await venue.signIn()
    const order = rfq()
    const { order_accepted } = await venue.place(token, order)
    expect(order_accepted).not.toHaveProperty('order_id')
    expect(order_accepted).toHaveProperty('legs')
    const [row] = await open()
    expect(row).not.toHaveProperty('legs')
    expect(
      field(await get(`/v1/api/order?client_order_id=${order.client_order_id}`), 'query_order_response'),
    ).not.toHaveProperty('legs')
    await venue.place(token, {
      ...firmAtMarket,
      symbol: 'BTC-USD-PERPETUAL',
      side: 'buy',
      quantity: '1',
      client_order_id: id(),
    })
    const [position] = field(await get('/v1/api/positions'), 'positions_response', 'positions') as Record<
      string,
      string
    >[]
    expect(position).not.toHaveProperty('margin_value')
  })
})

describe('a rejected order', () => {
  it('is HTTP 200 with the reason and what was sent', async () => {
    const order = { ...resting(), price: '0.1' }
    expect(await venue.place(token, order)).toEqual({
      order_rejected: {
        utc_timestamp: `${start}000`,
        market_id: '0',
        tradeable_entity_id: '16',
        symbol: 'BTC-USD-PERPETUAL',
        type: 'LIMIT',
        client_order_id: order.client_order_id,
        quantity: '0.10',
        price: '0.1',
        reason: 'price_less_than_minimum_price',
      },
    })
  })

  it('of many legs has neither symbol nor id at the top', async () => {
    const order = rfq()
    const { order_rejected } = await venue.place(token, { ...order, legs: order.legs.toReversed() })
    expect(order_rejected).toMatchObject({ reason: 'invalid_legs', minimum_quantity: '0.5', quantity: '1.0' })
    expect(order_rejected).not.toHaveProperty('symbol')
    expect(order_rejected).not.toHaveProperty('tradeable_entity_id')
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['an unknown instrument', { symbol: 'NOPE' }, 'invalid_tradeable_entity'],
    ['a suspended one', { symbol: 'PTF-USD-PERPETUAL', price: '1', quantity: '10' }, 'trading_suspended'],
    ['an unknown market', { market_id: '7' }, 'invalid_market'],
    ['a price off its step', { price: '50000.3' }, 'price_not_a_valid_price_step'],
    ['a quantity below the least', { quantity: '0.00001' }, 'quantity_less_than_minimum_quantity'],
    ['a quantity above the most', { quantity: '1000' }, 'quantity_greater_than_maximum_quantity'],
    ['a quantity off its step', { quantity: '0.10005' }, 'quantity_not_a_valid_quantity_step'],
    ['an unknown side', { side: 'hold' }, 'invalid_fields'],
    ['no recv_window for GTC', { recv_window: undefined }, 'invalid_fields'],
    ['a recv_window out of range', { recv_window: '65535' }, 'invalid_fields'],
    ['no price', { price: undefined }, 'invalid_fields'],
    [
      'more than the account has',
      { symbol: 'BTC-USD', quantity: '90', price: '90000' },
      'insufficient_account_balance',
    ],
  ])('for %s says why', async (_, change, reason) => {
    const order = { ...resting(), ...change }
    expect(await venue.place(token, order)).toMatchObject({
      order_rejected: { reason, client_order_id: order.client_order_id },
    })
    expect(await open()).toEqual([])
  })

  it.each<[string, Record<string, unknown>]>([
    ['quantity', { quantity: 'ten' }],
    ['quantity', { quantity: true }],
    ['quantity', { quantity: null }],
    ['price', { price: { amount: 1 } }],
    ['recv_window', { recv_window: '1.5' }],
    ['legs', { legs: 'A@1' }],
    ['legs', { legs: [null] }],
    ['legs', { legs: [{ sym: 'A', ratio: 'x' }] }],
    ['client_order_id', { client_order_id: '' }],
    ['client_order_id', { client_order_id: undefined }],
    ['client_order_id', { client_order_id: ['x'] }],
    ['side', { side: 5.5, type: [] }],
    ['market_id', { market_id: 'x'.repeat(3_000) }],
  ])('for an unreadable %s echoes the other fields and stays readable', async (field, change) => {
    const order: Record<string, unknown> = { ...resting(), ...change }
    const answer = await venue.place(token, order)
    const reason = field === 'legs' ? 'invalid_legs' : 'invalid_fields'
    expect(answer['order_rejected']).toMatchObject({ reason, symbol: 'BTC-USD-PERPETUAL', tradeable_entity_id: '16' })
    const readable = typeof order.client_order_id === 'string' ? order.client_order_id : ''
    expect(answer['order_rejected']?.['client_order_id']).toBe(readable)
    expect(z.safeDecode(endpoints.placeOrder.answer, answer as never).success).toBe(true)
  })
})

describe('the same client_order_id again', () => {
  it('with the same order gives the first answer, however it is written', async () => {
    const order = resting()
    const first = await venue.place(token, order)
    venue.advance(5_000)
    expect(await venue.place(token, order)).toEqual(first)
    expect(
      await venue.place(token, Object.fromEntries(Object.entries({ ...order, recv_window: 3 }).toReversed())),
    ).toEqual(first)
    expect((await open()).length).toBe(1)
  })

  it('with another order is rejected and leaves the first alone', async () => {
    const order = resting()
    await venue.place(token, order)
    expect(await venue.place(token, { ...order, quantity: '0.2' })).toMatchObject({
      order_rejected: { client_order_id: order.client_order_id },
    })
    expect((await open()).map(row => row['quantity'])).toEqual(['0.10'])
  })

  it('of another account is another order', async () => {
    const order = resting()
    await venue.place(token, order)
    expect(await venue.place(await venue.signIn('bob'), { ...order, quantity: '0.2' })).toHaveProperty('order_accepted')
  })
})

describe('what is not an order at all', () => {
  it.each([
    ['', 400],
    ['   ', 400],
    ['{', 400],
    ['order please', 400],
    ['null', 400],
    ['7', 400],
    ['[]', 400],
    ['{}', 400],
    ['{"order":{}}', 400],
    ['{"new_order":null}', 400],
    ['{"new_order":[]}', 400],
    ['{"new_order":"x"}', 400],
    ['['.repeat(30_000), 400],
    [`{"new_order":{"user_tag":"${'x'.repeat(70_000)}"}}`, 413],
  ])('%.30s is refused with %i in plain words', async (body, status) => {
    const reply = await venue.ask('/v1/api/order', { method: 'POST', token, body })
    expect(reply.status).toBe(status)
    expect(reply.json).toEqual({ error: { error_code: '16', message: expect.stringMatching(/\w+ \w+/) } })
    expect(reply.text.length).toBeLessThan(300)
  })

  it('another content type is refused with 415, JSON with a charset is not', async () => {
    const statusAs = async (type: string): Promise<number> => {
      const reply = await venue.ask('/v1/api/order', {
        method: 'POST',
        token,
        body: JSON.stringify({ new_order: resting() }),
        headers: { 'content-type': type },
      })
      return reply.status
    }
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
    ]) {
      expect(await statusAs(type)).toBe(415)
    }
    expect(await statusAs('application/json; charset=utf-8')).toBe(200)
  })

  it('leaves the venue alive and the account as it was', async () => {
    const deep = `{"new_order":${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}}`
    const reply = await venue.ask('/v1/api/order', { method: 'POST', token, body: deep })
    expect(reply.json).toMatchObject({ order_rejected: { reason: 'invalid_fields' } })
    expect(
      await venue.place(
        token,
        JSON.parse(`{"__proto__":{"price":"1"},"constructor":"x",${JSON.stringify(resting()).slice(1)}`),
      ),
    ).toHaveProperty('order_accepted')
    expect((await open()).length).toBe(1)
    expect(({} as Record<string, unknown>)['price']).toBeUndefined()
  })
})

describe('looking up an order', () => {
  it('that is not there is the error object of the contract', async () => {
    expect(await get('/v1/api/order?client_order_id=nobody')).toEqual({
      query_order_response: { error: 'failed', reason: 'client order id nobody was not found in the order cache' },
    })
    expect(await get('/v1/api/order?order_id=123456')).toEqual({
      query_order_response: { error: 'failed', reason: 'exchange order id 123456 was not found in the order cache' },
    })
  })

  it('of another account finds nothing', async () => {
    const order = resting()
    await venue.place(token, order)
    token = await venue.signIn('bob')
    expect(await get(`/v1/api/order?client_order_id=${order.client_order_id}`)).toHaveProperty(
      'query_order_response.error',
      'failed',
    )
    expect(await open()).toEqual([])
  })

  it.each([[''], ['?client_order_id='], ['?client_order_id=a&order_id=1']])(
    'by %j is refused: one identifier, no more and no less',
    async query => {
      expect((await venue.ask(`/v1/api/order${query}`, { token })).status).toBe(400)
    },
  )
})

describe('cancelling', () => {
  it('one order answers what was filled and why it ended', async () => {
    const order = resting()
    const { order_accepted } = await venue.place(token, order)
    const reply = await venue.ask(`/v1/api/order?client_order_id=${order.client_order_id}`, { method: 'DELETE', token })
    expect(reply.json).toEqual({
      cancel_order_response: {
        tradeable_entity_id: '16',
        symbol: 'BTC-USD-PERPETUAL',
        order_id: field(order_accepted, 'order_id'),
        client_order_id: order.client_order_id,
        timestamp: `${start}000`,
        filled_quantity: '0.0',
        reason: 'user_cancelled',
      },
    })
    expect(await open()).toEqual([])
    expect(await get(`/v1/api/order?client_order_id=${order.client_order_id}`)).toHaveProperty(
      'query_order_response.cancel_state',
      'user_cancelled',
    )
  })

  it('twice, or of an unknown order, is answered in the same envelope: only user_cancelled means cancelled', async () => {
    const order = resting()
    await venue.place(token, order)
    const cancel = (name: string) => venue.ask(`/v1/api/order?client_order_id=${name}`, { method: 'DELETE', token })
    await cancel(order.client_order_id)
    const again = await cancel(order.client_order_id)
    expect(again.status).toBe(200)
    expect(again.json).toHaveProperty('cancel_order_response.reason', 'order has already ended: user_cancelled')
    const unknown = await cancel('nobody')
    expect(unknown.json).toEqual({
      cancel_order_response: {
        order_id: '',
        client_order_id: 'nobody',
        timestamp: `${start}000`,
        reason: 'exchange order_id or client_order_id not found in order cache',
      },
    })
  })

  it('all orders lists them; with a filter only those of the instrument, which stands in the message', async () => {
    const orders = [resting(), resting(), { ...resting(), symbol: 'ETH-USD-PERPETUAL', price: '2000', quantity: '1' }]
    for (const order of orders) await venue.place(token, order)
    const some = await venue.ask('/v1/api/allOrders?symbol=ETH-USD-PERPETUAL', { method: 'DELETE', token })
    expect(some.json).toEqual({
      cancel_all_orders_response: {
        timestamp: `${start}000`,
        reason: 'success',
        user_tag: '',
        symbol: 'ETH-USD-PERPETUAL',
        tradeable_entity_id: '104',
        results: [{ client_order_id: orders[2]?.client_order_id, order_state: 'pending_cancel' }],
      },
    })
    const rest = await venue.ask('/v1/api/allOrders', { method: 'DELETE', token })
    expect(field(rest.json, 'cancel_all_orders_response', 'results')).toEqual(
      orders.slice(0, 2).map(order => ({ client_order_id: order.client_order_id, order_state: 'pending_cancel' })),
    )
    expect(await open()).toEqual([])
  })

  it.each(['symbol=', 'tradeable_entity_id=', 'symbol=&tradeable_entity_id='])(
    'all orders with the blank filter %s cancels none',
    async filter => {
      await venue.place(token, resting())
      const { status, json } = await venue.ask(`/v1/api/allOrders?${filter}`, { method: 'DELETE', token })
      expect(status).toBe(400)
      expect(json).toMatchObject({ error: { error_code: '16' } })
      expect(await open()).toHaveLength(1)
    },
  )
})

describe('balances and positions', () => {
  it("are read by the app's own codecs with nothing set aside", async () => {
    await venue.place(token, {
      ...firmAtMarket,
      symbol: 'BTC-USD',
      side: 'buy',
      quantity: '0.5',
      client_order_id: id(),
    })
    const demo = field((await venue.ask('/sandbox/session', { method: 'POST' })).json, 'credentials_secret') as string
    for (const each of [token, demo]) {
      const balances = z.decode(
        endpoints.balances.answer,
        (await venue.ask(endpoints.balances.path, { token: each })).json as never,
      )
      expect(balances.balance_response.rejected).toEqual([])
      const positions = z.decode(
        endpoints.positions.answer,
        (await venue.ask(endpoints.positions.path, { token: each })).json as never,
      )
      expect(positions.positions_response.positions.rejected).toEqual([])
    }
  })
})
