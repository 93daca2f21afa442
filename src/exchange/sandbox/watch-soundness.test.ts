// @vitest-environment node
import { expect, test } from 'vitest'
import { micros, microsFromMs } from '../../core/domain/time.ts'
import { createExchange } from './engine/create-exchange.ts'
import type { Exchange } from './exchange.ts'
import { createFeedHub } from './feed/hub.ts'
import { createMarket } from './market/create-market.ts'
import { ExchangeEnded, watchSoundness } from './watch-soundness.ts'

const now = microsFromMs(Date.parse('2026-11-21T12:00:00Z'))
const market = createMarket({ seed: 'sound', mode: 'frozen', frozenAtMs: now / 1_000, instruments: 300 })

test('after a command failed half-way the exchange refuses everything, and its host is notified once', () => {
  const exchange = createExchange({ market })
  const received: unknown[] = []
  const failing: Exchange = {
    ...exchange,
    apply(command, at) {
      if (command.kind === 'cancel') throw new Error('half-way')
      return exchange.apply(command, at)
    },
  }
  const watched = watchSoundness(failing, error => received.push(error))
  watched.exchange.apply({ kind: 'open_account', account: 'a' }, now)
  expect(watched.exchange.balances('a', now)).not.toEqual([])
  expect(() =>
    watched.exchange.apply({ kind: 'cancel', account: 'a', key: { client_order_id: 'x' as never } }, now),
  ).toThrow('half-way')
  for (const call of [
    () => watched.exchange.apply({ kind: 'tick' }, now),
    () => watched.exchange.balances('a', now),
    () => watched.exchange.orderBook('BTC-USD-PERPETUAL', 5, now),
    () => watched.watch(() => 1),
  ]) {
    expect(call).toThrow(ExchangeEnded)
  }
  expect(received).toHaveLength(1)
})

test("a stranger's text that cannot be looked up fails for him alone", () => {
  const exchange = createExchange({ market })
  const broke: unknown[] = []
  const odd: Exchange = {
    ...exchange,
    orderBook: () => {
      throw new Error('odd text')
    },
  }
  const watched = watchSoundness(odd, error => broke.push(error))
  expect(() => watched.exchange.orderBook('x', 5, now)).toThrow('odd text')
  expect(watched.exchange.liveRfqs(now)).toEqual([])
  expect(broke).toEqual([])
})

test('a message that cannot be answered is answered by an error, and a push that cannot be written ends the sockets it was for', async () => {
  const exchange = createExchange({ market })
  exchange.apply({ kind: 'open_account', account: 'a' }, now)
  const failing: Exchange = {
    ...exchange,
    positions: () => {
      throw new Error('no positions')
    },
  }
  const errors: unknown[] = []
  const judge = (account: string) => Promise.resolve({ account, expMs: Number.MAX_SAFE_INTEGER, uri: undefined })
  const hub = createFeedHub({
    exchange: failing,
    market,
    clock: () => now,
    judge,
    onError: error => errors.push(error),
  })
  const open = (account: string) => {
    const received: string[] = []
    const closed: number[] = []
    const socket = {
      send: (text: string) => received.push(text),
      close: (code: number) => closed.push(code),
      reset: () => undefined,
    }
    const connection = hub.open({ ...socket, bufferedBytes: () => 0 })
    const login = connection.receive(JSON.stringify({ authenticate: { credentials_secret: account } }))
    return { received, closed, connection, login }
  }
  const [own, other] = [open('a'), open('b')]
  await Promise.all([own.login, other.login])
  await own.connection.receive('{"positions":{"user_tag":"p"}}')
  await own.connection.receive('{"balances":{"user_tag":"b"}}')
  expect(own.received.at(-2)).toContain('"error_code":"7"')
  expect(own.received.at(-1)).toContain('"balances"')
  const order = { client_order_id: 'x'.repeat(3_000), executions: [] } as never
  hub.publish([{ kind: 'order_ended', account: 'a', order, reason: 'timeout', at: micros(now) }])
  expect([own.closed, other.closed, hub.connections()]).toEqual([[1011], [], 1])
  expect(errors).toHaveLength(2)
})
