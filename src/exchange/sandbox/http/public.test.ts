import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { type AnswerOf, type EndpointName, endpoints } from '../../../core/contract/endpoints.ts'
import { hourMs } from '../../../core/domain/time.ts'
import { start, type TestVenue, testVenue } from '../../../testing/test-venue.ts'

const quickBrotli = (text: string) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
const compressing = {
  compress: async (text: string, encoding: 'br' | 'gzip') => {
    made.push(encoding)
    return new Uint8Array(encoding === 'br' ? quickBrotli(text) : gzipSync(text))
  },
}
const made: string[] = []

let venue: TestVenue
beforeAll(async () => {
  venue = await testVenue(compressing)
})
const get = async <Name extends EndpointName>(name: Name, query?: Record<string, string>): Promise<AnswerOf<Name>> =>
  (await venue.call(name, query === undefined ? {} : { query })) as AnswerOf<Name>

describe('exchangeInfo', () => {
  it('lists every instrument with its rules, none set aside by the reader', async () => {
    const { entities_and_rules_response: info } = await get('exchangeInfo')
    expect(info.symbols.rejected).toEqual([])
    expect(info.symbols.rows).toEqual(venue.market.listing(start).all.map(each => each.instrument))
  })

  it('is the same text, under the same tag, until the listing rolls; 304 for who has it', async () => {
    const first = await venue.ask(endpoints.exchangeInfo.path)
    venue.advance(hourMs)
    const again = await venue.ask(endpoints.exchangeInfo.path)
    expect(again.text).toBe(first.text)
    const tag = first.headers.get('etag') ?? ''
    const unchanged = await venue.ask(endpoints.exchangeInfo.path, {
      headers: { 'if-none-match': `"other", W/${tag}` },
    })
    expect([unchanged.status, unchanged.text]).toEqual([304, ''])
    const later = await testVenue()
    later.advance(24 * hourMs)
    expect((await later.ask(endpoints.exchangeInfo.path)).headers.get('etag')).not.toBe(tag)
  })

  it('is compressed once a version, as the client takes it', async () => {
    const plain = await venue.ask(endpoints.exchangeInfo.path)
    made.length = 0
    const app = await testVenue(compressing)
    const taken: (string | null)[] = []
    const headers = [
      'gzip, deflate, br',
      'gzip',
      'br;q=0, gzip;q=0.5',
      'br',
      'identity',
      'brotli',
      'br;q=0.2, gzip;q=0.7',
      '*',
      '*, br;q=0',
    ]
    for (const header of [...headers, 'br;q=0.5, identity', 'GZIP; Q=0.001', 'br;q=often', '']) {
      taken.push(
        (await app.ask(endpoints.exchangeInfo.path, { headers: { 'accept-encoding': header } })).headers.get(
          'content-encoding',
        ),
      )
    }
    expect(taken).toEqual(['br', 'gzip', 'gzip', 'br', null, null, 'gzip', 'br', 'gzip', null, 'gzip', null, null])
    expect(made).toEqual(['br', 'gzip'])
    expect(plain.headers.get('vary')).toBe('accept-encoding')
    expect(brotliDecompressSync(await compressing.compress('text', 'br')).toString()).toBe('text')
    expect(gunzipSync(await compressing.compress('text', 'gzip')).toString()).toBe('text')
  })
})

describe('the entity tag of a long answer', () => {
  const tagOf = async (from: TestVenue, path: string, encoding?: string): Promise<string> => {
    const headers: Record<string, string> = encoding === undefined ? {} : { 'accept-encoding': encoding }
    return (await from.ask(path, { headers })).headers.get('etag') ?? ''
  }
  const statusFor = async (path: string, tag: string): Promise<number> =>
    (await venue.ask(path, { headers: { 'if-none-match': tag, 'accept-encoding': 'br' } })).status

  it.each([endpoints.exchangeInfo.path, endpoints.marketSummary.path])(
    'of %s is strong and another for other bytes; anyone who has the text under any is told so',
    async path => {
      const tags = [await tagOf(venue, path), await tagOf(venue, path, 'br'), await tagOf(venue, path, 'gzip')]
      expect(new Set(tags).size).toBe(3)
      for (const tag of tags) expect(tag).toMatch(/^"[\w.-]+"$/)
      for (const tag of [...tags, '*', `"other", W/${tags[0]}`]) expect(await statusFor(path, tag)).toBe(304)
      for (const tag of ['"other"', (tags[0] ?? '').slice(1, -1), '']) expect(await statusFor(path, tag)).toBe(200)
    },
  )

  it('is of one exchange alone: another one, or this one started again, does not call its texts unchanged', async () => {
    const other = await testVenue(compressing)
    for (const path of [endpoints.exchangeInfo.path, endpoints.marketSummary.path]) {
      expect(await tagOf(other, path)).not.toBe(await tagOf(venue, path))
    }
  })
})

describe('the market summary on the wire', () => {
  it('is compressed once for all who ask within a life', async () => {
    const app = await testVenue(compressing)
    made.length = 0
    const takes = (encoding: string) =>
      app.ask(endpoints.marketSummary.path, { headers: { 'accept-encoding': encoding } })
    const replies = [await takes('br'), await takes('br'), await takes('gzip'), await takes('br')]
    expect(replies.map(reply => reply.headers.get('content-encoding'))).toEqual(['br', 'br', 'gzip', 'br'])
    expect(made).toEqual(['br', 'gzip'])
  })

  it('goes out as it is while an older one is still being compressed: nobody waits for a text that is not his', async () => {
    let finish: (() => void) | undefined
    let begun = 0
    const slow = await testVenue({
      compress: async text => {
        begun += 1
        if (begun === 1) await new Promise<void>(resolve => (finish = resolve))
        return new Uint8Array(quickBrotli(text))
      },
    })
    const takes = () => slow.ask(endpoints.marketSummary.path, { headers: { 'accept-encoding': 'br' } })
    const first = takes()
    await expect.poll(() => begun).toBe(1)
    slow.advance(hourMs)
    const second = await takes()
    expect([second.headers.get('content-encoding'), Array.isArray(second.json), begun]).toEqual([null, true, 1])
    finish?.()
    expect((await first).headers.get('content-encoding')).toBe('br')
    expect((await takes()).headers.get('content-encoding')).toBe('br')
  })
})

describe('an answer as long as the universe', () => {
  it('is made in slices, so that others get through in between, and comes to the same text', async () => {
    const order: string[] = []
    const sliced = await testVenue({
      pause: async () => {
        order.push('pause')
        await sliced.ask(endpoints.time.path).then(() => order.push('time'))
      },
    })
    for (const path of [endpoints.exchangeInfo.path, endpoints.deliverableInfo.path, endpoints.marketSummary.path]) {
      order.length = 0
      const fresh = await testVenue()
      expect((await sliced.ask(path)).text).toBe((await fresh.ask(path)).text)
      expect(order.filter(each => each === 'time').length).toBeGreaterThan(2)
    }
  })

  it('is made once for all who ask meanwhile, and tried again after a failure', async () => {
    let fails = true
    let pauses = 0
    const shared = await testVenue({
      pause: async () => {
        pauses += 1
        if (fails) throw new Error('the host is in trouble')
      },
    })
    expect((await shared.ask(endpoints.exchangeInfo.path)).status).toBe(500)
    fails = false
    pauses = 0
    const replies = await Promise.all([1, 2, 3].map(() => shared.ask(endpoints.exchangeInfo.path)))
    expect(replies.map(reply => reply.status)).toEqual([200, 200, 200])
    const slices = Math.floor(shared.market.listing(start).all.length / 250)
    expect(pauses).toBe(slices)
  })
})

it('deliverableInfo lists assets and what settles, each id once', async () => {
  const { deliverables } = (await get('deliverableInfo')).deliverables_response
  const ids = deliverables.rows.map(row => row.deliverable_id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(deliverables.rows.map(row => row.symbol)).toEqual(
    expect.arrayContaining(['USD', 'BTC', 'ETH', 'SOL', 'AVAX', 'PTF', 'BTC-USD-PERPETUAL']),
  )
  expect(deliverables.rows.some(row => row.symbol === 'BTC-USD')).toBe(false)
})

it.each([
  ['?symbol=NOPE'],
  ['?symbol=BTC-USD@1/NOPE@-1'],
  [''],
  ['?symbol=BTC-USD&depth=x'],
  ['?symbol=BTC-USD&depth=0'],
])('the extensions that need no account the order book of %s is refused in plain words', async query => {
  const reply = await venue.ask(`${endpoints.orderBook.path}${query}`)
  expect(reply.status).toBe(400)
  expect(reply.json).toEqual({ error: { error_code: '16', message: expect.stringMatching(/\w+ \w+/) } })
})

describe('the edges of the interface', () => {
  it.each([
    '/',
    '/v1',
    '/v1/api',
    '/v1/api/nope',
    '/v2/api/exchangeInfo',
    '/v1/api/exchangeinfo',
    '/v1/api/order/1',
    '/favicon.ico',
  ])('%s is 404 in JSON', async path => {
    const reply = await venue.ask(path)
    expect(reply.status).toBe(404)
    expect(reply.json).toEqual({ error: expect.any(String) })
  })

  it('a wrong method is 405 and lists the allowed ones', async () => {
    const reply = await venue.ask('/v1/api/order', { method: 'PUT', body: '{}' })
    expect(reply.status).toBe(405)
    expect(reply.headers.get('allow')).toBe('POST, GET, HEAD, DELETE')
    expect((await venue.ask('/v1/api/exchangeInfo', { method: 'POST', body: '{}' })).headers.get('allow')).toBe(
      'GET, HEAD',
    )
    expect((await venue.ask('/sandbox/session')).status).toBe(405)
  })

  it('no answer may be stored or sniffed', async () => {
    for (const path of ['/v1/api/exchangeInfo', '/v1/api/positions', '/nope', '/healthz']) {
      const { headers } = await venue.ask(path)
      expect([
        headers.get('cache-control'),
        headers.get('x-content-type-options'),
        headers.get('content-type'),
      ]).toEqual(['no-store', 'nosniff', 'application/json; charset=utf-8'])
    }
  })

  it('healthz says that it lives, and whether the header with the underscore arrived, not what it held', async () => {
    expect((await venue.ask('/healthz')).json).toEqual({ status: 'ok' })
    expect((await venue.ask('/healthz/headers')).json).toEqual({ credentials_secret: 'missing' })
    const reply = await venue.ask('/healthz/headers', { token: 'very-secret' })
    expect(reply.json).toEqual({ credentials_secret: 'arrived' })
    expect(reply.text).not.toContain('very-secret')
  })

  it('a failure inside is 500 in plain words, without a stack, and is reported to the host', async () => {
    const broken = await testVenue({
      exchange: new Proxy({} as never, {
        get: () => () => {
          throw new Error('inner detail')
        },
      }),
    })
    const reply = await broken.ask(`${endpoints.orderBook.path}?symbol=BTC-USD`)
    expect(reply.status).toBe(500)
    expect(reply.text).not.toMatch(/inner detail|at .*\.ts/)
    expect(broken.errors.length).toBe(1)
  })
})

describe('the core profile', () => {
  it("has the contract's paths and no other", async () => {
    const core = await testVenue({ profile: 'core' })
    const token = await core.signIn()
    const statuses: Record<string, number> = {}
    for (const [name, { method, path }] of Object.entries(endpoints)) {
      const body = method === 'POST' ? { body: '{"new_order":{}}' } : {}
      statuses[name] = (await core.ask(path, { method, token, ...body })).status
    }
    expect(statuses).toEqual({
      endSandboxSession: 200,
      exchangeInfo: 200,
      deliverableInfo: 200,
      placeOrder: 200,
      openOrders: 200,
      orderDetails: 400,
      balances: 200,
      positions: 200,
      sandboxSession: 200,
      time: 404,
      orderBook: 404,
      marketSummary: 404,
      cancelOrder: 405,
      cancelAllOrders: 404,
      refreshInterest: 404,
    })
    expect((await core.ask('/v1/api/order', { method: 'DELETE', token })).headers.get('allow')).toBe('POST, GET, HEAD')
  })
})
