// @vitest-environment node
import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createServerApp } from './http/app.ts'
import type { SandboxSettings } from './http/env.ts'
import { openFeedEntry } from './http/feed-socket.ts'
import { connectionOf, listen, type ListeningServer } from './http/listen.ts'
import { type MountedSandbox, mountSandbox } from './http/mount-sandbox.ts'
import { staticFiles } from './http/static.ts'

const settings: SandboxSettings = {
  seed: 'control',
  market: 'frozen',
  instruments: 300,
  profile: 'extended',
  data: 'memory',
  control: true,
  requestsPerSecond: 1_000,
}
let sandbox: MountedSandbox
let server: ListeningServer
let token = ''
beforeAll(async () => {
  sandbox = await mountSandbox(settings, { connectionOf })
  const app = createServerApp({
    files: staticFiles('nowhere', 'sandbox'),
    exchange: sandbox,
    allowedHosts: ['desk.lan'],
  })
  server = await listen({ fetch: app.fetch, port: 0, tries: 0 })
  const session = await send('POST', '/sandbox/session', { account: 'ann' })
  token = ((await session.json()) as { credentials_secret: string }).credentials_secret
})
afterAll(async () => {
  sandbox.stop()
  await server.close(100)
})
beforeEach(async () => {
  await control('faults/clear', {})
})

const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`http://127.0.0.1:${server.port}${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
const ask = async (path: string): Promise<Record<string, Record<string, unknown>>> =>
  (await (await send('GET', path, undefined, { credentials_secret: token })).json()) as Record<
    string,
    Record<string, unknown>
  >

interface Desk {
  readonly now: string
  readonly frozen: boolean
  readonly faults: readonly { readonly fault: string; readonly count: number }[]
}
async function control(path: string, body?: unknown): Promise<Desk> {
  const answer = await send('POST', `/sandbox/control/${path}`, body)
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Desk
}

let ids = 0
const order = (more: Record<string, string> = {}) => {
  ids += 1
  return {
    new_order: {
      symbol: 'BTC-USD-PERPETUAL',
      market_id: '0',
      side: 'buy',
      type: 'LIMIT',
      time_in_force: 'GTC',
      recv_window: '100',
      quantity: '0.01',
      price: '1000',
      client_order_id: `x${ids}`,
      ...more,
    },
  }
}
type Body = ReturnType<typeof order>
const place = (body: Body): Promise<Response> => send('POST', '/v1/api/order', body, { credentials_secret: token })
const details = async (body: Body) =>
  (await ask(`/v1/api/order?client_order_id=${body.new_order.client_order_id}`))['query_order_response'] ?? {}
const fault = (more: Record<string, unknown>): Promise<Desk> => control('faults', { account: 'ann', ...more })

describe('time', () => {
  test('stands still, is moved on, and goes on from there', async () => {
    const { now, frozen } = await control('freeze')
    expect(frozen).toBe(true)
    const timeNow = async () =>
      ((await ask('/v1/api/time')) as unknown as { server_utc_timestamp: string }).server_utc_timestamp
    expect(await timeNow()).toBe(now)
    await control('advance', { ms: '3600000' })
    expect(BigInt(await timeNow()) - BigInt(now)).toBe(3_600_000_000n)
    expect((await control('unfreeze')).frozen).toBe(false)
    await expect.poll(async () => BigInt(await timeNow()) - BigInt(now) > 3_600_000_000n).toBe(true)
  })

  test('that is moved on ends what is due by then', async () => {
    const short = order({ recv_window: '1' })
    await place(short)
    await control('advance', { ms: 600_000 })
    expect(await details(short)).toMatchObject({ cancel_state: 'timeout' })
  })
})

describe('prices', () => {
  test('that are set fill what rests on the way', async () => {
    await control('freeze')
    const resting = order({ price: '52000' })
    await place(resting)
    expect(await details(resting)).toMatchObject({ order_state: 'accepted' })
    await control('prices', { BTC: '50000' })
    expect(await details(resting)).toMatchObject({ order_state: 'filled', executions: [{ executed_price: '52000.0' }] })
    const book = (await ask('/v1/api/orderbook?symbol=BTC-USD-PERPETUAL&depth=1'))['orderbook_response'] as {
      buy: { price: string }[]
    }
    expect(Number(book.buy[0]?.price) / 50_000).toBeCloseTo(1, 2)
    await control('unfreeze')
  })

  test.each([
    [{}, /Name a base/],
    [{ DOGE: '1' }, /no underlying DOGE/],
    [{ BTC: '-1' }, /BTC: .*above zero/],
    [{ BTC: 'much' }, /BTC/],
  ])('that cannot be meant are refused: %j', async (prices, problem) => {
    const answer = await send('POST', '/sandbox/control/prices', prices)
    expect(answer.status).toBe(400)
    expect(await answer.text()).toMatch(problem)
  })
})

describe('a fault', () => {
  test('time-out: the order executes, no answer comes', async () => {
    await fault({ fault: 'timeout' })
    const lost = order()
    const asked = fetch(`http://127.0.0.1:${server.port}/v1/api/order`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', credentials_secret: token },
      body: JSON.stringify(lost),
      signal: AbortSignal.timeout(400),
    })
    await expect(asked).rejects.toThrow(/abort/i)
    expect(await details(lost)).toMatchObject({ order_state: 'accepted' })
  })

  test('time-out: the connection is cut once it was held for as long as asked', async () => {
    await fault({ fault: 'timeout', hold_ms: '150' })
    await expect(place(order())).rejects.toThrow(/fetch failed/)
  })

  test('reset: the connection breaks after the body, with or without the order executed', async () => {
    const [saved, dropped] = [order(), order()]
    await fault({ fault: 'reset' })
    await fault({ fault: 'reset', executes: false })
    await expect(place(saved)).rejects.toThrow(/fetch failed/)
    await expect(place(dropped)).rejects.toThrow(/fetch failed/)
    expect(await details(saved)).toMatchObject({ order_state: 'accepted' })
    expect(await details(dropped)).toMatchObject({ error: 'failed' })
  })

  test('duplicate: the request arrives twice, and there is one order', async () => {
    await fault({ fault: 'duplicate' })
    const twice = order()
    expect(await (await place(twice)).json()).toMatchObject({
      order_accepted: { client_order_id: twice.new_order.client_order_id },
    })
    const { open_orders } = (await ask('/v1/api/openOrders'))['query_open_orders_response'] as {
      open_orders: Record<string, unknown>[]
    }
    expect(open_orders.filter(each => each['client_order_id'] === twice.new_order.client_order_id)).toHaveLength(1)
  })

  test('reject: with the reason asked for, and no order comes to be', async () => {
    await fault({ fault: 'reject', reason: 'account_suspended', count: '2' })
    for (const body of [order(), order()]) {
      expect(await (await place(body)).json()).toMatchObject({
        order_rejected: {
          reason: 'account_suspended',
          client_order_id: body.new_order.client_order_id,
          quantity: '0.01',
        },
      })
      expect(await details(body)).toMatchObject({ error: 'failed' })
    }
    expect(await (await place(order())).json()).toHaveProperty('order_accepted')
  })

  test('partial fill: that part fills at once, over HTTP and over the socket', async () => {
    await control('freeze')
    await fault({ fault: 'partial_fill', fraction: '0.25', count: 2 })
    const first = order({ quantity: '0.04', price: '900000' })
    await place(first)
    expect(await details(first)).toMatchObject({
      order_state: 'partial_fill',
      executions: [{ executed_quantity: '0.01' }],
    })
    // Otherwise the rest of the first order would fill before the second.
    await control('advance', { ms: 1_000 })
    expect(await details(first)).toMatchObject({ order_state: 'filled' })
    const second = order({ quantity: '0.08', price: '900000' })
    await overSocket(second)
    expect(await details(second)).toMatchObject({
      order_state: 'partial_fill',
      executions: [{ executed_quantity: '0.02' }],
    })
    await control('unfreeze')
  })

  test.each([
    ['renamed', { order_id_v2: expect.any(String) }],
    ['retyped', { order_id: { value: expect.any(String) } }],
    ['missing', {}],
  ])('drift: a field is %s', async (change, expected) => {
    await fault({ fault: 'drift', field: 'order_id', change })
    const { order_accepted } = (await (await place(order())).json()) as { order_accepted: Record<string, unknown> }
    expect(Object.fromEntries(Object.entries(order_accepted).filter(([name]) => name.startsWith('order_id')))).toEqual(
      expected,
    )
  })

  test('drift comes over answers that browsers take compressed or have already', async () => {
    const path = '/v1/market_data/tradeable_entity/all/summary'
    await fault({ fault: 'drift', on: 'marketSummary', field: 'symbol', change: 'missing' })
    const answer = await send('GET', path, undefined, { 'accept-encoding': 'br', 'if-none-match': '*' })
    const rows = (await answer.json()) as Record<string, unknown>[]
    expect([answer.status, rows.length > 0, rows.some(row => 'symbol' in row)]).toEqual([200, true, false])
  })

  test('too many requests: 429 with the seconds to wait, and nothing executes', async () => {
    await fault({ fault: 'too_many_requests', retry_after: '7' })
    const refused = order()
    const answer = await place(refused)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '7'])
    expect(await details(refused)).toMatchObject({ error: 'failed' })
  })

  test('slow: the answer comes late', async () => {
    await fault({ fault: 'slow', delay_ms: 300 })
    const started = performance.now()
    expect((await place(order())).status).toBe(200)
    expect(performance.now() - started).toBeGreaterThan(290)
  })

  test('is for its account, its call and its number of requests alone', async () => {
    await fault({ fault: 'too_many_requests', on: 'positions', count: 2 })
    await control('faults', { account: 'bob', fault: 'too_many_requests', on: 'any' })
    const status = async (path: string) => (await send('GET', path, undefined, { credentials_secret: token })).status
    expect(await status('/v1/api/balances')).toBe(200)
    expect([
      await status('/v1/api/positions'),
      await status('/v1/api/positions'),
      await status('/v1/api/positions'),
    ]).toEqual([429, 429, 200])
    const { faults } = await control('faults/clear', { account: 'ann' })
    expect(faults).toEqual([expect.objectContaining({ account: 'bob' })])
  })

  test.each([
    [{ fault: 'earthquake' }],
    [{ fault: 'slow', delay_ms: '-1' }],
    [{ fault: 'partial_fill', fraction: '1.5' }],
    [{ fault: 'slow', on: 'sandboxSession' }],
    [{ fault: 'slow', unknown: 1 }],
    [{ fault: 'drift' }],
  ])('that cannot be meant is refused with the field: %j', async body => {
    const answer = await send('POST', '/sandbox/control/faults', { account: 'ann', ...body })
    expect(answer.status).toBe(400)
    expect(((await answer.json()) as { error: string }).error).toMatch(/^\w+: /)
  })
})

async function overSocket(body: Body): Promise<void> {
  const { feed } = sandbox
  if (feed === undefined) throw new Error('the extended profile has a feed')
  const entry = openFeedEntry(server.server, feed, { allowedHosts: [], venueKey: 'sandbox' })
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/v1/feed`)
  const received: string[] = []
  socket.on('message', data => received.push((data as Buffer).toString()))
  await new Promise(opened => socket.once('open', opened))
  socket.send(JSON.stringify({ authenticate: { credentials_secret: token } }))
  socket.send(JSON.stringify(body))
  await expect.poll(() => received.some(text => text.includes('order_accepted'))).toBe(true)
  socket.close()
  entry.close()
}

function statusWith(headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = httpRequest({ port: server.port, host: '127.0.0.1', path: '/sandbox/control', headers }, answer => {
      answer.resume()
      resolve(answer.statusCode)
    })
    asked.on('error', reject).end()
  })
}

describe('the control desk', () => {
  test('answers on this machine only, and not to other pages', async () => {
    expect(await statusWith({ host: `127.0.0.1:${server.port}` })).toBe(200)
    expect(await statusWith({ host: 'desk.lan' })).toBe(403)
    expect(await statusWith({ host: 'evil.example' })).toBe(421)
    expect(await statusWith({ host: '127.0.0.1', 'x-forwarded-for': '10.0.0.7' })).toBe(403)
    expect((await send('POST', '/sandbox/control/freeze', {}, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await send('POST', '/sandbox/control/advance', undefined, { 'content-type': 'text/plain' })).status).toBe(
      400,
    )
  })

  test('says under which paths there is something', async () => {
    expect((await send('POST', '/sandbox/control/earthquake', {})).status).toBe(404)
    expect((await send('GET', '/sandbox/control')).status).toBe(200)
  })

  test('is not there unless asked for at start', async () => {
    const plain = await mountSandbox({ ...settings, control: false })
    for (const path of ['', '/freeze', '/faults']) {
      const answer = await plain.fetch(new Request(`http://127.0.0.1/sandbox/control${path}`, { method: 'POST' }))
      expect(answer.status).toBe(404)
    }
    // Probing for the desk must not log an error in the page's console.
    expect((await plain.fetch(new Request('http://127.0.0.1/sandbox/control'))).status).toBe(204)
    plain.stop()
  })
})
