// @vitest-environment node
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { notJsonWords } from '../../core/contract/failure.ts'
import { firstWords } from './answers.ts'
import { createServerApp } from './app.ts'
import { listen, type ListeningServer } from './listen.ts'
import { venueProxy } from './proxy.ts'
import { staticFiles } from './static.ts'

let act: (request: IncomingMessage, response: ServerResponse, body: string) => void
const arrived: {
  readonly method: string
  readonly url: string
  readonly port: number
  readonly token: unknown
  readonly own: string[]
}[] = []
const venue = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { method = '', url = '', headers, socket } = request
    const own = Object.keys(headers).filter(name => name.startsWith('legwork-'))
    arrived.push({ method, url, port: socket.remotePort ?? 0, token: headers['credentials_secret'], own })
    act(request, response, Buffer.concat(chunks).toString('utf8'))
  })
})
let server: ListeningServer

beforeAll(async () => {
  await new Promise<void>(resolve => venue.listen(0, '127.0.0.1', resolve))
  const exchangeUrl = new URL(`http://127.0.0.1:${(venue.address() as AddressInfo).port}`)
  const exchange = venueProxy({ exchangeUrl, marketSummaryUrl: undefined })
  server = await listen({
    fetch: createServerApp({ files: staticFiles('/nowhere', 'x'), exchange, allowedHosts: [] }).fetch,
    port: 0,
    tries: 0,
  })
})
afterAll(async () => {
  await server.close(100)
  venue.closeAllConnections()
  venue.close()
})
beforeEach(() => {
  arrived.length = 0
  act = (_, response) => response.setHeader('content-type', 'application/json').end('{"ok":1}')
})

const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${server.port}${path}`, init)
const order = (
  id: string,
  more: { readonly token?: string; readonly quantity?: string; readonly send?: string } = {},
) =>
  ask('/v1/api/order', {
    method: 'POST',
    body: JSON.stringify({ new_order: { client_order_id: id, quantity: more.quantity ?? '1' } }),
    headers: {
      'content-type': 'application/json',
      credentials_secret: more.token ?? 'a.b.c',
      ...(more.send === undefined ? {} : { 'legwork-send': more.send }),
    },
  })

describe('answers of a venue are data', () => {
  test.each([
    ['text/html', '<script>alert(document.cookie)</script><h1>Bad\u202e gateway</h1> <b>ref 1</b>', 200, 502],
    ['image/svg+xml', '<svg onload="alert(1)"><text>hello</text></svg>', 200, 502],
    ['application/json', '<html>not json</html>', 200, 502],
    ['application/json', '{"a":1', 200, 502],
    ['text/html', '<p>Sign in first</p>', 401, 401],
    ['text/html', '', 503, 503],
  ])('%s with %s under %i is told as a plain error of status %i', async (type, text, status, reported) => {
    act = (_, response) =>
      response
        .writeHead(status, { 'content-type': type, 'content-security-policy': 'default-src *', 'retry-after': '3' })
        .end(text)
    const answer = await ask('/v1/api/exchangeInfo')
    expect(answer.status).toBe(reported)
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'; sandbox")
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    const { error } = (await answer.json()) as { error: string }
    expect(error).toMatch(/^The venue answered \d+ with something that is not JSON/)
    expect(error).toContain(notJsonWords)
    expect(error).not.toMatch(/[<>\u202e]|alert/)
    if (reported === 503) expect(answer.headers.get('retry-after')).toBe('3')
  })

  test('JSON that the venue calls a page is JSON all the same', async () => {
    act = (_, response) => response.setHeader('content-type', 'text/html').end(' {"x":"<script>alert(1)</script>"} ')
    const answer = await ask('/v1/api/exchangeInfo')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
    expect(await answer.json()).toEqual({ x: '<script>alert(1)</script>' })
  })

  test('every answer under a path of the interface says that it is data, our own refusals as well', async () => {
    for (const path of ['/v1/api/none', '/v1/api/time', '/healthz', '/healthz/headers', '/sandbox/control', '/v9']) {
      const { headers } = await ask(path)
      expect([path, headers.get('content-security-policy')]).toEqual([
        path,
        "default-src 'none'; frame-ancestors 'none'; sandbox",
      ])
      expect([path, headers.get('content-type')]).toEqual([path, 'application/json; charset=utf-8'])
    }
  })

  test('first words are short, and a mark that never ends takes all behind it', () => {
    expect(firstWords(Buffer.from(`<style>a{}</style>Hello\u0000 <b>there`))).toBe('Hello there')
    expect(firstWords(Buffer.from('x <script>alert(1)'))).toBe('x')
    expect(firstWords(Buffer.from('long '.repeat(1_000))).length).toBe(161)
  })
})

describe('what reaches the venue', () => {
  test('a token goes with private calls alone, and our own headers never', async () => {
    const headers = { credentials_secret: 'a.b.c', 'legwork-send': '1' }
    await ask('/v1/market_data/tradeable_entity/all/summary', { headers })
    await ask('/v1/api/exchangeInfo', { headers })
    await ask('/v1/api/balances', { headers })
    expect(arrived.map(({ token }) => token)).toEqual([undefined, undefined, 'a.b.c'])
    expect(arrived.flatMap(({ own }) => own)).toEqual([])
  })

  test('an order and a cancel go over a connection of their own', async () => {
    await ask('/v1/api/balances')
    await order('own-connection')
    await ask('/v1/api/balances')
    await ask('/v1/api/order?client_order_id=x', { method: 'DELETE' })
    const [, placed, , cancelled] = arrived
    expect(arrived.filter(({ port }) => port === placed?.port)).toHaveLength(1)
    expect(arrived.filter(({ port }) => port === cancelled?.port)).toHaveLength(1)
  })

  test('the self-test answers here, of this server', async () => {
    expect(await (await ask('/healthz')).json()).toEqual({ status: 'ok' })
    expect(await (await ask('/healthz/headers', { headers: { credentials_secret: 'x' } })).json()).toEqual({
      credentials_secret: 'arrived',
    })
    expect((await ask('/healthz', { method: 'DELETE' })).status).toBe(405)
    expect(arrived).toEqual([])
  })
})

describe('one confirmation is one order', () => {
  test('the same order again, in flight or answered, gets the answer of the first and is not passed on', async () => {
    let release: () => void = () => undefined
    act = (_, response, body) =>
      (release = () => response.setHeader('content-type', 'application/json').end(`{"echo":${body}}`))
    const first = order('twice')
    await expect.poll(() => arrived.length).toBe(1)
    const second = order('twice')
    await new Promise(resolve => setTimeout(resolve, 50))
    release()
    const texts = [await (await first).text(), await (await second).text(), await (await order('twice')).text()]
    expect(new Set(texts).size).toBe(1)
    expect(arrived).toHaveLength(1)
  })

  test('it waits for the venue though the client that sent it first has gone', async () => {
    act = (_, response) =>
      void setTimeout(() => response.setHeader('content-type', 'application/json').end('{"late":1}'), 150)
    const gone = new AbortController()
    const body = JSON.stringify({ new_order: { client_order_id: 'gone', quantity: '1' } })
    const headers = { 'content-type': 'application/json', credentials_secret: 'a.b.c' }
    const first = ask('/v1/api/order', { method: 'POST', body, headers, signal: gone.signal }).catch(() => 'reset')
    await expect.poll(() => arrived.length).toBe(1)
    gone.abort()
    expect(await first).toBe('reset')
    const again = await order('gone')
    expect([again.status, await again.json(), arrived.length]).toEqual([200, { late: 1 }, 1])
  })
})
