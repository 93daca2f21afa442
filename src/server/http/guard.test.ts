// @vitest-environment node
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createServerApp } from './app.ts'
import { openFeedPass } from './feed-pass.ts'
import { namesOtherVenue, refuseControl, refuseOtherVenue, refuseRequest, venueKeyOf } from './guard.ts'
import { listen } from './listen.ts'
import { venueProxy } from './proxy.ts'
import { staticFiles } from './static.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function venue(): Promise<{ readonly url: URL; readonly tokens: unknown[] }> {
  const tokens: unknown[] = []
  const server = createServer((request, response) => {
    tokens.push(request.headers['credentials_secret'])
    response.setHeader('content-type', 'application/json').end('{"balance_response":[]}')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => server.close())
  return { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), tokens }
}

async function inFrontOf(url: URL, port: number) {
  const venueKey = venueKeyOf(url)
  const exchange = venueProxy({ exchangeUrl: url, marketSummaryUrl: undefined })
  const app = createServerApp({ files: staticFiles('/nowhere', venueKey), exchange, allowedHosts: [] })
  const server = await listen({ fetch: app.fetch, port, tries: 0 })
  const pass = openFeedPass(server.server, new URL('ws://127.0.0.1:9/'), { allowedHosts: [], venueKey })
  const end = async (): Promise<void> => {
    pass.close()
    await server.close(50)
  }
  return { port: server.port, venueKey, end }
}

describe('one venue, one page', () => {
  test('when the server comes back in front of another venue, nothing of the page before reaches that one', async () => {
    const [a, b] = [await venue(), await venue()]
    const first = await inFrontOf(a.url, 0)
    const headers = { credentials_secret: 'token-of-a', 'legwork-venue': first.venueKey }
    const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${first.port}${path}`, init)
    expect((await ask('/v1/api/balances', { headers })).status).toBe(200)
    await first.end()
    const second = await inFrontOf(b.url, first.port)
    ends.push(second.end)
    const body = '{"new_order":{"client_order_id":"x"}}'
    const post = { method: 'POST', body, headers: { ...headers, 'content-type': 'application/json' } }
    for (const refused of [
      await ask('/v1/api/balances', { headers }),
      await ask('/v1/api/order', post),
      await ask('/v1/api/exchangeInfo', { headers }),
    ]) {
      expect([refused.status, refused.headers.get('legwork-venue')]).toEqual([409, second.venueKey])
      expect(await refused.json()).toEqual({ error: expect.stringContaining('this page belongs to another venue') })
    }
    const socket = new WebSocket(`ws://127.0.0.1:${first.port}/v1/feed?venue=${encodeURIComponent(first.venueKey)}`)
    await expect(new Promise((_, reject) => socket.once('error', reject))).rejects.toThrow('409')
    // Pages of earlier versions and programs name no venue.
    const old = await ask('/v1/api/balances', {
      headers: { credentials_secret: 'token-of-a', 'sec-fetch-site': 'same-origin' },
    })
    expect([old.status, b.tokens]).toEqual([409, []])
    expect((await ask('/v1/api/balances', { headers: { credentials_secret: 'token-of-b' } })).status).toBe(200)
    expect(b.tokens).toEqual(['token-of-b'])
  })

  test('a venue is named by its host, and by its path where it has one', () => {
    expect(venueKeyOf(undefined)).toBe('sandbox')
    expect(venueKeyOf(new URL('https://api.venue.example'))).toBe('api.venue.example')
    expect(venueKeyOf(new URL('https://api.venue.example:8443/uat/'))).toBe('api.venue.example:8443/uat')
    expect(namesOtherVenue('/v1/feed', 'a')).toBe(false)
    expect(namesOtherVenue('/v1/feed?venue=a%2Fb', 'a/b')).toBe(false)
    expect(namesOtherVenue('/v1/feed?venue=b', 'a')).toBe(true)
    expect(namesOtherVenue('/v1/feed?venue=%E0%A4%A&x', 'a')).toBe(true)
  })
})

test('a write comes from a page of this very server: another port of this machine is another server', () => {
  const write = (origin: string | undefined, method = 'POST') =>
    refuseRequest(
      { method, headers: new Headers({ host: '127.0.0.1:8787', ...(origin === undefined ? {} : { origin }) }) },
      [],
    )?.status
  expect([write(undefined), write('http://127.0.0.1:8787')]).toEqual([undefined, undefined])
  for (const origin of ['http://127.0.0.1:1', 'http://127.0.0.1', 'http://localhost:8787', 'null', 'nothing'])
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect(write(origin, method), `${method} ${origin}`).toBe(403)
  expect(write('http://127.0.0.1:1', 'GET')).toBeUndefined()
})

test.each([
  [undefined, 421, undefined],
  ['', 421, 403],
  ['evil.example', 421, 403],
  ['evil.example:8787', 421, 403],
  ['127.0.0.1.evil.example', 421, 403],
  ['not a host', 421, 403],
  ['desk.example', undefined, 403],
  ['desk.example:8787', undefined, 403],
  ['127.0.0.1', undefined, undefined],
  ['localhost:8787', undefined, undefined],
  ['[::1]:8787', undefined, undefined],
])('under the host %s a request is refused with %s, one to the control desk with %s', (host, status, control) => {
  const headers = new Headers(host === undefined ? {} : { host })
  expect(refuseRequest({ method: 'GET', headers }, ['desk.example'])?.status).toBe(status)
  expect(refuseControl({ headers })?.status).toBe(control)
  for (const name of ['forwarded', 'x-forwarded-for', 'x-forwarded-host'])
    expect(refuseControl({ headers: new Headers([...headers, [name, '']]) })?.status).toBe(403)
})

test('a page that was admitted by name may write, and no other one of its kind', () => {
  const headers = new Headers({ host: 'localhost', origin: 'https://app.example' })
  const write = (admitted?: string) => refuseRequest({ method: 'POST', headers }, [], admitted)?.status
  expect([write('https://app.example'), write('http://app.example'), write()]).toEqual([undefined, 403, 403])
})

test.each([
  [{}, undefined],
  [{ 'legwork-venue': 'a' }, undefined],
  [{ 'legwork-venue': 'b' }, 409],
  [{ 'legwork-venue': '' }, 409],
  [{ credentials_secret: 't' }, undefined],
  [{ 'sec-fetch-site': 'same-origin' }, undefined],
  [{ credentials_secret: 't', 'sec-fetch-site': 'same-origin' }, 409],
  [{ credentials_secret: 't', 'sec-fetch-site': 'same-origin', 'legwork-venue': 'a' }, undefined],
])('before venue a, a request with %j is refused with %s', (headers, status) => {
  expect(refuseOtherVenue({ headers: new Headers(headers as Record<string, string>) }, 'a')?.status).toBe(status)
})
