// @vitest-environment node
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { dec, type Decimal, eq, sum } from '../../core/domain/decimal.ts'
import { z } from '../../core/domain/zod.ts'
import { openFeedEntry } from './feed-socket.ts'
import { listen, type ListeningServer } from './listen.ts'
import { type MountedSandbox, mountSandbox } from './mount-sandbox.ts'
import { createSecurityLog } from './security-log.ts'
import { firmAtMarket } from '../../testing/order.fixture.ts'

let sandbox: MountedSandbox
let server: ListeningServer
let entry: { close(): void }
const logged: string[] = []

beforeAll(async () => {
  sandbox = await mountSandbox({
    seed: 'feed',
    market: 'frozen',
    instruments: 300,
    profile: 'extended',
    data: 'memory',
    control: false,
    requestsPerSecond: 1_000,
  })
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

const historyRow = z.object({
  client_order_id: z.string(),
  trade_id: z.string(),
  executed_quantity: z.pipe(z.string(), z.transform<string, Decimal>(dec)),
})

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
    for (const end = Date.now() + 5_000; Date.now() < end; ) {
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
  test('a market order is accepted, then each execution is pushed with price, quantity and state', async () => {
    const client = await (await new Client().open()).signIn('taker')
    client.send(order('m-1'))
    expect((await client.until(about('order_accepted', 'm-1')))['order_accepted']).toMatchObject({
      symbol: perp,
      type: 'MARKET',
      quantity: '0.5',
    })
    const done = (await client.until(message => message['execution']?.['order_state'] === 'filled'))['execution']
    expect(done).toMatchObject({ client_order_id: 'm-1', side: 'buy', liquidity_flag: 'taken' })
    expect(String(done?.['executed_quantity'])).toMatch(/^\d+\.\d+$/)
    client.send({ trade_history_request: { trade_count: '5', user_tag: 'h' } })
    const history = (await client.until(message => 'trade_history_response' in message))['trade_history_response']
    // The top of the book may be smaller than the order, which then has several executions.
    const executions = z.array(historyRow).parse(history?.['executions'])
    expect(history).toMatchObject({ user_tag: 'h' })
    expect(new Set(executions.map(one => one.client_order_id))).toEqual(new Set(['m-1']))
    expect(executions.map(one => one.trade_id)).toContain(done?.['trade_id'])
    expect(eq(sum(executions.map(one => one.executed_quantity)), dec('0.5'))).toBe(true)
    client.close()
  })
  test('a rejection answers the one who sent; the same order again gets its first answer again', async () => {
    const client = await (await new Client().open()).signIn('rejected')
    client.send(order('r-1', { ...resting, price: '-1' }))
    expect((await client.until(about('order_rejected', 'r-1')))['order_rejected']).toMatchObject({
      reason: 'price_less_than_minimum_price',
    })
    client.send(order('r-2', resting))
    await client.until(about('order_accepted', 'r-2'))
    client.send(order('r-2', resting))
    await expect.poll(() => client.received.filter(about('order_accepted', 'r-2')).length).toBe(2)
    client.close()
  })
  test('pushes go to every socket of their owner, and to nobody else', async () => {
    const [one, two, stranger] = await Promise.all([new Client().open(), new Client().open(), new Client().open()])
    await Promise.all([one.signIn('owner'), two.signIn('owner'), stranger.signIn('stranger')])
    one.send(order('o-1', resting))
    await Promise.all([one, two].map(client => client.until(about('order_accepted', 'o-1'))))
    two.send({ cancel_order: { client_order_id: 'o-1' } })
    const cancelled = await one.until(about('cancel_order', 'o-1'))
    expect(cancelled['cancel_order']).toMatchObject({ reason: 'user_cancelled', filled_quantity: '0.0' })
    stranger.send({ positions: { user_tag: 'p' } })
    await stranger.until(message => message['positions']?.['user_tag'] === 'p')
    expect(stranger.received.some(message => 'order_accepted' in message || 'cancel_order' in message)).toBe(false)
    for (const client of [one, two, stranger]) client.close()
  })
  test('cancel all lists what it cancels first, then one cancellation an order follows', async () => {
    const client = await (await new Client().open()).signIn('canceller')
    client.send({
      new_bulk_order: { orders: [order('c-1', resting).new_order, order('c-2', resting).new_order], user_tag: 'bulk' },
    })
    const bulk = await client.until(message => message['new_bulk_order_response']?.['user_tag'] === 'bulk')
    expect(bulk['new_bulk_order_response']?.['results']).toEqual(
      ['c-1', 'c-2'].map(id => ({ client_order_id: id, order_state: 'pending_new' })),
    )
    await client.until(about('order_accepted', 'c-2'))
    client.send({ cancel_all_orders: { symbol: perp, user_tag: 'all' } })
    const list = await client.until(message => message['cancel_all_orders_response']?.['user_tag'] === 'all')
    expect(list['cancel_all_orders_response']).toMatchObject({
      reason: 'success',
      symbol: perp,
      results: [{ client_order_id: 'c-1', order_state: 'pending_cancel' }, { client_order_id: 'c-2' }],
    })
    await client.until(about('cancel_order', 'c-1'))
    await client.until(about('cancel_order', 'c-2'))
    client.close()
  })
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
  test('those who register see every RFQ come and go, without its owner', async () => {
    const [maker, taker] = await Promise.all([new Client().open(), new Client().open()])
    await Promise.all([maker.signIn('maker'), taker.signIn('asker')])
    const { price: _, ...rest } = resting
    taker.send(order('q-1', { ...rest, market_id: 'none' }))
    const accepted = (await taker.until(about('order_accepted', 'q-1')))['order_accepted']
    maker.send({ register_for_rfqs: { user_tag: 'r' } })
    const snapshot = (await maker.until(message => 'snapshot' in message))['snapshot']
    expect(snapshot).toMatchObject({
      market_id: 'none',
      symbol: perp,
      buy: [{ order_id: accepted?.['order_id'], quantity: '0.5' }],
      sell: [],
    })
    taker.send({ refresh_interest: { client_order_id: 'q-1', user_tag: 'f' } })
    expect(
      (await taker.until(message => 'refresh_interest_response' in message))['refresh_interest_response'],
    ).toMatchObject({
      user_tag: 'f',
      reason: 'success',
    })
    taker.send({ cancel_order: { client_order_id: 'q-1' } })
    const gone = (await maker.until(message => 'order_deleted' in message))['order_deleted']
    expect(gone).toMatchObject({ symbol: perp, side: 'buy', order_id: accepted?.['order_id'] })
    taker.send(order('q-2', { ...rest, market_id: 'none' }))
    const added = (await maker.until(message => 'order_added' in message))['order_added']
    expect(JSON.stringify([snapshot, gone, added])).not.toContain('q-')
    maker.close()
    taker.close()
  })
  test('a forged token does not log in, and without a login nothing private is answered', async () => {
    const client = await new Client().open()
    client.send({ authenticate: { credentials_secret: 'a.b.c', user_tag: 'x' } })
    const refused = (await client.until(message => message['command_response']?.['user_tag'] === 'x'))[
      'command_response'
    ]
    expect(refused?.['error_code']).not.toBe('0')
    client.send({ balances: { user_tag: 'b' } })
    expect(
      (await client.until(message => message['command_response']?.['user_tag'] === 'b'))['command_response']?.[
        'error_code'
      ],
    ).not.toBe('0')
    client.send({ entities_and_rules_request: { user_tag: 'e' } })
    const listed = (await client.until(message => 'entities_and_rules_response' in message))[
      'entities_and_rules_response'
    ]
    expect(listed?.['user_tag']).toBe('e')
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

  test('what is no message is answered and the connection lives; a page of another site gets none', async () => {
    const client = await new Client().open()
    client.send('{not json')
    await client.until(message => message['command_response']?.['error_text'] === 'not JSON')
    client.send({ no_such: {} })
    await client.until(message => message['command_response']?.['error_text'] === 'unknown message')
    client.close()
    await expect(new Client({ origin: 'https://evil.example' }).open()).rejects.toThrow('403')
  })
  test('a message over the limit ends the connection', async () => {
    const client = await new Client().open()
    client.send(JSON.stringify({ balances: { user_tag: 'x'.repeat(70_000) } }))
    await expect.poll(() => client.closed).toBe(1009)
  })
  test('too many requests are refused with the time to wait, each order of a bulk counting as one', async () => {
    const slow = await mountSandbox({
      seed: 'feed',
      market: 'frozen',
      instruments: 300,
      profile: 'extended',
      data: 'memory',
      control: false,
      requestsPerSecond: 1,
    })
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
