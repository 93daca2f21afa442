// @vitest-environment node
/** The server's metrics and who may read them, over real connections. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../core/contract/endpoints.ts'
import { createServerApp } from './http/app.ts'
import { listen, type ListeningServer, peerOf } from './http/listen.ts'
import { readMetricsToken, refuseMetrics } from './http/metrics-access.ts'
import { createServerMetrics } from './http/server-metrics.ts'
import { staticFiles } from './http/static.ts'

const token = 'a-token-of-thirty-two-characters-or-more'
const secretToken = 'eyJhbGciOiJFUzI1NiJ9.secret.signature'
let orderAnswer: () => Response = () => Response.json({ order_accepted: {} })
let failing = false
let nowMs = 0

const exchange = {
  async fetch(request: Request): Promise<Response | undefined> {
    const { pathname } = new URL(request.url)
    if (failing) throw new Error('no')
    if (pathname === endpoints.placeOrder.path && request.method === 'POST') return orderAnswer()
    if (pathname === endpoints.balances.path) return Response.json({}, { status: 429 })
    return pathname.startsWith('/v1') ? Response.json({}) : undefined
  },
}
const metrics = createServerMetrics({ failures: () => 3, nowMs: () => nowMs })
const appOf = (given: string | undefined) =>
  createServerApp({
    files: staticFiles('/nowhere', 'venue.example'),
    exchange: metrics.watch(exchange),
    allowedHosts: ['desk.example'],
    metrics: {
      text: async () => `${await metrics.text()}legwork_recorder_accounts 1\n`,
      reader: { token: given, peerOf },
    },
  })

let server: ListeningServer
let guardedServer: ListeningServer
beforeAll(async () => {
  server = await listen({ fetch: appOf(undefined).fetch, port: 0, tries: 0 })
  guardedServer = await listen({ fetch: appOf(token).fetch, port: 0, tries: 0 })
})
afterAll(async () => {
  metrics.stop()
  await server.close(100)
  await guardedServer.close(100)
})

const at = (of: ListeningServer, path: string) => `http://127.0.0.1:${of.port}${path}`
const read = async () => (await fetch(at(server, '/metrics'))).text()
const valueOf = (text: string, series: string): number | undefined => {
  const line = text.split('\n').find(each => each.startsWith(`${series} `))
  return line === undefined ? undefined : Number.parseFloat(line.slice(series.length + 1))
}
const headers = {
  credentials_secret: secretToken,
  'content-type': 'application/json',
  'legwork-venue': 'venue.example',
}
const send = (id: string) =>
  fetch(at(server, endpoints.placeOrder.path), {
    method: 'POST',
    headers,
    body: JSON.stringify({ new_order: { client_order_id: id } }),
  })

describe('the figures of the server', () => {
  test('count requests by call and status, and what is no call of the contract not at all', async () => {
    await fetch(at(server, `${endpoints.positions.path}?account=whose`), { headers })
    await fetch(at(server, endpoints.balances.path), { headers })
    await fetch(at(server, '/v1/secrets/of/somebody'), { headers })
    const text = await read()
    expect(valueOf(text, 'legwork_requests_total{call="positions",status="200"}')).toBe(1)
    expect(valueOf(text, 'legwork_requests_total{call="balances",status="429"}')).toBe(1)
    expect(text).not.toMatch(/somebody|whose/)
  })

  test('count orders by the exchange’s own word: only it makes one accepted or rejected', async () => {
    const said: readonly (() => Response)[] = [
      () => Response.json({ order_accepted: {} }),
      () => Response.json({ order_rejected: { reason: 'x' } }),
      () => Response.json({ error: 'no' }, { status: 409 }),
      () => Response.json({ neither: 1 }),
      () => Response.json({ order_accepted: {} }, { status: 502 }),
      () => new Response('<html>', { status: 200 }),
    ]
    for (const [index, each] of said.entries()) {
      orderAnswer = each
      await send(`order-${index}`)
    }
    failing = true
    expect((await send('order-lost')).status).toBe(500)
    failing = false
    const text = await read()
    const counted = ['accepted', 'rejected', 'refused', 'unknown'].map(outcome =>
      valueOf(text, `legwork_orders_total{outcome="${outcome}"}`),
    )
    expect(counted).toEqual([1, 1, 1, 4])
    expect(valueOf(text, 'legwork_requests_total{call="placeOrder",status="none"}')).toBe(1)
    expect(text).not.toMatch(/order-\d|order-lost|secret/)
  })

  test('answer an order as the exchange did, though it was read', async () => {
    orderAnswer = () => Response.json({ order_accepted: { order_id: '7' } })
    expect(await (await send('again')).json()).toEqual({ order_accepted: { order_id: '7' } })
  })

  test('tell for how long the exchange has said nothing, and what the process itself is late by', async () => {
    await fetch(at(server, endpoints.time.path))
    nowMs += 7_000
    const text = await read()
    expect(valueOf(text, 'legwork_exchange_silent_seconds')).toBe(7)
    expect(valueOf(text, 'legwork_lag_seconds{quantile="0.99"}')).toBeGreaterThanOrEqual(0)
    expect(valueOf(text, 'legwork_failures_total')).toBe(3)
    expect(valueOf(text, 'legwork_answer_seconds_count')).toBe(
      valueOf(text, 'legwork_answer_seconds_bucket{le="+Inf"}'),
    )
    expect(valueOf(text, 'legwork_recorder_accounts')).toBe(1)
  })

  test('are lines that Prometheus reads, each family with its type before it', async () => {
    const answer = await fetch(at(server, '/metrics'))
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const lines = (await answer.text()).trimEnd().split('\n')
    const types = new Map(
      lines.flatMap(line =>
        [...line.matchAll(/^# TYPE (\S+) (\S+)$/g)].map(([, name = '', type = '']) => [name, type]),
      ),
    )
    for (const line of lines.filter(
      each => each !== '' && !each.startsWith('#') && !each.startsWith('legwork_recorder'),
    )) {
      const [, name = ''] =
        /^([a-z_]+?)(?:_bucket|_sum|_count)?(?:\{(?:[a-z]+="[^"\\]*",?)+\})? [\d.e+-]+$/.exec(line) ?? []
      expect(types.has(name), line).toBe(true)
    }
  })
})

describe('who may read them', () => {
  const asked = (more: Readonly<Record<string, string>>, peer = '127.0.0.1', method = 'GET') =>
    refuseMetrics(new Request('http://127.0.0.1/metrics', { method, headers: { host: '127.0.0.1:8787', ...more } }), {
      token: undefined,
      peerOf: () => (peer === '' ? undefined : peer),
    })?.status

  test.each([
    ['a program of this machine', {}, '127.0.0.1', undefined],
    ['one by its other address', {}, '::1', undefined],
    ['one by the mapped address', {}, '::ffff:127.0.0.1', undefined],
    ['another machine', {}, '10.0.0.7', 403],
    ['another machine that claims this host', { host: '127.0.0.1' }, '10.0.0.7', 403],
    ['anyone whom a proxy of this machine lets through', { 'x-forwarded-for': '10.0.0.7' }, '127.0.0.1', 403],
    ['anyone who comes by a name of the desk', { host: 'desk.example' }, '127.0.0.1', 403],
    ['nobody that is known', {}, '', 403],
  ])('without a token: %s', (_, more, peer, status) => expect(asked(more, peer)).toBe(status))

  test('with a token: its holder alone, this machine too', async () => {
    const ask = (given?: string) =>
      fetch(at(guardedServer, '/metrics'), { headers: given === undefined ? {} : { authorization: `Bearer ${given}` } })
    expect([(await ask(token)).status, (await ask(`${token}x`)).status]).toEqual([200, 401])
    const none = await ask()
    expect([none.status, none.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  })

  test('is asked of the figures alone, and by reading', async () => {
    expect(asked({}, '127.0.0.1', 'POST')).toBe(405)
    expect((await fetch(at(server, '/metrics/'))).status).toBe(404)
  })
})

test('a token’s file is refused where others may read it or it holds none, and nothing of it is said', () => {
  const folder = mkdtempSync(join(tmpdir(), 'legwork-metrics-'))
  const path = join(folder, 'token')
  const readAs = (text: string, mode: number) => {
    writeFileSync(path, text)
    chmodSync(path, mode)
    return readMetricsToken(path)
  }
  try {
    expect(readMetricsToken(undefined)).toEqual({ ok: true, token: undefined })
    expect(readAs(`${token}\n`, 0o600)).toEqual({ ok: true, token })
    for (const read of [readAs(token, 0o640), readAs('hunter2', 0o600), readAs(`${token} and more`, 0o600)]) {
      expect(read.ok).toBe(false)
      expect(JSON.stringify(read)).not.toMatch(/hunter2|a-token/)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})
