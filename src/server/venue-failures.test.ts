// @vitest-environment node
/**
 * Conformance cards for failures: "Failures come in the same envelope" and "WebSocket" of the venue extensions, one
 * numbered check per sentence, from outside against a maximally strict sandbox. They share no code with the server.
 */
import { generateKeyPairSync, sign } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitOrder, perpetual, without } from '../testing/outside-orders.ts'
import {
  type Json,
  type OutsideFeed,
  type OutsideVenue,
  apiKey,
  at,
  listenOutside,
  tokenOf,
} from '../testing/test-outside.ts'

let venue: OutsideVenue
let core: OutsideVenue
let strict: OutsideVenue
beforeAll(async () => {
  ;[venue, core, strict] = await Promise.all([
    listenOutside('extended', { silenceMs: 3_000 }),
    listenOutside('core'),
    listenOutside('extended', { tokens: 'strict' }),
  ])
})
afterAll(() => Promise.all([venue.close(), core.close(), strict.close()]))

const count = expect.stringMatching(/^\d+$/)
const words = expect.stringMatching(/\w+ \w+/)
const executed = 'order has been fully executed and cannot be cancelled'
const notCached = 'exchange order_id or client_order_id not found in order cache'
const notCachedToRefresh = 'exchange order id or client order id not found in order cache'

const limit = (more: Json = {}): Json => limitOrder(venue.id(), more)
const filledAtOnce = (): Json => without(limit({ type: 'MARKET', time_in_force: 'IOC' }), 'price', 'recv_window')
const rfq = (): Json => without(limit({ market_id: 'none', recv_window: '100' }), 'price')

async function placed(order: Json): Promise<{ token: string; id: string; orderId: unknown }> {
  const token = await venue.signIn()
  const answer = await venue.place(token, order)
  return { token, id: String(order['client_order_id']), orderId: at(answer, 'order_accepted', 'order_id') }
}
const cancel = async (token: string, query: string): Promise<unknown> =>
  at((await venue.ask(`/v1/api/order?${query}`, { method: 'DELETE', token })).json, 'cancel_order_response')

async function withFeed(act: (feed: OutsideFeed, token: string) => Promise<void>): Promise<void> {
  const token = await venue.signIn()
  const feed = await venue.signedFeed(token)
  const beat = setInterval(() => feed.send({ heartbeat: { timestamp: '1' } }), 200)
  try {
    await act(feed, token)
  } finally {
    clearInterval(beat)
    feed.close()
  }
}
const answerTo = (feed: OutsideFeed, tag: string): Promise<Json> =>
  feed.until(message => Object.values(message).some(body => at(body, 'user_tag') === tag))

describe('over HTTP', () => {
  test('F1 a cancel of an executed order answers all fields and that it cannot be cancelled', async () => {
    const { token, id, orderId } = await placed(filledAtOnce())
    expect(await cancel(token, `client_order_id=${id}`)).toEqual({
      tradeable_entity_id: '16',
      symbol: perpetual,
      order_id: orderId,
      client_order_id: id,
      timestamp: count,
      filled_quantity: '0.1',
      reason: executed,
    })
  })
  test('F2 a cancel of an unknown order answers the ids it was asked with, a timestamp and the reason, and nothing else', async () => {
    const token = await venue.signIn()
    expect(await cancel(token, 'client_order_id=nobody')).toEqual({
      order_id: '',
      client_order_id: 'nobody',
      timestamp: count,
      reason: notCached,
    })
    expect(await cancel(token, 'order_id=123456789')).toEqual({
      order_id: '123456789',
      client_order_id: '',
      timestamp: count,
      reason: notCached,
    })
  })
  test('F3 a refresh of what is no live RFQ says so in its own envelope', async () => {
    const { token, id } = await placed(limit())
    for (const name of [id, 'nobody']) {
      const { json } = await venue.ask(`/v1/api/refreshInterest?client_order_id=${name}`, { method: 'POST', token })
      expect(json).toEqual({
        refresh_response: { order_id: '', client_order_id: name, timestamp: count, reason: notCachedToRefresh },
      })
    }
  })
  test.each([undefined, 'application/octet-stream', 'text/plain', 'application/json'])(
    'F4 a refresh is taken without a body, whatever its content type (%s)',
    async type => {
      const { token, id } = await placed(rfq())
      const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
      const { status, json } = await venue.ask(`/v1/api/refreshInterest?client_order_id=${id}`, {
        method: 'POST',
        token,
        headers,
      })
      expect([status, at(json, 'refresh_response', 'reason')]).toEqual([200, 'success'])
    },
  )
  test('F5 a cancel of all where nothing is open says that it failed', async () => {
    const { json } = await venue.ask('/v1/api/allOrders', { method: 'DELETE', token: await venue.signIn() })
    expect(json).toEqual({
      cancel_all_orders_response: {
        timestamp: count,
        reason: 'failed no open orders found',
        user_tag: '',
        results: [],
      },
    })
  })
  test('F6 a login that does not hold is refused by an error object with a code of its own', async () => {
    const codeOf = async (token: string | undefined): Promise<unknown> => {
      const { status, json } = await venue.ask('/v1/api/balances', token === undefined ? {} : { token })
      expect([status, json]).toEqual([401, { error: { error_code: count, message: words } }])
      return at(json, 'error', 'error_code')
    }
    const iat = Math.floor((await venue.nowMs()) / 1_000)
    expect(await codeOf(undefined)).toBe('9')
    expect(await codeOf('nonsense')).toBe('10')
    expect(await codeOf(tokenOf({ sub: apiKey, iat: iat - 600, exp: iat - 300 }))).toBe('12')
    expect(await codeOf(tokenOf({ sub: 'nobody', iat, exp: iat + 30 }))).toBe('14')
    const { json } = await venue.ask('/v1/api/balances', { token: tokenOf({ sub: 'nobody', iat, exp: iat + 30 }) })
    expect(at(json, 'error', 'message')).toBe('auth server rejected the authenticate request, Unauthorized')
  })
  test('F7 parameters that cannot be meant are refused by an error object of code 16', async () => {
    const token = await venue.signIn()
    const asked = [
      venue.ask('/v1/api/order', { token }),
      venue.ask('/v1/api/order?order_id=1&client_order_id=2', { token, method: 'DELETE' }),
      venue.ask('/v1/api/order', { token, method: 'POST', body: '{' }),
      venue.ask('/v1/api/orderbook?symbol=NOPE'),
    ]
    for (const { json } of await Promise.all(asked))
      expect(json).toEqual({ error: { error_code: '16', message: words } })
  })
  test('F8 the core profile, which has no such thing, refuses in text', async () => {
    expect((await core.ask('/v1/api/balances')).json).toEqual({ error: words })
    expect((await core.ask('/v1/api/order', { token: await core.signIn() })).json).toEqual({ error: words })
  })
  test('F9 a minimum quantity of 0 is none, on a single order too', async () => {
    const token = await venue.signIn()
    for (const minimum_quantity of ['0', '0.0']) {
      expect(await venue.place(token, limit({ minimum_quantity }))).toHaveProperty('order_accepted')
    }
  })
})

describe('over the socket', () => {
  test('F20 every message is one object of one name', async () => {
    await withFeed(async feed => {
      feed.send({ new_bulk_order: { user_tag: 'bulk', orders: [limit(), rfq()] } })
      feed.send({ register_for_rfqs: { user_tag: 'r' } })
      feed.send({ cancel_all_orders: { user_tag: 'all' } })
      feed.send({ refresh_interest: { client_order_id: 'nobody', user_tag: 'f' } })
      feed.send({ trade_history_request: { trade_count: '1', user_tag: 'h' } })
      feed.send({ earthquake: { user_tag: 'e' } })
      await Promise.all(['bulk', 'r', 'all', 'f', 'h', 'e'].map(tag => answerTo(feed, tag)))
      for (const message of feed.received) {
        const [body, more] = Object.values(message)
        expect([typeof body, Array.isArray(body), more]).toEqual(['object', false, undefined])
      }
      expect(Object.keys(await answerTo(feed, 'bulk'))).toEqual(['new_bulk_order_response'])
      expect(Object.keys(await answerTo(feed, 'all'))).toEqual(['cancel_all_orders_response'])
      expect(Object.keys(await answerTo(feed, 'f'))).toEqual(['refresh_interest_response'])
    })
  })
  test('F21 an answer about an unknown order carries the ids it was asked with, and the tag', async () => {
    await withFeed(async feed => {
      feed.send({ cancel_order: { client_order_id: 'nobody', user_tag: 'c' } })
      expect(at(await answerTo(feed, 'c'), 'cancel_order')).toEqual({
        server_utc_timestamp: count,
        utc_timestamp: count,
        order_id: '',
        client_order_id: 'nobody',
        user_tag: 'c',
        reason: notCached,
      })
      feed.send({ refresh_interest: { order_id: '99999', user_tag: 'f' } })
      expect(at(await answerTo(feed, 'f'), 'refresh_interest_response')).toEqual({
        server_utc_timestamp: count,
        order_id: '99999',
        client_order_id: '',
        user_tag: 'f',
        reason: notCachedToRefresh,
      })
    })
  })
  test('F22 a cancel is answered with its tag on the socket that asked, and pushed without on the others', async () => {
    await withFeed(async (feed, token) => {
      const other = await venue.signedFeed(token)
      const order = limit()
      feed.send({ new_order: order })
      feed.send({ cancel_order: { client_order_id: order['client_order_id'], user_tag: 'mine' } })
      const isOf = (message: Json): boolean =>
        at(message, 'cancel_order', 'client_order_id') === order['client_order_id']
      expect(at(await feed.until(isOf), 'cancel_order')).toMatchObject({ user_tag: 'mine', reason: 'user_cancelled' })
      expect(at(await other.until(isOf), 'cancel_order')).not.toHaveProperty('user_tag')
      other.close()
    })
  })
  test('F23 of a cancel of all the message names the instrument, and nothing open is a failure', async () => {
    await withFeed(async feed => {
      feed.send({ cancel_all_orders: { symbol: 'ETH-USD', user_tag: 'c' } })
      expect(at(await answerTo(feed, 'c'), 'cancel_all_orders_response')).toEqual({
        server_utc_timestamp: count,
        timestamp: count,
        user_tag: 'c',
        reason: 'failed no open orders found',
        symbol: 'ETH-USD',
        tradeable_entity_id: '9',
        results: [],
      })
    })
  })
  test('F24 a heartbeat of a client is never answered, before the login or after, whatever is in it', async () => {
    const feed = await venue.feed()
    for (const body of [{ timestamp: '1763728496000000' }, {}, { timestamp: 'noon' }, null, 7])
      feed.send({ heartbeat: body })
    feed.send({ entities_and_rules_request: { user_tag: 'after' } })
    await answerTo(feed, 'after')
    expect(feed.received.filter(message => !('heartbeat' in message))).toHaveLength(1)
    feed.close()
  })
  test('F25 where silence is bounded a client that sends nothing is disconnected, and one that beats is kept', async () => {
    const token = await venue.signIn()
    const [silent, beating] = await Promise.all([venue.signedFeed(token), venue.signedFeed(token)])
    const beat = setInterval(() => beating.send({ heartbeat: { timestamp: '1' } }), 150)
    await silent.ended
    beating.send({ entities_and_rules_request: { user_tag: 'still' } })
    expect(await answerTo(beating, 'still')).toHaveProperty('entities_and_rules_response')
    clearInterval(beat)
    beating.close()
  })
  test('F26 a refused login is answered with the venue’s code and words', async () => {
    const feed = await venue.feed()
    const iat = Math.floor((await venue.nowMs()) / 1_000)
    feed.send({ authenticate: { credentials_secret: tokenOf({ sub: 'nobody', iat, exp: iat + 30 }), user_tag: 'a' } })
    expect(await answerTo(feed, 'a')).toEqual({
      command_response: {
        user_tag: 'a',
        error_code: '14',
        error_text: 'auth server rejected the authenticate request, Unauthorized',
      },
    })
    feed.close()
  })
  test('F27 an RFQ as others see it always has a price, "" where it had none, and a quantity with a decimal', async () => {
    await withFeed(async feed => {
      const { answer } = { answer: await placed({ ...rfq(), symbol: 'PTF-USD', quantity: '10000' }) }
      feed.send({ register_for_rfqs: { user_tag: 'r' } })
      const isOwn = (name: string) => (message: Json) => at(message, name, 'symbol') === 'PTF-USD'
      const level = { order_id: answer.orderId, price: '', quantity: '10000.0', utc_timestamp: count }
      expect(at(await feed.until(isOwn('snapshot')), 'snapshot', 'buy')).toEqual([level])
      const priced = { ...limit(), market_id: 'none', symbol: 'PTF-USD', quantity: '20', price: '1.1' }
      await placed(priced)
      expect(at(await feed.until(isOwn('order_added')), 'order_added')).toMatchObject({
        price: '1.1',
        quantity: '20.0',
      })
    })
  })
})

describe('where tokens are strict', () => {
  let nonce = 0
  const claims = async (more: Json = {}): Promise<Json> => {
    const iat = Math.floor((await strict.nowMs()) / 1_000) - 5
    nonce += 1
    return { sub: apiKey, iat, exp: iat + 30, client: 'api', nonce, uri: '/v1/api/balances', ...more }
  }
  const refusal = async (token: string, path = '/v1/api/balances'): Promise<unknown> => {
    const { status, json } = await strict.ask(path, { token })
    return status === 200 ? undefined : at(json, 'error')
  }
  const unauthorised = (why: string) => ({
    error_code: '14',
    message: expect.stringMatching(
      new RegExp(`^auth server rejected the authenticate request, Unauthorized: .*${why}`),
    ),
  })

  test('F40 a short-lived token for the endpoint is taken, again and again while it lives, and not for another endpoint', async () => {
    const token = tokenOf(await claims())
    expect(await refusal(token)).toBeUndefined()
    expect(await refusal(token)).toBeUndefined()
    expect(await refusal(token, '/v1/api/positions')).toEqual(unauthorised('uri'))
  })
  test('F41 the uri may be the path or the full address', async () => {
    expect(await refusal(tokenOf(await claims({ uri: `${strict.address}/v1/api/balances` })))).toBeUndefined()
    expect(await refusal(tokenOf(await claims({ uri: 'https://elsewhere.example/v1/api/balances' })))).toEqual(
      unauthorised('uri'),
    )
  })
  test.each([
    ['a life of more than 30 s', 'exp', async () => claims({ exp: Math.floor((await strict.nowMs()) / 1_000) + 26 })],
    ['another client', 'client', () => claims({ client: 'web' })],
    ['no client', 'client', async () => without(await claims(), 'client')],
    ['no nonce', 'nonce', async () => without(await claims(), 'nonce')],
    ['no uri', 'uri', async () => without(await claims(), 'uri')],
  ])('F42 %s is refused', async (_, why, made) => {
    expect(await refusal(tokenOf(await made()))).toEqual(unauthorised(why))
  })
  test('F43 a nonce must rise', async () => {
    expect(await refusal(tokenOf(await claims({ nonce: 1_000 })))).toBeUndefined()
    expect(await refusal(tokenOf(await claims({ nonce: 1_000, jti: 'other' })))).toEqual(unauthorised('nonce'))
    expect(await refusal(tokenOf(await claims({ nonce: 999 })))).toEqual(unauthorised('nonce'))
    expect(
      await refusal(tokenOf(await claims({ nonce: 1_000, uri: '/v1/api/positions' })), '/v1/api/positions'),
    ).toEqual(unauthorised('nonce'))
    expect(await refusal(tokenOf(await claims({ nonce: '1001' })))).toBeUndefined()
    nonce = 2_000
  })
  test('F44 the socket asks for its own address, orders for theirs', async () => {
    const feed = await strict.feed()
    feed.send({ authenticate: { credentials_secret: tokenOf(await claims()), user_tag: 'wrong' } })
    expect(at(await answerTo(feed, 'wrong'), 'command_response', 'error_code')).toBe('14')
    feed.send({ authenticate: { credentials_secret: tokenOf(await claims({ uri: '/v1/feed' })), user_tag: 'right' } })
    expect(at(await answerTo(feed, 'right'), 'command_response', 'error_code')).toBe('0')
    feed.close()
    const token = tokenOf(await claims({ uri: '/v1/api/order' }))
    for (const order of [limit(), limit()]) expect(await strict.place(token, order)).toHaveProperty('order_accepted')
    const other = tokenOf(await claims({ uri: '/v1/api/balances' }))
    await refusal(other)
    expect(
      (await strict.ask('/v1/api/order', { method: 'POST', token: other, body: { new_order: limit() } })).status,
    ).toBe(401)
  })
  test('F45 the sandbox signs nobody in by itself', async () => {
    expect((await strict.ask('/sandbox/session', { method: 'POST', body: {} })).status).toBe(400)
  })
  test('F46 a token of another key is refused in the plain words', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const text = [{ alg: 'ES256', typ: 'JWT' }, await claims()]
      .map(part => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString(
      'base64url',
    )
    expect(await refusal(`${text}.${signature}`)).toEqual({
      error_code: '14',
      message: 'auth server rejected the authenticate request, Unauthorized',
    })
  })
})

describe('the fault refuse', () => {
  const fault = async (body: Json): Promise<void> => {
    const { status, text } = await venue.ask('/sandbox/control/faults', {
      method: 'POST',
      body: { fault: 'refuse', ...body },
    })
    if (status !== 200) throw new Error(text)
  }
  test('F61 answers with a whole body where one is given, a public call for anyone who makes it', async () => {
    const body = { orderbook_response: { reason: 'nobody quotes this' } }
    await fault({ account: 'anybody', on: 'orderBook', status: 404, body })
    const { status, json } = await venue.ask('/v1/api/orderbook?symbol=BTC-USD')
    expect([status, json]).toEqual([404, body])
  })
  test('F62 is the same over the socket, the login included', async () => {
    const token = await venue.signIn('socketed')
    await fault({ account: 'socketed', on: 'authenticate', error_code: '12', message: 'too old' })
    const feed = await venue.feed()
    feed.send({ authenticate: { credentials_secret: token, user_tag: 'a' } })
    expect(await answerTo(feed, 'a')).toEqual({ error: { user_tag: 'a', error_code: '12', message: 'too old' } })
    feed.send({ authenticate: { credentials_secret: token, user_tag: 'b' } })
    await answerTo(feed, 'b')
    await fault({ account: 'socketed', on: 'cancelOrder', error_code: '16', message: 'invalid parameters' })
    feed.send({ cancel_order: { client_order_id: 'x', user_tag: 'c' } })
    expect(await answerTo(feed, 'c')).toEqual({
      error: { user_tag: 'c', error_code: '16', message: 'invalid parameters' },
    })
    feed.close()
  })
})
