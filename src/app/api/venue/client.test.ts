import { describe, expect, it } from 'vitest'
import type { Client } from '../../../core/client/client-types.ts'
import { type ClientParts, createClient } from '../../../core/client/create-client.ts'
import type { Http, HttpAnswer, HttpRequest } from '../../../core/client/http.ts'
import type { EndpointName } from '../../../core/contract/endpoints.ts'
import { credentialsHeader } from '../../../core/contract/header-names.ts'
import { createVirtualTime, timersOf } from '../../../testing/order-desk/virtual-time.sim.ts'

const answer = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): HttpAnswer => ({
  status,
  text: typeof body === 'string' ? body : JSON.stringify(body),
  header: name => headers[name],
})

function setUp(http: Http, more: Partial<ClientParts> = {}) {
  const time = createVirtualTime()
  const sent: HttpRequest[] = []
  const learnt: string[] = []
  const refused: number[] = []
  const words: (string | undefined)[] = []
  const client: Client = createClient({
    http: request => {
      sent.push(request)
      return http(request)
    },
    timers: timersOf(
      time,
      () => 0.5,
      () => true,
    ),
    addressOf: () => 'http://venue.test',
    credentials: () => ({ tokenFor: () => 'secret.token.text', serial: 7, account: 'alice', venueKey: 'v' }),
    refused: (serial, said) => {
      refused.push(serial)
      words.push(said)
    },
    learn: (name: EndpointName, found) => learnt.push(`${name} ${found}`),
    clockSample: () => undefined,
    ...more,
  })
  return { client, time, sent, learnt, refused, text: words, pass: (ms: number) => time.pass(ms, () => undefined) }
}

const noOrders = { query_open_orders_response: { utc_timestamp: '1700000000000000', open_orders: [] } }
const hangs: Http = () => new Promise(() => undefined)

describe('client', () => {
  it('carries the token in its header and nowhere else', async () => {
    const { client, sent } = setUp(async () => answer(200, noOrders))
    expect((await client.call('openOrders')).ok).toBe(true)
    const [request] = sent
    expect(request?.headers[credentialsHeader]).toBe('secret.token.text')
    expect(`${request?.url} ${request?.body ?? ''}`).not.toContain('secret')
    await client.call('time')
    expect(sent[1]?.headers).not.toHaveProperty(credentialsHeader)
  })

  it('sends venue name and confirmation number to its own server only', async () => {
    const pageHeaders: ClientParts['pageHeaders'] = address => (address === '' ? { 'legwork-venue': 'v' } : undefined)
    const [own, direct] = ['', 'https://venue.test'].map(address =>
      setUp(async () => answer(200, noOrders), { pageHeaders, addressOf: () => address }),
    )
    for (const page of [own, direct]) await page?.client.text('placeOrder', { bodyText: '{}', sends: 2 })
    expect(own?.sent[0]?.headers).toMatchObject({ 'legwork-venue': 'v', 'legwork-send': '2' })
    expect(Object.keys(direct?.sent[0]?.headers ?? {}).filter(name => name.startsWith('legwork'))).toEqual([])
  })

  it('asks and sends nothing more once another venue answered in the place of its own', async () => {
    let other: string | undefined
    const page = setUp(async () => answer(409, { error: 'other' }, { 'legwork-venue': 'other.example' }), {
      addressOf: () => '',
      pageHeaders: () => ({ 'legwork-venue': 'v' }),
      otherVenue: () => other,
      noteOtherVenue: name => {
        other = name
      },
    })
    expect(await page.client.call('openOrders')).toMatchObject({
      ok: false,
      fault: { status: 409, message: expect.stringContaining('nothing was sent') },
    })
    expect(other).toBe('other.example')
    await page.client.call('openOrders')
    await page.client.call('time')
    await page.client.text('placeOrder', { bodyText: '{}' })
    expect(page.sent).toHaveLength(1)
  })

  it('requests nothing for an account while signed out, or under another account than the caller’s', async () => {
    const out = setUp(async () => answer(200, noOrders), { credentials: () => undefined })
    expect(await out.client.call('openOrders')).toMatchObject({ ok: false, fault: { kind: 'unauthorised' } })
    const other = setUp(async () => answer(200, noOrders))
    expect(await other.client.call('openOrders', { owner: { account: 'bob', venueKey: 'v' } })).toMatchObject({
      ok: false,
    })
    expect([out.sent, other.sent]).toEqual([[], []])
  })

  it.each([404, 405, 501])('takes %i of an extension for a lack of it', async status => {
    const { client, learnt } = setUp(async () => answer(status, '<html>'))
    expect(await client.call('cancelOrder', { query: {} })).toMatchObject({
      ok: false,
      fault: { kind: 'not_supported' },
    })
    expect(learnt).toEqual(['cancelOrder absent'])
  })

  it.each([
    ['a combination, whatever it is', { symbol: 'A@1/B@-1' }, '<html>'],
    ['a combination, in text about the path', { symbol: 'A@1/B@-1' }, { error: 'Not found' }],
    ['one instrument, as an error object', { symbol: 'A' }, { error: { error_code: '16', message: 'Not found' } }],
    ['one instrument, in words', { symbol: 'A' }, { error: 'no such instrument' }],
  ])('takes 404 about %s for no lack of the call', async (_, query, body) => {
    const { client, learnt } = setUp(async () => answer(404, body))
    expect(await client.call('orderBook', { query: { depth: 1, ...query } })).toMatchObject({
      ok: false,
      fault: { kind: 'no_book' },
    })
    expect(learnt).toEqual([])
  })

  it('takes 404 as our own server passes a page or a text on for a lack, also of a call about one symbol or one order', async () => {
    const error = 'The venue answered 404 with something that is not JSON: “Cannot serve this”.'
    const { client, learnt } = setUp(async () => answer(404, { error }))
    await client.call('orderBook', { query: { symbol: 'A', depth: 1 } })
    await client.call('cancelOrder', { query: {} })
    await client.call('refreshInterest', { query: {} })
    expect(learnt).toEqual(['orderBook absent', 'cancelOrder absent', 'refreshInterest absent'])
  })

  it('takes 404 about the path for a lack, also of a call about one order', async () => {
    const { client, learnt } = setUp(async () => answer(404, { error: 'There is nothing under this path.' }))
    await client.call('refreshInterest', { query: {} })
    await client.call('orderBook', { query: { symbol: 'A', depth: 1 } })
    await client.call('time')
    expect(learnt).toEqual(['refreshInterest absent', 'orderBook absent', 'time absent'])
  })

  it.each([200, 400, 401, 403, 500])(
    'reads an error object about the login under status %i, and tells the session in its words',
    async status => {
      for (const error_code of ['9', '10', '12', '14']) {
        const {
          client,
          refused,
          text: words,
        } = setUp(async () => answer(status, { error: { error_code, message: 'not you' } }))
        expect(await client.call('positions')).toMatchObject({
          ok: false,
          fault: { kind: 'unauthorised', reason: 'not you' },
        })
        expect([refused, words]).toEqual([[7], ['not you']])
      }
    },
  )

  it('reads any other error object under any status, without touching the session', async () => {
    for (const status of [200, 400, 500]) {
      const { client, refused } = setUp(async () =>
        answer(status, { error: { error_code: '16', message: 'invalid parameters' } }),
      )
      expect(await client.call('balances')).toMatchObject({
        ok: false,
        fault: { reason: 'invalid parameters', status },
      })
      expect(refused).toEqual([])
    }
  })

  it.each([200, 400, 404, 409, 500])(
    'reads what became of a cancel, a refresh and a cancel of all under status %i',
    async status => {
      const why = {
        order_id: '',
        client_order_id: 'x',
        timestamp: '1700000000000000',
        reason: 'not found in order cache',
      }
      const called = async (name: 'cancelOrder' | 'refreshInterest' | 'cancelAllOrders', body: unknown) =>
        await setUp(async () => answer(status, body)).client.call(name, { query: {} })
      expect(await called('cancelOrder', { cancel_order_response: why })).toMatchObject({ ok: true })
      expect(await called('refreshInterest', { refresh_response: why })).toMatchObject({ ok: true })
      const { order_id: _, client_order_id: __, ...all } = why
      expect(await called('cancelAllOrders', { cancel_all_orders_response: all })).toMatchObject({ ok: true })
    },
  )

  it('informs the session whose token was refused', async () => {
    const { client, refused } = setUp(async () => answer(401, ''))
    await client.call('positions')
    expect(refused).toEqual([7])
  })

  it('names the field of a drift and never its value', async () => {
    const drifted = { query_open_orders_response: { utc_timestamp: 'private text', open_orders: [] } }
    const { client } = setUp(async () => answer(200, drifted))
    const answered = await client.call('openOrders')
    expect(answered).toMatchObject({
      ok: false,
      fault: { kind: 'drift', path: 'query_open_orders_response.utc_timestamp' },
    })
    expect(JSON.stringify(answered)).not.toContain('private')
    const html = setUp(async () => answer(200, '<html>private</html>'))
    expect(await html.client.call('openOrders')).toMatchObject({ ok: false, fault: { kind: 'drift' } })
  })

  it('takes "not found" of order details for an answer, under whatever status', async () => {
    const notFound = {
      query_order_response: { error: 'failed', reason: 'client order id not found in the order cache' },
    }
    for (const status of [200, 400, 404]) {
      const { client } = setUp(async () => answer(status, notFound))
      expect(await client.call('orderDetails', { query: {} }), String(status)).toMatchObject({ ok: true })
    }
  })

  it('ends by its time-out whatever the network does, and aborts the request', async () => {
    const { client, pass, sent } = setUp(hangs)
    const answered = client.call('positions')
    await pass(4_000)
    expect(await answered).toMatchObject({ ok: false, fault: { kind: 'timeout' } })
    expect(sent[0]?.signal.aborted).toBe(true)
  })

  it('waits longer for a call that timed out, and only for that call', async () => {
    const { client, pass } = setUp(hangs)
    const times = async (call: () => Promise<unknown>, ms: number): Promise<void> => {
      let isOver = false
      const over = call().then(() => (isOver = true))
      await pass(ms - 1)
      expect(isOver).toBe(false)
      await pass(1)
      await over
    }
    for (const ms of [4_000, 8_000, 15_000, 15_000]) await times(() => client.call('positions'), ms)
    await times(() => client.call('balances'), 4_000)
  })

  it('waits as long as the trader set', async () => {
    const { client, pass } = setUp(hangs, { fixedTimeoutMs: () => 15_000 })
    const answered = client.call('positions')
    await pass(15_000)
    expect(await answered).toMatchObject({ ok: false, fault: { message: 'The venue did not answer within 15 s.' } })
  })

  it('reports a program error by its kind, not as aborted, without its message', async () => {
    const page = setUp(async () => answer(200, noOrders), {
      addressOf: () => {
        throw new RangeError('private')
      },
    })
    const answered = await page.client.call('openOrders')
    expect(answered).toMatchObject({ ok: false, fault: { kind: 'unexpected' } })
    expect(JSON.stringify(answered)).toContain('RangeError')
    expect(JSON.stringify(answered)).not.toContain('private')
  })

  it('is aborted by its signal', async () => {
    const { client, sent } = setUp(hangs)
    const own = new AbortController()
    const answered = client.call('positions', { signal: own.signal })
    await Promise.resolve()
    own.abort()
    expect(await answered).toMatchObject({ ok: false, fault: { kind: 'aborted' } })
    expect(sent.every(request => request.signal.aborted)).toBe(true)
  })

  it('polls three at a time, evidence first; a submission waits for none of them', async () => {
    const { client, pass, sent } = setUp(hangs)
    for (let poll = 0; poll < 5; poll += 1) void client.call('positions')
    void client.call('orderDetails', { query: {}, lane: 'evidence' })
    await pass(0)
    expect(sent).toHaveLength(3)
    void client.text('placeOrder', { bodyText: '{}' })
    expect(sent.at(-1)?.method).toBe('POST')
    await pass(4_000)
    expect(sent[4]?.url).toContain('/v1/api/order')
    expect(sent).toHaveLength(7)
  })

  it("samples the server's clock from answers made at that moment, and says which is that of /time", async () => {
    const samples: (readonly [number, boolean])[] = []
    const { client } = setUp(
      async request =>
        request.url.endsWith('exchangeInfo')
          ? answer(200, { entities_and_rules_response: { server_utc_timestamp: '1600000000000000', symbols: [] } })
          : answer(200, noOrders),
      { clockSample: (serverMs, _sentMs, _receivedMs, isTime) => samples.push([serverMs, isTime]) },
    )
    await client.call('openOrders')
    await client.call('exchangeInfo')
    expect(samples).toEqual([[1_700_000_000_000, false]])
  })
})
