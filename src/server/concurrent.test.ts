// @vitest-environment node
/** Many concurrent clients of one sandbox over HTTP and sockets: one order of the calls must explain each history. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Random } from '../exchange/sandbox/engine/sim/random.ts'
import { linearize, type Operation, type Trade } from '../testing/concurrent/linearize.ts'
import {
  type Account,
  findRooms,
  openAccount,
  type Room,
  runHistory,
  type Send,
} from '../testing/concurrent/run-history.ts'
import { openFeedEntry } from './http/feed-socket.ts'
import { listen, type ListeningServer } from './http/listen.ts'
import { type MountedSandbox, mountSandbox } from './http/mount-sandbox.ts'
import { extendedSandbox } from '../testing/extended-sandbox.ts'

const histories = Number.parseInt(process.env['CONCURRENT_HISTORIES'] ?? '8', 10)
const firstSeed = Number.parseInt(process.env['CONCURRENT_FROM'] ?? '0', 10)
const atOnce = 4

let sandbox: MountedSandbox
let server: ListeningServer
let rooms: readonly Room[] = []
let accounts: readonly Account[] = []
const ends: (() => unknown)[] = []

beforeAll(async () => {
  sandbox = await mountSandbox(extendedSandbox('concurrent', { requestsPerSecond: 1_000_000 }))
  server = await listen({ fetch: request => sandbox.fetch(request), port: 0, tries: 0 })
  if (sandbox.feed === undefined) throw new Error('the extended profile has a feed')
  const entry = openFeedEntry(server.server, sandbox.feed, { allowedHosts: [], venueKey: 'sandbox' })
  const running = () => ({ url: `http://127.0.0.1:${server.port}` })
  rooms = await findRooms(running().url, 20)
  accounts = await Promise.all([1, 2, 3, 4].map(async at => await openAccount(running, `c${at}`)))
  ends.push(
    () => accounts.forEach(each => each.close()),
    entry.close,
    () => sandbox.stop(),
    () => server.close(100),
  )
})
afterAll(async () => {
  for (const end of ends) await end()
})

/** The first instruments are for the correct venue; a planted fault uses its own, since it leaves orders behind. */
const roomOf = (at: number): Room => {
  const room = rooms[at]
  if (room === undefined) throw new Error(`there are only ${rooms.length} instruments with room`)
  return room
}
const cleanRooms = 12

describe('concurrent clients', () => {
  test(`${histories} histories with broken connections are each explained by one order of their calls`, async () => {
    const total = { calls: 0, indefinite: 0, trades: 0 }
    for (let first = 0; first < histories; first += atOnce) {
      const seeds = Array.from({ length: atOnce }, (_, at) => firstSeed + first + at)
      const reports = seeds.map(seed =>
        runHistory({ seed, random: new Random(seed), accounts, room: roomOf(seed % cleanRooms) }),
      )
      for (const report of await Promise.all(reports)) {
        total.calls += report.calls
        total.indefinite += report.indefinite
        total.trades += report.trades
      }
    }
    const share = ((100 * total.indefinite) / total.calls).toFixed(1)
    console.info(`${histories} histories: ${total.calls} calls, ${share} % without an answer, ${total.trades} trades`)
    expect(total.trades).toBeGreaterThan(histories)
    expect(total.indefinite).toBeGreaterThan(0)
  })
})

type Request = Parameters<Send>[0]

const faults: Readonly<Record<string, (send: Send) => Send>> = {
  'an acceptance of an order that never arrives': send => async request =>
    isPost(request, 4) ? { order_accepted: { order_id: '1', client_order_id: idOf(request) } } : await send(request),
  'an order that arrives twice': send => async request => {
    if (isPost(request, 4))
      await send({ ...request, body: (request.body ?? '').replace(idOf(request), `${idOf(request)}x`) })
    return await send(request)
  },
  'an acceptance before the order is there': send => async request => {
    if (!isPost(request)) return await send(request)
    setTimeout(() => void send(request), 8)
    return { order_accepted: { order_id: 'later', client_order_id: idOf(request) } }
  },
  'a cancel that is confirmed and not done': send => async request =>
    request.method === 'DELETE' ? { cancel_order_response: { reason: 'user_cancelled' } } : await send(request),
  'a look-up that is answered from an old copy': send => {
    const first = new Map<string, Awaited<ReturnType<Send>>>()
    return async request => {
      if (request.method !== 'GET') return await send(request)
      const answer = first.get(request.path) ?? (await send(request))
      first.set(request.path, answer)
      return answer
    }
  },
  'a second order for each repetition of an id': send => {
    let count = 0
    return async request => {
      const answer = await send(request)
      const accepted = answer?.['order_accepted'] as object | undefined
      return accepted === undefined ? answer : { order_accepted: { ...accepted, order_id: `${(count += 1)}` } }
    }
  },
}
const idOf = ({ body = '' }: Request): string => /"client_order_id":"([^"]+)"/.exec(body)?.[1] ?? ''
const isPost = (request: Request, at?: number): boolean =>
  request.method === 'POST' && (at === undefined || idOf(request).endsWith(`-${at}`))

test.each(Object.keys(faults))('the checker finds a planted fault %s', async name => {
  const plant = faults[name] ?? (send => send)
  const faulty = accounts.map(account => ({ ...account, send: plant(account.send) }))
  const at = Object.keys(faults).indexOf(name)
  const first = 1_000_000 * (1 + at)
  const search = async (): Promise<void> => {
    for (let seed = first; seed < first + 40; seed += 1)
      await runHistory({ seed, random: new Random(seed), accounts: faulty, room: roomOf(cleanRooms + at), orders: 6 })
  }
  await expect(search()).rejects.toThrow(/^history/)
})

describe('a history by hand', () => {
  const place = (order: string, side: 'buy' | 'sell', price: string, at: readonly [number, number]): Operation => ({
    kind: 'place',
    order,
    side,
    price,
    quantity: '1',
    isIoc: false,
    answer: 'accepted',
    invokedMs: at[0],
    returnedMs: at[1],
  })
  const trade = (added: string, taken: string, price: string): Trade => ({ added, taken, price, quantity: '1' })

  test('passes where the earlier of two equal prices trades', () => {
    const calls = [place('a', 'sell', '5', [0, 1]), place('b', 'sell', '5', [2, 3]), place('c', 'buy', '5', [4, 5])]
    expect(linearize(calls, [trade('a', 'c', '5')])).toHaveLength(3)
  })
  test('fails where the later of two equal prices trades', () => {
    const calls = [place('a', 'sell', '5', [0, 1]), place('b', 'sell', '5', [2, 3]), place('c', 'buy', '5', [4, 5])]
    expect(linearize(calls, [trade('b', 'c', '5')])).toBeUndefined()
  })
  test('passes where the two equal prices came at the same time', () => {
    const calls = [place('a', 'sell', '5', [0, 3]), place('b', 'sell', '5', [2, 3]), place('c', 'buy', '5', [4, 5])]
    expect(linearize(calls, [trade('b', 'c', '5')])).toHaveLength(3)
  })
  test('fails where a worse price trades before a better one', () => {
    const calls = [place('a', 'sell', '5', [0, 1]), place('b', 'sell', '6', [0, 1]), place('c', 'buy', '6', [4, 5])]
    expect(linearize(calls, [trade('b', 'c', '6')])).toBeUndefined()
  })
  test('fails where a cancelled order trades', () => {
    const cancel: Operation = { kind: 'cancel', order: 'a', answer: 'cancelled', invokedMs: 2, returnedMs: 3 }
    const calls = [place('a', 'sell', '5', [0, 1]), cancel, place('c', 'buy', '5', [4, 5])]
    expect(linearize(calls, [trade('a', 'c', '5')])).toBeUndefined()
  })
  test('passes where a cancel without an answer took effect, and where it did not', () => {
    const cancel: Operation = { kind: 'cancel', order: 'a', answer: undefined, invokedMs: 2, returnedMs: Infinity }
    const calls = [place('a', 'sell', '5', [0, 1]), cancel, place('c', 'buy', '5', [4, 5])]
    expect(linearize(calls, [trade('a', 'c', '5')])).toBeDefined()
    expect(linearize(calls, [])).toBeDefined()
  })
})
