// @vitest-environment node
/** The short way for orders says what the long way says, to the byte but for times and numbers of its own. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createServerApp } from './app.ts'
import { type Listening, listen } from './listen.ts'
import { type MountedSandbox, mountSandbox } from './mount-sandbox.ts'
import { staticFiles } from './static.ts'

let sandbox: MountedSandbox
let server: Listening
let placed = 0
beforeAll(async () => {
  sandbox = await mountSandbox({
    seed: 'door',
    market: 'frozen',
    instruments: 100,
    profile: 'extended',
    data: 'memory',
    control: true,
    requestsPerSecond: 10,
  })
  const app = createServerApp({ files: staticFiles('nowhere', 'sandbox'), exchange: sandbox, allowedHosts: [] })
  const entry = {
    ...sandbox.orders,
    place: (orders: Parameters<typeof sandbox.orders.place>[0]) => {
      placed += orders.length
      return sandbox.orders.place(orders)
    },
  }
  server = await listen({ fetch: app.fetch, port: 0, tries: 0, orders: { entry, allowedHosts: [], venueKey: 'sandbox' } })
})
afterAll(async () => {
  sandbox.stop()
  await server.close(100)
})

interface Answer {
  readonly status: number
  readonly headers: Record<string, string>
  readonly text: string
}
async function send(path: string, body: string, headers: Record<string, string>): Promise<Answer> {
  const init = { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } }
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, init)
  return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() }
}
/** Signed in, and known by an earlier call. */
async function tokenOf(account: string): Promise<string> {
  const { text } = await send('/sandbox/session', JSON.stringify({ account }), {})
  const { credentials_secret } = JSON.parse(text) as { credentials_secret: string }
  await fetch(`http://127.0.0.1:${server.port}/v1/api/openOrders`, { headers: { credentials_secret } })
  return credentials_secret
}
const short = (token: string, body: string, headers = {}) => send('/v1/api/order', body, { credentials_secret: token, ...headers })
/** Any query takes it past the door. */
const long = (token: string, body: string) => send('/v1/api/order?long=1', body, { credentials_secret: token })
/** Of the connection and of the moment, or counted from the text. */
const ownHeaders = ['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding']
const alike = ({ status, headers, text }: Answer) => ({
  status,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !ownHeaders.includes(name))),
  text: text.replace(/"(utc_timestamp|order_id)":"\d+"/g, '"$1":""'),
})
async function passedEntry(act: () => Promise<unknown>): Promise<boolean> {
  const before = placed
  await act()
  return placed > before
}

const order = {
  symbol: 'BTC-USD-PERPETUAL',
  market_id: '0',
  side: 'buy',
  type: 'LIMIT',
  time_in_force: 'GTC',
  recv_window: '3',
  quantity: '0.10',
  price: '50000.0',
  client_order_id: 'o-1',
}

describe('the short way for orders', () => {
  test.each([
    ['an order', { new_order: order }],
    ['numbers, and fields nobody knows', { new_order: { ...order, quantity: 0.1, other: { deep: 1 } } }],
    ['text beyond ASCII', { new_order: { ...order, client_order_id: 'ü😀"\\' } }],
    ['a rejected order', { new_order: { ...order, price: '50000.3' } }],
    ['an unreadable order', { new_order: { ...order, quantity: 'ten' } }],
    ['an RFQ', { new_order: { ...order, market_id: 'none', price: undefined } }],
    ['a market order', { new_order: { ...order, type: 'MARKET', time_in_force: 'IOC', price: undefined, recv_window: undefined } }],
    ['no envelope', order],
    ['no object', [1]],
  ])('answers %s as the long way does', async (name, body) => {
    const text = JSON.stringify(body)
    const [one, other] = [await tokenOf(`short ${name}`), await tokenOf(`long ${name}`)]
    let quick: Answer | undefined
    expect(
      await passedEntry(async () => {
        quick = await short(one, text)
      }),
    ).toBe(true)
    let slow: Answer | undefined
    expect(
      await passedEntry(async () => {
        slow = await long(other, text)
      }),
    ).toBe(false)
    if (quick === undefined || slow === undefined) throw new Error('no answer')
    expect(alike(quick)).toEqual(alike(slow))
    expect(quick.headers['content-length']).toBe(String(Buffer.byteLength(quick.text)))
  })

  test('what is not JSON, and an empty body, are refused alike', async () => {
    const token = await tokenOf('bodies')
    for (const body of ['{', '', '"x"', 'null']) expect(alike(await short(token, body))).toEqual(alike(await long(token, body)))
  })

  test('is not for strangers, other types, other hosts, pages of other sites', async () => {
    const token = await tokenOf('checked')
    const text = JSON.stringify({ new_order: order })
    for (const [headers, status] of [
      [{ credentials_secret: 'nonsense' }, 401],
      [{ 'content-type': 'text/plain' }, 415],
      [{ 'content-encoding': 'gzip' }, 415],
      [{ origin: 'https://evil.example' }, 403],
    ] as const) {
      let answer: Answer | undefined
      const passed = await passedEntry(async () => {
        answer = await short(token, text, headers)
      })
      expect([headers, passed, answer?.status]).toEqual([headers, false, status])
    }
    expect(await passedEntry(() => short(token, `{"new_order":{"x":"${'y'.repeat(70_000)}"}}`))).toBe(false)
    expect(await passedEntry(() => short(token, text, { origin: `http://127.0.0.1:${server.port}` }))).toBe(true)
  })

  test('is closed while there are faults to practise on', async () => {
    const token = await tokenOf('spoilt')
    await send('/sandbox/control/faults', JSON.stringify({ account: 'spoilt', fault: 'too_many_requests' }), {})
    const spoilt = await short(token, JSON.stringify({ new_order: order }))
    expect(spoilt.status).toBe(429)
    expect(await passedEntry(() => short(token, JSON.stringify({ new_order: order })))).toBe(true)
  })

  test('keeps the limit of requests: what is too much gets its 429 from the long way', async () => {
    const token = await tokenOf('busy')
    const bodies = Array.from({ length: 150 }, (_, index) => JSON.stringify({ new_order: { ...order, client_order_id: `b-${index}` } }))
    const answers = await Promise.all(bodies.map(body => short(token, body)))
    const refused = answers.filter(answer => answer.status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]?.headers['retry-after']).toMatch(/^\d+$/)
    expect(new Set(answers.map(answer => answer.status))).toEqual(new Set([200, 429]))
  })

  test('each of many at once gets the answer to its own order', async () => {
    const tokens = await Promise.all(Array.from({ length: 8 }, (_, index) => tokenOf(`many-${index}`)))
    const ids = Array.from({ length: 200 }, (_, index) => `m-${index}`)
    const answers = await Promise.all(
      ids.map((id, index) => short(tokens[index % 8] ?? '', JSON.stringify({ new_order: { ...order, client_order_id: id } }))),
    )
    const echoed = answers.map(({ text }) => (JSON.parse(text) as { order_accepted: { client_order_id: string } }).order_accepted)
    expect(echoed.map(each => each.client_order_id)).toEqual(ids)
  })
})
