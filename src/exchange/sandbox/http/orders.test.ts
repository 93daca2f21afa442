import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '../../../core/contract/endpoints.ts'
import { z } from '../../../core/domain/zod.ts'
import { type TestVenue, testVenue } from '../../../testing/test-venue.ts'
import { firmLimit } from '../../../testing/order.fixture.ts'

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

const field = (answer: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], answer)
const get = async (path: string): Promise<unknown> => (await venue.ask(path, { token })).json
const open = async (): Promise<Record<string, unknown>[]> =>
  field(await get('/v1/api/openOrders'), 'query_open_orders_response', 'open_orders') as Record<string, unknown>[]

it('a firm single order may name its instrument by id, as text or number, and be written with numbers', async () => {
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

describe('a rejected order', () => {
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

it.each([[''], ['?client_order_id='], ['?client_order_id=a&order_id=1']])(
  'looking up an order by %j is refused: one identifier, no more and no less',
  async query => {
    expect((await venue.ask(`/v1/api/order${query}`, { token })).status).toBe(400)
  },
)

it.each(['symbol=', 'tradeable_entity_id=', 'symbol=&tradeable_entity_id='])(
  'cancelling all orders with the blank filter %s cancels none',
  async filter => {
    await venue.place(token, resting())
    const { status, json } = await venue.ask(`/v1/api/allOrders?${filter}`, { method: 'DELETE', token })
    expect(status).toBe(400)
    expect(json).toMatchObject({ error: { error_code: '16' } })
    expect(await open()).toHaveLength(1)
  },
)
