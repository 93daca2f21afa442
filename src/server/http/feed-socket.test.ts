// @vitest-environment node
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openFeedEntry } from './feed-socket.ts'
import { listen, type ListeningServer } from './listen.ts'
import { type MountedSandbox, mountSandbox } from './mount-sandbox.ts'
import { createSecurityLog } from './security-log.ts'
import { firmAtMarket } from '../../testing/order.fixture.ts'
import { extendedSandbox } from '../../testing/extended-sandbox.ts'

let sandbox: MountedSandbox
let server: ListeningServer
let entry: { close(): void }
const logged: string[] = []

const mount = (requestsPerSecond: number) => mountSandbox(extendedSandbox('feed', { requestsPerSecond }))

beforeAll(async () => {
  sandbox = await mount(1_000)
  server = await listen({ fetch: request => sandbox.fetch(request), port: 0, tries: 0 })
  if (sandbox.feed === undefined) throw new Error('the extended profile has a feed')
  const securityLog = createSecurityLog(line => logged.push(line), Date.now)
  entry = openFeedEntry(
    server.server,
    sandbox.feed,
    { allowedHosts: [], venueKey: 'sandbox', securityLog },
    { mostSockets: 8, mostOfPeer: 4 },
  )
})
afterAll(async () => {
  entry.close()
  sandbox.stop()
  await server.close(100)
})

type Message = Record<string, Record<string, unknown>>

class Client {
  readonly received: Message[] = []
  readonly #socket: WebSocket
  #wake: () => void = () => undefined
  closed: number | undefined

  constructor(headers: Record<string, string> = {}) {
    this.#socket = new WebSocket(`ws://127.0.0.1:${server.port}/v1/feed`, { headers })
    this.#socket.on('message', data => {
      this.received.push(JSON.parse((data as Buffer).toString('utf8')) as Message)
      this.#wake()
    })
    this.#socket.on('close', code => {
      this.closed = code
      this.#wake()
    })
    this.#socket.on('error', () => this.#wake())
  }
  async open(): Promise<this> {
    await new Promise((resolve, reject) => {
      this.#socket.once('open', resolve)
      this.#socket.once('error', reject)
    })
    return this
  }
  send(message: unknown): void {
    this.#socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  }
  async until(isIt: (message: Message) => boolean): Promise<Message> {
    for (const end = Date.now() + 60_000; Date.now() < end; ) {
      const found = this.received.find(isIt)
      if (found !== undefined) return found
      await new Promise<void>(resolve => {
        this.#wake = resolve
        setTimeout(resolve, 200)
      })
    }
    throw new Error(`not told; told: ${JSON.stringify(this.received).slice(0, 2_000)}`)
  }
  async signIn(account: string): Promise<this> {
    this.send({ authenticate: { credentials_secret: await tokenOf(account), user_tag: 'login' } })
    const answer = await this.until(message => message['command_response']?.['user_tag'] === 'login')
    expect(answer).toEqual({ command_response: { user_tag: 'login', error_code: '0', error_text: 'success' } })
    return this
  }
  close(): void {
    this.#socket.close()
  }
}

async function tokenOf(account: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${server.port}/sandbox/session`, {
    method: 'POST',
    body: JSON.stringify({ account }),
    headers: { 'content-type': 'application/json' },
  })
  return ((await answer.json()) as { credentials_secret: string }).credentials_secret
}

const perp = 'BTC-USD-PERPETUAL'
const order = (id: string, more: Record<string, string> = {}) => ({
  new_order: { ...firmAtMarket, symbol: perp, side: 'buy', quantity: '0.5', client_order_id: id, ...more },
})
const resting = { type: 'LIMIT', time_in_force: 'GTC', recv_window: '3', price: '1000.0' }
const about = (name: string, id: string) => (message: Message) => message[name]?.['client_order_id'] === id

describe('the socket', () => {
  test('a blank filter cancels nothing, and a null one is none', async () => {
    const client = await (await new Client().open()).signIn('blank')
    client.send(order('b-1', resting))
    await client.until(about('order_accepted', 'b-1'))
    for (const filter of [{ symbol: '' }, { tradeable_entity_id: '' }]) {
      client.send({ cancel_all_orders: { ...filter, user_tag: JSON.stringify(filter) } })
      const answer = await client.until(message => message['command_response']?.['user_tag'] === JSON.stringify(filter))
      expect(answer['command_response']).toMatchObject({ error_code: '16' })
    }
    expect(client.received.some(about('cancel_order', 'b-1'))).toBe(false)
    client.send({ cancel_all_orders: { symbol: null, tradeable_entity_id: null } })
    await client.until(about('cancel_order', 'b-1'))
    client.close()
  })
  test('a market order has "" for a price in executions and the trade history, which leave no field out', async () => {
    const client = await (await new Client().open()).signIn('market')
    const { price: _, recv_window: _window, ...rest } = resting
    client.send(order('k-1', { ...rest, type: 'MARKET', time_in_force: 'IOC' }))
    const done = await client.until(about('execution', 'k-1'))
    expect(done['execution']).toMatchObject({ price: '' })
    client.send({ trade_history_request: { trade_count: '1', user_tag: 'h' } })
    const history = (await client.until(message => 'trade_history_response' in message))['trade_history_response']
    expect(history?.['executions']).toMatchObject([{ client_order_id: 'k-1', order_price: '' }])
    client.close()
  })
  test('a login that is refused leaves a line in the security log, without the token, and one that is accepted leaves none', async () => {
    logged.length = 0
    const client = await (await new Client().open()).signIn('logged')
    expect(logged).toEqual([])
    client.send({ authenticate: { credentials_secret: 'not.a.token', user_tag: 'bad' } })
    await client.until(
      message => message['error']?.['user_tag'] === 'bad' || message['command_response']?.['user_tag'] === 'bad',
    )
    expect(logged.map(line => JSON.parse(line) as unknown)).toMatchObject([
      { event: 'refused', path: '/v1/feed', status: 401 },
    ])
    expect(logged.join('')).not.toContain('not.a.token')
    client.close()
  })

  test('strangers that open sockets again and again never keep a trader out, nor end one that is signed in', async () => {
    const trader = await (await new Client().open()).signIn('kept')
    const strangers: Client[] = []
    for (let at = 0; at < 20; at += 1) strangers.push(await new Client().open())
    const late = await (await new Client().open()).signIn('late')
    await expect.poll(() => strangers.filter(each => each.closed === undefined).length).toBeLessThanOrEqual(4)
    expect([trader.closed, late.closed]).toEqual([undefined, undefined])
    for (const each of [...strangers, trader, late]) each.close()
  })

  test('a page of another site gets no connection', async () => {
    await expect(new Client({ origin: 'https://evil.example' }).open()).rejects.toThrow('403')
  })
  test('a message over the limit ends the connection', async () => {
    const client = await new Client().open()
    client.send(JSON.stringify({ balances: { user_tag: 'x'.repeat(70_000) } }))
    await expect.poll(() => client.closed).toBe(1009)
  })
  test('too many requests are refused with the time to wait, each order of a bulk counting as one', async () => {
    const slow = await mount(1)
    const received: string[] = []
    const connection = slow.feed?.open({
      send: text => received.push(text),
      close: () => undefined,
      reset: () => undefined,
      bufferedBytes: () => 0,
    })
    const session = await slow.fetch(new Request('http://127.0.0.1/sandbox/session', { method: 'POST' }))
    const { credentials_secret } = (await session.json()) as { credentials_secret: string }
    const sayAll = async (...messages: object[]): Promise<void> => {
      for (const message of messages) await connection?.receive(JSON.stringify(message))
    }
    const bodies = [1, 2, 3, 4].map(index => order(`b-${index}`, resting).new_order)
    await sayAll({ authenticate: { credentials_secret } }, { new_bulk_order: { orders: bodies, user_tag: 'bulk' } })
    expect(received.filter(text => text.includes('order_accepted'))).toHaveLength(4)
    received.length = 0
    await sayAll({ positions: { user_tag: 'p' } })
    expect(received.map(text => JSON.parse(text) as unknown)).toEqual([
      { command_response: { user_tag: 'p', error_code: '6', error_text: expect.stringContaining('try again in 1 s') } },
    ])
    slow.stop()
  })
})
