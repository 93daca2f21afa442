// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { microsFromMs } from '../../../core/domain/time.ts'
import { createExchange } from '../engine/create-exchange.ts'
import { createTokenKeys, tokenLifeMs } from '../http/tokens.ts'
import { createMarket } from '../market/create-market.ts'
import { createFeedHub, publishing } from './hub.ts'
import { firmLimit } from '../../../testing/order.fixture.ts'

const startMs = Date.UTC(2026, 10, 21, 12)

async function venue() {
  let nowMs = startMs
  let hostMs = 0
  const market = createMarket({ seed: 'sign-in', mode: 'frozen', frozenAtMs: startMs, instruments: 100 })
  const clock = () => microsFromMs(nowMs)
  const keys = await createTokenKeys()
  const exchange = publishing(createExchange({ market }), events => hub.publish(events))
  const hub = createFeedHub({ exchange, market, clock, judge: keys.judge, isEnded: keys.isEnded, hostMs: () => hostMs })
  const open = () => {
    const received: string[] = []
    const closed: number[] = []
    const connection = hub.open({
      send: text => received.push(text),
      close: code => closed.push(code),
      reset: () => undefined,
      bufferedBytes: () => 0,
    })
    const say = async (message: object): Promise<string | undefined> => {
      await connection.receive(JSON.stringify(message))
      return received.at(-1)
    }
    return {
      received,
      closed,
      say,
      signIn: async () =>
        await say({ authenticate: { credentials_secret: await keys.sign('a', nowMs), user_tag: 'in' } }),
    }
  }
  const order = (id: string) => ({
    new_order: {
      symbol: 'BTC-USD-PERPETUAL',
      ...firmLimit,
      side: 'buy',
      recv_window: '3',
      quantity: '0.1',
      price: '1000.0',
      client_order_id: id,
    },
  })
  return {
    hub,
    keys,
    exchange,
    clock,
    open,
    order,
    advance(ms: number, by: 'both' | 'host' = 'both') {
      hostMs += ms
      if (by === 'both') nowMs += ms
      hub.sweep()
    },
  }
}

describe('a socket', () => {
  test('ends with its token: nothing is answered or pushed by one that is over, and a fresh one on the same socket goes on', async () => {
    const { hub, exchange, clock, open, order, advance } = await venue()
    const own = open()
    await own.signIn()
    advance(tokenLifeMs - 5_000)
    const other = open()
    await other.signIn()
    expect(await own.say({ balances: {} })).toContain('"balances"')
    advance(5_001)
    expect(own.received.at(-1)).toContain('the token has expired')
    expect(await own.say({ balances: { user_tag: 'b' } })).toContain('not logged in')
    expect(await own.say(order('late'))).toContain('not logged in')
    const before = own.received.length
    await other.say(order('o'))
    expect(other.received.at(-1)).toContain('order_accepted')
    expect(own.received).toHaveLength(before)
    expect(exchange.openOrders('a', clock())).toHaveLength(1)
    expect(await own.signIn()).toContain('success')
    expect(await own.say({ balances: {} })).toContain('"balances"')
    advance(20_000)
    expect([own.closed, other.closed, hub.connections()]).toEqual([[], [], 2])
  })

  test('ends with the token that its owner ended, before its time', async () => {
    const { hub, keys, open, advance } = await venue()
    const [left, stays] = [open(), open()]
    const token = await keys.sign('a', startMs)
    await left.say({ authenticate: { credentials_secret: token } })
    await stays.signIn()
    expect(await keys.end(token, startMs)).toBe(true)
    advance(1)
    expect(await left.say({ balances: {} })).toContain('not logged in')
    expect(await stays.say({ balances: {} })).toContain('"balances"')
    expect(hub.connections()).toBe(2)
  })

  test('that is signed in to nothing is ended after ten seconds of the host, whatever else it says', async () => {
    const { hub, open, advance } = await venue()
    const [stranger, member] = [open(), open()]
    await member.signIn()
    advance(9_000, 'host')
    await stranger.say({ entities_and_rules_request: {} })
    expect(hub.connections()).toBe(2)
    advance(1_000, 'host')
    expect([stranger.closed, member.closed, hub.connections()]).toEqual([[1008], [], 1])
  })

  test('whose token is over has ten seconds to bring another', async () => {
    const { open, advance } = await venue()
    const socket = open()
    await socket.signIn()
    advance(tokenLifeMs)
    advance(9_000)
    expect(socket.closed).toEqual([])
    advance(1_000)
    expect(socket.closed).toEqual([1008])
  })
})
