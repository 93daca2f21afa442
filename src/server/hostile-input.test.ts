// @vitest-environment node
import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { micros } from '../core/domain/time.ts'
import { createExchange } from '../exchange/sandbox/engine/create-exchange.ts'
import { createMarket } from '../exchange/sandbox/market/create-market.ts'
import { listenOutside, type OutsideVenue } from '../testing/test-outside.ts'
import { start, testVenue } from '../testing/test-venue.ts'
import { firmAtMarket } from '../testing/order.fixture.ts'
import { openFeedPass } from './http/feed-pass.ts'
import { openFeedEntry } from './http/feed-socket.ts'
import { listen, type ListeningServer } from './http/listen.ts'
import { type MountedSandbox, mountSandbox } from './http/mount-sandbox.ts'
import { extendedSandbox } from '../testing/extended-sandbox.ts'

let sandbox: MountedSandbox
let server: ListeningServer
let outside: OutsideVenue
let front: Server
const ends: (() => unknown)[] = []

beforeAll(async () => {
  sandbox = await mountSandbox(extendedSandbox('hostile'))
  server = await listen({ fetch: request => sandbox.fetch(request), port: 0, tries: 0 })
  if (sandbox.feed === undefined) throw new Error('the extended profile has a feed')
  const entry = openFeedEntry(server.server, sandbox.feed, { allowedHosts: [], venueKey: 'sandbox' })
  outside = await listenOutside('extended')
  front = createServer()
  await new Promise<void>(resolve => front.listen(0, '127.0.0.1', resolve))
  const pass = openFeedPass(front, new URL('ws://127.0.0.1:9/'), { allowedHosts: [], venueKey: 'sandbox' })
  ends.push(
    entry.close,
    () => sandbox.stop(),
    () => server.close(100),
    () => outside.close(),
    pass.close,
    () => front.close(),
  )
})
afterAll(async () => {
  for (const end of ends) await end()
})

const portOf = (of: Server): number => {
  const address = of.address()
  if (address === null || typeof address === 'string') throw new Error('it does not listen')
  return address.port
}

function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.setTimeout(5_000, () => reject(new Error('the server kept the connection open')))
    socket.on('data', chunk => {
      answer += String(chunk)
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

const upgrade = (target: string): string =>
  `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`

describe('no input ends the process', () => {
  test.each(['//', '///', '//:', '//[', '/\\', 'http://[', '*', '?', '%', '/v1/feed/../..//', '/%E0%A4%A'])(
    'an upgrade to %s is refused, before the sandbox and before a venue',
    async target => {
      for (const port of [server.port, portOf(front)])
        expect(await raw(port, upgrade(target))).toMatch(/^HTTP\/1\.1 40[04] /)
    },
  )

  test('an upgrade that is reset at the moment of its refusal ends nothing but itself', async () => {
    for (let index = 0; index < 20; index += 1) {
      const socket = connect(server.port, '127.0.0.1')
      socket.on('error', () => undefined)
      socket.write(upgrade('/nothing'), () => socket.resetAndDestroy())
    }
    await expect.poll(async () => (await fetch(`http://127.0.0.1:${server.port}/healthz`)).status).toBe(200)
  })

  const long = 't'.repeat(3_000)
  test.each<[string, Record<string, unknown>]>([
    ['an unknown message', { nonsense: { user_tag: long } }],
    ['balances', { balances: { user_tag: long } }],
    ['authenticate', { authenticate: { user_tag: long, credentials_secret: 'a.b.c' } }],
    ['a bulk', { new_bulk_order: { orders: [{ client_order_id: long }], user_tag: 'x' } }],
    ['an order', { new_order: { user_tag: long, client_order_id: long } }],
  ])('%s with texts that are too long is answered, signed in or not', async (_, message) => {
    for (const feed of [await outside.feed(), await outside.signedFeed(await outside.signIn())]) {
      const before = feed.received.length
      feed.send(message)
      await feed.until(received => feed.received.indexOf(received) >= before)
      feed.send({ entities_and_rules_request: { user_tag: 'still-here' } })
      const received = await feed.until(each => 'entities_and_rules_response' in each)
      expect(received['entities_and_rules_response']).toMatchObject({ user_tag: 'still-here' })
      feed.close()
    }
  })

  test('of an order only the fields of the contract are kept, and legs without number not at all', async () => {
    const saved: unknown[] = []
    const venue = await testVenue({
      exchange: {
        ...createExchange({
          market: createMarket({ seed: 'kept', mode: 'frozen', frozenAtMs: start, instruments: 300 }),
        }),
        apply(command) {
          saved.push(command)
          return { outcome: { kind: 'not_found' }, events: [], at: micros(start * 1_000) }
        },
        hasAccount: () => true,
      },
    })
    const token = await venue.keys.sign('a', start)
    const sound = { ...firmAtMarket, symbol: 'BTC-USD-PERPETUAL', side: 'buy', quantity: '1', client_order_id: 'x' }
    const place = (order: object) =>
      venue.ask('/v1/api/order', { method: 'POST', token, body: JSON.stringify({ new_order: order }) })
    await place({ ...sound, junk: 'j'.repeat(60_000), legs: null })
    expect(JSON.stringify(saved.at(-1)).length).toBeLessThan(600)
    saved.length = 0
    const many = await place({ ...sound, legs: Array.from({ length: 2_000 }, () => ({ sym: 'BTC-USD', ratio: '1' })) })
    expect(many.json).toMatchObject({ order_rejected: { client_order_id: 'x', reason: 'invalid_legs' } })
    expect(saved).toEqual([])
  })

  test('an id of any length that is not found is answered as one that is not found', async () => {
    const token = await outside.signIn()
    const abc = await outside.ask('/v1/api/order?order_id=abc', { method: 'DELETE', token })
    expect([abc.status, abc.text]).toEqual([400, expect.stringContaining('optional exchange order_id must be numeric')])
    for (const [name, id] of [
      ['order_id', '9'.repeat(1_999)],
      ['client_order_id', 'i'.repeat(1_999)],
    ]) {
      const looked = await outside.ask(`/v1/api/order?${name}=${id}`, { token })
      expect([looked.status, looked.text]).toEqual([200, expect.stringContaining('was not found in the order cache')])
      for (const [method, path] of [
        ['DELETE', '/v1/api/order'],
        ['POST', '/v1/api/refreshInterest'],
      ] as const) {
        const gone = await outside.ask(`${path}?${name}=${id}`, { method, token })
        // A refusal in the venue's words, under any status but 500.
        expect([gone.status < 500, gone.text]).toEqual([true, expect.stringMatching(/not.found/i)])
      }
    }
  })
})
