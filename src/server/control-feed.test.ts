// @vitest-environment node
/** The control desk's faults over the socket: they affect answers as over HTTP, and the exchange stays correct. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Json, type OutsideFeed, type OutsideVenue, at, listenOutside } from '../testing/test-outside.ts'
import { firmLimit } from '../testing/order.fixture.ts'

let venue: OutsideVenue
let token: string
let feed: OutsideFeed
let accounts = 0
let account = ''
beforeAll(async () => {
  venue = await listenOutside('extended')
})
afterAll(() => venue.close())
beforeEach(async () => {
  accounts += 1
  account = `spoilt-${accounts}`
  token = await venue.signIn(account)
  feed = await venue.signedFeed(token)
})
afterEach(() => feed.close())

const order = (more: Json = {}): Json => ({
  symbol: 'BTC-USD-PERPETUAL',
  ...firmLimit,
  side: 'buy',
  quantity: '0.1',
  price: '50000',
  recv_window: '3',
  client_order_id: venue.id(),
  ...more,
})
async function fault(body: Json): Promise<void> {
  const { status, text } = await venue.ask('/sandbox/control/faults', { method: 'POST', body: { account, ...body } })
  if (status !== 200) throw new Error(text)
}
const about = (name: string, sent: Json) => (message: Json) =>
  at(message, name, 'client_order_id') === sent['client_order_id']
const stateOf = async (sent: Json): Promise<unknown> => {
  const details = await venue.details(token, sent['client_order_id'])
  return details['order_state'] ?? details['error']
}

describe('a fault over the socket', () => {
  test('time-out: the order is executed, nothing more is sent, and the socket closes', async () => {
    await fault({ fault: 'timeout', hold_ms: 200 })
    const sent = order()
    feed.send({ new_order: sent })
    await expect.poll(() => stateOf(sent)).toBe('accepted')
    feed.send({ balances: { user_tag: 'silence' } })
    await feed.ended
    expect(
      feed.received.some(
        message => at(message, 'order_accepted') !== undefined || at(message, 'balances') !== undefined,
      ),
    ).toBe(false)
  })

  test.each([
    [true, 'accepted'],
    [false, 'failed'],
  ])('reset: the socket breaks; carried out: %s', async (executes, state) => {
    await fault({ fault: 'reset', executes })
    const sent = order()
    feed.send({ new_order: sent })
    await feed.ended
    expect(await stateOf(sent)).toBe(state)
    expect(feed.received.filter(about('order_accepted', sent))).toEqual([])
  })

  test('duplicate: the message arrives twice, and there is one order', async () => {
    await fault({ fault: 'duplicate' })
    const sent = order()
    feed.send({ new_order: sent })
    await expect.poll(() => feed.received.filter(about('order_accepted', sent)).length).toBe(2)
    expect(await venue.openOrders(token)).toHaveLength(1)
  })

  test('reject: with the reason asked for, and no order comes to be; each of a bulk', async () => {
    await fault({ fault: 'reject', reason: 'account_suspended', count: 2 })
    const [single, first, second] = [order(), order(), order()]
    feed.send({ new_order: single })
    feed.send({ new_bulk_order: { orders: [first, second], user_tag: 'bulk' } })
    for (const sent of [single, first, second]) {
      expect(at(await feed.until(about('order_rejected', sent)), 'order_rejected', 'reason')).toBe('account_suspended')
    }
    expect(await venue.openOrders(token)).toEqual([])
  })

  test.each([
    ['renamed', { order_id_v2: expect.any(String) }],
    ['retyped', { order_id: { value: expect.any(String) } }],
    ['missing', {}],
  ])('drift: a field of the answer is %s', async (change, expected) => {
    await fault({ fault: 'drift', field: 'order_id', change })
    const sent = order()
    feed.send({ new_order: sent })
    const answer = at(await feed.until(about('order_accepted', sent)), 'order_accepted') as Json
    expect(Object.fromEntries(Object.entries(answer).filter(([name]) => name.startsWith('order_id')))).toEqual(expected)
    const whole = order()
    feed.send({ new_order: whole })
    expect(at(await feed.until(about('order_accepted', whole)), 'order_accepted')).toHaveProperty('order_id')
  })

  test('too many requests: error_code 6, and nothing is carried out', async () => {
    await fault({ fault: 'too_many_requests', on: 'any' })
    const sent = order({ user_tag: 'busy' })
    feed.send({ new_order: sent })
    const answer = await feed.until(message => at(message, 'command_response', 'user_tag') === 'busy')
    expect(at(answer, 'command_response', 'error_code')).toBe('6')
    expect(await stateOf(sent)).toBe('failed')
  })

  test('slow: executed at once, reported late, with later messages in order', async () => {
    await fault({ fault: 'slow', delay_ms: 400 })
    const sent = order()
    feed.send({ new_order: sent })
    feed.send({ positions: { user_tag: 'after' } })
    await expect.poll(() => stateOf(sent)).toBe('accepted')
    expect(feed.received.filter(about('order_accepted', sent))).toEqual([])
    await feed.until(message => at(message, 'positions', 'user_tag') === 'after')
    const places = [about('order_accepted', sent), (message: Json) => 'positions' in message].map(is =>
      feed.received.findIndex(is),
    )
    expect(places[0]).toBeGreaterThanOrEqual(0)
    expect(places[0]).toBeLessThan(places[1] ?? -1)
  })

  test('clock jump: expired orders are reported at once', async () => {
    const sent = order({ recv_window: '1' })
    feed.send({ new_order: sent })
    await feed.until(about('order_accepted', sent))
    await venue.advance(600_000)
    expect(at(await feed.until(about('cancel_order', sent)), 'cancel_order', 'reason')).toBe('timeout')
  })

  test('is for the sockets of its account alone', async () => {
    await fault({ fault: 'too_many_requests', on: 'any', count: 5 })
    const other = await venue.signedFeed(await venue.signIn())
    const sent = order()
    other.send({ new_order: sent })
    expect(at(await other.until(about('order_accepted', sent)), 'order_accepted')).toHaveProperty('order_id')
    other.close()
  })
})
