// @vitest-environment node
import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createServerApp } from './http/app.ts'
import { connectionOf, listen, type ListeningServer } from './http/listen.ts'
import { type MountedSandbox, mountSandbox } from './http/mount-sandbox.ts'
import { staticFiles } from './http/static.ts'
import { extendedSandbox } from '../testing/extended-sandbox.ts'
import { firmLimit } from '../testing/order.fixture.ts'

const settings = extendedSandbox('control', { control: true })
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
      ...firmLimit,
      side: 'buy',
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

describe('a fault', () => {
  test('reset: the connection breaks after the body, with or without the order executed', async () => {
    const [saved, dropped] = [order(), order()]
    await fault({ fault: 'reset' })
    await fault({ fault: 'reset', executes: false })
    await expect(place(saved)).rejects.toThrow(/fetch failed/)
    await expect(place(dropped)).rejects.toThrow(/fetch failed/)
    expect(await details(saved)).toMatchObject({ order_state: 'accepted' })
    expect(await details(dropped)).toMatchObject({ error: 'failed' })
  })

  test('drift comes over answers that browsers take compressed or have already', async () => {
    const path = '/v1/market_data/tradeable_entity/all/summary'
    await fault({ fault: 'drift', on: 'marketSummary', field: 'symbol', change: 'missing' })
    const answer = await send('GET', path, undefined, { 'accept-encoding': 'br', 'if-none-match': '*' })
    const rows = (await answer.json()) as Record<string, unknown>[]
    expect([answer.status, rows.length > 0, rows.some(row => 'symbol' in row)]).toEqual([200, true, false])
  })
})

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
