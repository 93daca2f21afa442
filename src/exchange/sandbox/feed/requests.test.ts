// @vitest-environment node
/** Socket requests and answers over the real exchange, without a wire. */
import { describe, expect, test } from 'vitest'
import { microsFromMs } from '../../../core/domain/time.ts'
import { createExchange } from '../engine/create-exchange.ts'
import { createTokenKeys } from '../http/tokens.ts'
import { createMarket } from '../market/create-market.ts'
import { createFeedHub, type FeedHub, publishing } from './hub.ts'
import { firmLimit } from '../../../testing/order.fixture.ts'

const startMs = Date.UTC(2026, 10, 21, 12)
const market = createMarket({ seed: 'requests', mode: 'frozen', frozenAtMs: startMs, instruments: 100 })
const perpetual = 'BTC-USD-PERPETUAL'

type Message = Readonly<Record<string, Readonly<Record<string, unknown>>>>

async function venue() {
  const clock = () => microsFromMs(startMs)
  const keys = await createTokenKeys()
  const inner = createExchange({ market })
  const faults = { next: false }
  const exchange = publishing(
    {
      ...inner,
      apply(command, now) {
        if (!faults.next) return inner.apply(command, now)
        faults.next = false
        throw new Error('a fault of the program')
      },
    },
    events => hub.publish(events),
  )
  const errors: unknown[] = []
  const limits = { socketsPerAccount: 2 }
  const hub: FeedHub = createFeedHub({
    exchange,
    market,
    clock,
    judge: keys.judge,
    limits,
    onError: error => errors.push(error),
  })
  const open = () => {
    const received: Message[] = []
    const closed: number[] = []
    const connection = hub.open({
      send: text => received.push(JSON.parse(text) as Message),
      close: code => closed.push(code),
      reset: () => undefined,
      bufferedBytes: () => 0,
    })
    const say = async (message: unknown): Promise<Message[]> => {
      const before = received.length
      await connection.receive(typeof message === 'string' ? message : JSON.stringify(message))
      return received.slice(before)
    }
    const signIn = async (account: string) =>
      await say({ authenticate: { credentials_secret: await keys.sign(account, startMs), user_tag: 'in' } })
    return { received, closed, say, signIn, connection }
  }
  const signedIn = async (account: string) => {
    const socket = open()
    await socket.signIn(account)
    socket.received.length = 0
    return socket
  }
  return { open, signedIn, faults, errors, hub, inner }
}
const order = (id: string, more: object = {}) => ({
  new_order: {
    symbol: perpetual,
    ...firmLimit,
    side: 'buy',
    quantity: '1',
    price: '100',
    recv_window: '1',
    client_order_id: id,
    ...more,
  },
})
const names = (messages: readonly Message[]): string[] => messages.map(each => Object.keys(each)[0] ?? '')
const only = (messages: readonly Message[], name: string): Readonly<Record<string, unknown>> => {
  expect(names(messages)).toEqual([name])
  return messages[0]?.[name] ?? {}
}

describe('a request in a socket', () => {
  test.each([
    ['no JSON', '{', 'not JSON'],
    ['a list', '[]', 'not one named message'],
    ['two names', '{"heartbeat":{},"balances":{}}', 'not one named message'],
    ['a name of nobody', '{"please":{}}', 'unknown message'],
    ['a body that is not one', '{"balances":7}', 'not an object'],
    ['a field of another type', '{"trade_history_request":{"trade_count":{}}}', 'field trade_count is not right'],
  ])('that is %s is answered by an error with a code, and the socket stays', async (_, text, words) => {
    const { signedIn } = await venue()
    const socket = await signedIn('ann')
    const answer = only(await socket.say(text), 'command_response')
    expect([answer['error_code'], String(answer['error_text']).includes(words)]).toEqual(['16', true])
    expect(socket.closed).toEqual([])
  })

  test('of an account needs a login first, also where its fields cannot be read; nothing is carried out', async () => {
    const { open, inner } = await venue()
    const socket = open()
    for (const message of [order('a'), { balances: {} }, order('b', { quantity: {} }), { cancel_all_orders: {} }]) {
      const answer = only(await socket.say(message), 'command_response')
      expect(answer['error_text']).toContain('not logged in')
    }
    expect(inner.hasAccount('ann')).toBe(false)
  })
})

test('an account has so many sockets and one more is refused, until another goes; signing in again on one of them is none more', async () => {
  const { open, signedIn } = await venue()
  const [first] = [await signedIn('ann'), await signedIn('ann')]
  const third = open()
  expect(only(await third.signIn('ann'), 'command_response')['error_text']).toContain('too many sockets')
  expect(only(await first.signIn('ann'), 'command_response')['error_code']).toBe('0')
  first.connection.closed()
  expect(only(await third.signIn('ann'), 'command_response')['error_code']).toBe('0')
})

test('orders of a bulk are pending first, and then each has its own outcome, in their order', async () => {
  const { signedIn } = await venue()
  const socket = await signedIn('ann')
  const orders = [order('a').new_order, order('b', { price: '100.3' }).new_order, order('c')]
  const answers = await socket.say({ new_bulk_order: { user_tag: 'bulk', orders } })
  expect(names(answers)).toEqual(['new_bulk_order_response', 'order_accepted', 'order_rejected', 'order_accepted'])
  expect(answers[0]?.['new_bulk_order_response']).toMatchObject({
    user_tag: 'bulk',
    results: ['a', 'b', 'c'].map(client_order_id => ({ client_order_id, order_state: 'pending_new' })),
  })
  expect(answers.slice(1).map(each => Object.values(each)[0]?.['client_order_id'])).toEqual(['a', 'b', 'c'])
})

describe('a cancel', () => {
  test('that fails inside lends its tag to no later end', async () => {
    const { signedIn, faults, errors } = await venue()
    const [asking, other] = [await signedIn('ann'), await signedIn('ann')]
    await asking.say(order('a'))
    faults.next = true
    expect(
      only(await asking.say({ cancel_order: { client_order_id: 'a', user_tag: 'lost' } }), 'command_response')[
        'error_text'
      ],
    ).toContain('may have been executed')
    expect(errors).toHaveLength(1)
    asking.received.length = 0
    await other.say({ cancel_order: { client_order_id: 'a', user_tag: 'theirs' } })
    expect(JSON.stringify(only(asking.received, 'cancel_order'))).not.toContain('lost')
  })

  test.each([
    ['both ids', { order_id: '1', client_order_id: 'a' }],
    ['none', {}],
  ])('or a refresh that names the order by %s does nothing', async (_, ids) => {
    const { signedIn, inner } = await venue()
    const socket = await signedIn('ann')
    await socket.say(order('a'))
    socket.received.length = 0
    for (const name of ['cancel_order', 'refresh_interest']) {
      expect(only(await socket.say({ [name]: { ...ids, user_tag: 't' } }), 'command_response')).toMatchObject({
        error_code: '16',
        user_tag: 't',
      })
    }
    expect(inner.openOrders('ann', microsFromMs(startMs))).toHaveLength(1)
  })
})

const rfq = (id: string) => order(id, { market_id: 'none', price: undefined })
test('requests for quotes are shown to anyone who registered: those that live at once, then each as it comes and goes, without whose they are', async () => {
  const { signedIn } = await venue()
  const [maker, taker] = [await signedIn('ann'), await signedIn('bob')]
  await taker.say(rfq('first'))
  expect(maker.received).toEqual([])
  expect(names(await maker.say({ register_for_rfqs: { user_tag: 'r' } }))).toEqual(['command_response', 'snapshot'])
  maker.received.length = 0
  await taker.say(rfq('second'))
  await taker.say({ cancel_order: { client_order_id: 'second' } })
  expect(names(maker.received)).toEqual(['order_added', 'order_deleted'])
  expect(JSON.stringify(maker.received)).not.toMatch(/bob|second/)
  await maker.say({ deregister_for_rfqs: {} })
  maker.received.length = 0
  await taker.say(rfq('third'))
  expect(maker.received).toEqual([])
})

const taken = (id: string) =>
  order(id, { type: 'MARKET', time_in_force: 'IOC', price: undefined, recv_window: undefined, quantity: '0.01' })
test('the trade history is the last trades asked for, of the account alone, and a count of none is refused', async () => {
  const { signedIn } = await venue()
  const [own, other] = [await signedIn('ann'), await signedIn('bob')]
  for (const id of ['a', 'b', 'c']) await own.say(taken(id))
  const ask = async (socket: typeof own, body: object) =>
    await socket.say({ trade_history_request: { user_tag: 'h', ...body } })
  const last = only(await ask(own, { trade_count: '2' }), 'trade_history_response')
  expect((last['executions'] as { client_order_id: string }[]).map(each => each.client_order_id)).toEqual(['b', 'c'])
  expect(only(await ask(other, {}), 'trade_history_response')['executions']).toEqual([])
  expect(only(await ask(own, { trade_count: '0' }), 'command_response')).toMatchObject({
    error_code: '16',
    user_tag: 'h',
  })
})
