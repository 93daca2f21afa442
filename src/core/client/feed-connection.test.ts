import { describe, expect, it } from 'vitest'
import type { FeedMessage } from '../contract/feed.ts'
import { createRandom, createVirtualTime, timersOf } from '../../testing/order-desk/virtual-time.sim.ts'
import type { Credentials } from './client-types.ts'
import { FeedConnection, type ProbeResult, type SocketEvents } from './feed-connection.ts'

const alice: Credentials = { tokenFor: () => 'alice-token', serial: 1, account: 'alice', venueKey: 'v' }
const execution =
  '{"execution":{"server_utc_timestamp":"1","utc_timestamp":"1000","symbol":"PTF-USD","trade_id":"1","order_id":"2","client_order_id":"c","executed_price":"1.0","executed_quantity":"1.0","liquidity_flag":"taken","side":"buy","order_state":"filled"}}'

function setUp(options: { readonly probed?: ProbeResult } = {}) {
  const time = createVirtualTime()
  const sockets: { readonly events: SocketEvents; readonly sent: string[]; isClosed: boolean }[] = []
  const pushed: [FeedMessage['name'], string][] = []
  const unread: string[] = []
  const states: string[] = []
  const world: { current: Credentials | undefined; probes: number; probed: ProbeResult } = {
    current: alice,
    probes: 0,
    probed: options.probed ?? 'present',
  }
  const line = new FeedConnection({
    timers: timersOf(time, createRandom(1), () => true),
    open(_, events) {
      const socket = { events, sent: [] as string[], isClosed: false }
      sockets.push(socket)
      return {
        send: text => socket.sent.push(text),
        close: () => {
          socket.isClosed = true
        },
      }
    },
    address: () => 'ws://v/v1/feed',
    probe: () => {
      world.probes += 1
      return world.probed
    },
    credentials: () => world.current,
    pushed: (message, owner) => pushed.push([message.name, owner.account]),
    unread: name => unread.push(name),
    changed: state => states.push(state.kind),
  })
  const pass = (ms = 0): Promise<void> => time.pass(ms, () => undefined)
  const last = () => {
    const socket = sockets.at(-1)
    if (socket === undefined) throw new Error('no socket')
    return socket
  }
  const tagOf = (text: string | undefined): string =>
    (JSON.parse(text ?? '{}') as { authenticate: { user_tag: string } }).authenticate.user_tag
  const answer = (error_code: string): void =>
    last().events.message(
      JSON.stringify({ command_response: { user_tag: tagOf(last().sent[0]), error_code, error_text: 'no' } }),
    )
  const another = async (): Promise<void> => {
    for (const before = sockets.length; sockets.length === before; ) await pass(100)
  }
  const goLive = async (): Promise<void> => {
    await pass()
    last().events.opened()
    answer('0')
  }
  const open = async (): Promise<void> => {
    line.restart()
    await pass()
    last().events.opened()
  }
  const restart = async (): Promise<void> => {
    line.restart()
    await goLive()
  }
  return { line, world, sockets, pushed, unread, states, pass, last, answer, another, goLive, open, restart }
}

describe('the socket', () => {
  it('logs in again before a short-lived token ends, on the same socket, and a refusal then is a lost connection', async () => {
    const { world, sockets, states, last, pass, answer, open } = setUp()
    let made = 0
    world.current = { ...alice, leastLeftMs: 10_000, tokenFor: async () => `token-${(made += 1)}` }
    await open()
    await pass()
    answer('0')
    const logins = () => last().sent.filter(text => text.includes('authenticate'))
    for (let step = 0; step < 60; step += 1) {
      await pass(500)
      last().events.message('{"heartbeat":{"timestamp":"1"}}')
    }
    expect(
      logins().map(
        text => (JSON.parse(text) as { authenticate: { credentials_secret: string } }).authenticate.credentials_secret,
      ),
    ).toEqual(['token-1', 'token-2', 'token-3', 'token-4'])
    expect([sockets.length, states.at(-1)]).toEqual([1, 'live'])
    answer('14')
    expect(states.at(-1)).toBe('waiting')
  })

  it('is lost where the browser would not sign', async () => {
    const { world, states, pass, open } = setUp()
    world.current = { ...alice, tokenFor: async () => Promise.reject(new Error('no')) }
    await open()
    await pass()
    expect(states.at(-1)).toBe('waiting')
  })

  it('logs in with the token of the moment, and hands on pushes only once the login is answered', async () => {
    const { line, pushed, last, pass, answer } = setUp()
    line.restart()
    await pass()
    expect(last().sent).toEqual([])
    last().events.opened()
    expect(JSON.parse(last().sent[0] ?? '')).toMatchObject({ authenticate: { credentials_secret: 'alice-token' } })
    last().events.message(execution)
    expect(pushed).toEqual([])
    answer('0')
    expect(line.state()).toEqual({ kind: 'live' })
    last().events.message(execution)
    expect(pushed).toEqual([['execution', 'alice']])
  })

  it('asks a venue once whether it has one, and stays quiet where it has none', async () => {
    const { line, world, sockets, pass } = setUp({ probed: 'absent' })
    line.restart()
    await pass(600_000)
    expect(line.state()).toEqual({ kind: 'absent' })
    expect([world.probes, sockets.length]).toEqual([1, 0])
  })

  it('of another address gives up after a few tries that never opened', async () => {
    const { line, sockets, pass, last, another } = setUp({ probed: 'unclear' })
    line.restart()
    for (let tries = 0; tries < 3; tries += 1) {
      await another()
      last().events.closed()
    }
    await pass(600_000)
    expect(line.state()).toEqual({ kind: 'absent' })
    expect(sockets).toHaveLength(3)
  })

  it('comes back after it was lost, and asks no more whether there is one', async () => {
    const { line, world, last, another, goLive, restart } = setUp()
    await restart()
    last().events.closed()
    expect(line.state()).toMatchObject({ kind: 'waiting', failures: 1 })
    await another()
    await goLive()
    expect(line.state()).toEqual({ kind: 'live' })
    expect(world.probes).toBe(1)
  })

  it('waits longer with each failure, half a minute at the most', async () => {
    const { line, sockets, pass, last } = setUp()
    line.restart()
    await pass()
    for (let turn = 0; turn < 400; turn += 1) {
      last().events.closed()
      await pass(1_000)
    }
    expect(sockets.length).toBeGreaterThan(400_000 / 31_000)
    expect(sockets.length).toBeLessThan(60)
  })

  it('probes a silent connection, and closes it without an answer', async () => {
    const { line, pass, last, restart } = setUp()
    await restart()
    const first = last()
    for (let beats = 0; beats < 10; beats += 1) {
      await pass(5_000)
      first.events.message('{"heartbeat":{}}')
    }
    const asks = () => first.sent.filter(text => text.includes('trade_history_request')).length
    expect(asks()).toBe(0)
    await pass(8_000)
    expect(asks()).toBe(1)
    first.events.message('{"heartbeat":{}}')
    await pass(14_000)
    expect(line.state().kind).toBe('live')
    await pass(2_000)
    expect(line.state().kind).not.toBe('live')
    expect(first.isClosed).toBe(true)
  })

  it('sends a heartbeat about every five seconds while it is logged in, and none before or after', async () => {
    const { line, pass, last, goLive } = setUp()
    line.restart()
    await pass()
    const socket = last()
    const beats = () => socket.sent.filter(text => /^\{"heartbeat":\{"timestamp":"\d+"\}\}$/.test(text)).length
    await pass(6_000)
    expect(beats()).toBe(0)
    await goLive()
    for (let seconds = 0; seconds < 60; seconds += 5) {
      await pass(5_000)
      socket.events.message('{"heartbeat":{}}')
    }
    expect(beats()).toBe(13)
    line.rest()
    await pass(20_000)
    expect(beats()).toBe(13)
  })

  it('takes an error object for a refused login, in the words of the venue', async () => {
    const { line, last, states, open } = setUp()
    await open()
    last().events.message('{"error":{"error_code":"14","message":"Unauthorized"}}')
    expect(states.at(-1)).toBe('waiting')
    expect(line.state()).toMatchObject({ why: 'The venue refused the login: Unauthorized.' })
  })

  it('of an old session does not affect the new one, and its token is not reused', async () => {
    const { line, world, pushed, sockets, pass, last, restart } = setUp()
    await restart()
    const old = last()
    world.current = { tokenFor: () => 'bob-token', serial: 2, account: 'bob', venueKey: 'v' }
    await restart()
    old.events.message(execution)
    old.events.closed()
    expect(pushed).toEqual([])
    expect(old.isClosed).toBe(true)
    expect(JSON.stringify(sockets.at(-1)?.sent)).not.toContain('alice')
    last().events.message(execution)
    expect(pushed).toEqual([['execution', 'bob']])
    world.current = undefined
    line.restart()
    await pass(60_000)
    expect(line.state()).toEqual({ kind: 'off' })
    expect(last().isClosed).toBe(true)
  })

  it('is signed in where the venue says that it is already', async () => {
    const { line, sockets, states, pass, answer, open } = setUp()
    await open()
    await pass()
    answer('11')
    expect(line.state()).toEqual({ kind: 'live' })
    answer('11')
    expect([sockets.length, states.at(-1)]).toEqual([1, 'live'])
  })

  it('waits for minutes after repeated refusals of a login, or until it is restarted', async () => {
    const { line, sockets, pass, last, answer, another, restart } = setUp()
    line.restart()
    for (let turn = 0; turn < 3; turn += 1) {
      await another()
      last().events.opened()
      answer('3')
    }
    expect(line.state()).toEqual({ kind: 'refused', why: 'The venue refused the login: no.' })
    await pass(299_000)
    expect(sockets).toHaveLength(3)
    await pass(2_000)
    expect(sockets).toHaveLength(4)
    last().events.opened()
    answer('3')
    expect(line.state()).toMatchObject({ kind: 'refused' })
    await restart()
    expect(line.state().kind).toBe('live')
  })

  it('says that something happened when it cannot read what', async () => {
    const { unread, pushed, last, restart } = setUp()
    await restart()
    last().events.message(execution.replace('"trade_id":"1",', ''))
    last().events.message('<html>')
    last().events.message('{"something_new":{}}')
    expect([unread, pushed]).toEqual([['execution'], []])
  })

  it('is closed while the page rests', async () => {
    const { line, sockets, pass, last, restart } = setUp()
    await restart()
    line.rest()
    expect(last().isClosed).toBe(true)
    await pass(120_000)
    expect([line.state().kind, sockets.length]).toEqual(['off', 1])
  })
})
