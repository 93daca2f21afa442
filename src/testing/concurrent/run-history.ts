/**
 * One history of many clients on one instrument of a running sandbox: calls at random times, some connections cut by
 * the client, and optionally a kill of the program. At the end each order is cancelled and looked up by two clients,
 * then the history is checked.
 */
import { WebSocket } from 'ws'
import { add, dec, type Decimal, lt, max, mul, sub, sum } from '../../core/domain/decimal.ts'
import type { Random } from '../../exchange/sandbox/engine/sim/random.ts'
import { linearize, type Operation, type Place, type Seen, type Trade } from './linearize.ts'

type Fields = Readonly<Record<string, unknown>>

export interface Running {
  readonly url: string
}

/** Sends one request; replaced by tests that plant a fault. Undefined: no answer. */
export type Send = (request: {
  method: string
  path: string
  body?: string
  abortMs?: number
}) => Promise<Fields | undefined>

export interface Account {
  readonly send: Send
  readonly pushed: ReadonlySet<string>
  close(): void
}

/** An instrument with a wide spread, so that clients trade with each other only. */
export interface Room {
  readonly symbol: string
  readonly prices: readonly string[]
  readonly lot: Decimal
}

export interface HistoryReport {
  readonly calls: number
  readonly indefinite: number
  readonly trades: number
}

export async function openAccount(running: () => Running, name: string): Promise<Account> {
  const json = { 'content-type': 'application/json' }
  const answer = await fetch(`${running().url}/sandbox/session`, {
    method: 'POST',
    body: JSON.stringify({ account: name }),
    headers: json,
  })
  const { credentials_secret } = (await answer.json()) as { credentials_secret: string }
  const pushed = new Set<string>()
  const socket = new WebSocket(`${running().url.replace('http', 'ws')}/v1/feed`)
  socket.on('error', () => undefined)
  socket.on('message', data => {
    const { execution } = JSON.parse((data as Buffer).toString()) as { execution?: Fields }
    if (execution !== undefined) pushed.add(String(execution['trade_id']))
  })
  await new Promise<void>(open => socket.once('open', () => open()))
  const isIn = new Promise<void>(done => socket.once('message', () => done()))
  socket.send(JSON.stringify({ authenticate: { credentials_secret, user_tag: 'in' } }))
  await isIn
  const send: Send = async ({ method, path, body, abortMs }) => {
    const signal = AbortSignal.timeout(abortMs ?? 10_000)
    try {
      const content = body === undefined ? {} : { body, headers: { credentials_secret, ...json } }
      const reply = await fetch(running().url + path, { method, signal, headers: { credentials_secret }, ...content })
      return (await reply.json()) as Fields
    } catch {
      return undefined
    }
  }
  return { send, pushed, close: () => socket.terminate() }
}

export async function findRooms(url: string, count: number): Promise<readonly Room[]> {
  const listing = (await (await fetch(`${url}/v1/api/exchangeInfo`)).json()) as {
    entities_and_rules_response: { symbols: Fields[] }
  }
  const rooms: Room[] = []
  for (const row of listing.entities_and_rules_response.symbols) {
    if (rooms.length === count) break
    if (row['status'] !== 'active' || !/\d[CP]$/.test(String(row['symbol']))) continue
    const symbol = String(row['symbol'])
    const answer = await (await fetch(`${url}/v1/api/orderbook?symbol=${encodeURIComponent(symbol)}&depth=1`)).json()
    const { buy, sell } = (answer as { orderbook_response: Record<'buy' | 'sell', { price: string }[]> })
      .orderbook_response
    const [bid, ask] = [buy[0]?.price, sell[0]?.price]
    if (bid === undefined || ask === undefined) continue
    const step = dec(String(row['price_step']))
    if (lt(sub(dec(ask), dec(bid)), mul(dec(10), step))) continue
    const prices = [2, 3, 4, 5, 6].map(steps => add(dec(bid), mul(dec(steps), step)))
    rooms.push({ symbol, prices, lot: max(dec(String(row['minimum_quantity'])), dec(String(row['quantity_step']))) })
  }
  if (rooms.length === 0) throw new Error('no instrument of the sandbox has room between its best prices')
  return rooms
}

interface Setting {
  readonly seed: number
  readonly random: Random
  readonly accounts: readonly Account[]
  readonly room: Room
  readonly orders?: number
  readonly kill?: (() => Promise<void>) | undefined
}

const spreadMs = 12
const sleep = (ms: number): Promise<void> => new Promise(done => setTimeout(done, ms))

export async function runHistory(setting: Setting): Promise<HistoryReport> {
  const { seed, random, accounts, room, kill, orders: count = 10 } = setting
  const history = new History(room)
  const orders = Array.from(
    { length: count },
    (_, at): Planned => ({
      id: `h${seed}-${at}`,
      account: random.pick(accounts),
      side: random.chance(0.5) ? 'buy' : 'sell',
      price: random.pick(room.prices),
      quantity: mul(room.lot, dec(random.whole(1, 5))),
      isIoc: random.chance(0.25),
    }),
  )
  const abortMs = (): number | undefined => (random.chance(0.2) ? random.whole(0, 4) : undefined)
  const calls = orders.flatMap((order): (() => Promise<boolean>)[] => {
    const clientsOfOrder = random.chance(0.3) ? 3 : 1
    const places = Array.from({ length: clientsOfOrder }, () => () => history.place(order, abortMs()))
    const cancels = random.chance(0.4) ? [() => history.cancel(order, abortMs())] : []
    return [...places, ...cancels, () => history.query(order)]
  })
  const clients: Promise<unknown>[] = calls.map(async call => {
    await sleep(random.next() * spreadMs)
    await call()
  })
  if (kill !== undefined) clients.push(sleep(random.next() * spreadMs).then(kill))
  await Promise.all(clients)
  await history.settle(orders)
  const trades = history.trades(orders)
  const problem = history.problem(trades)
  if (problem !== undefined) throw new Error(`history ${seed}: ${problem}\n${history.text()}`)
  if (kill === undefined)
    await eventually(() => history.missed(orders), 5_000, `history ${seed}: the socket has not said`)
  return { calls: history.operations.length, indefinite: history.indefinite, trades: trades.length }
}

async function eventually(missing: () => readonly string[], boundMs: number, what: string): Promise<void> {
  const endMs = performance.now() + boundMs
  while (missing().length > 0) {
    if (performance.now() > endMs) throw new Error(`${what} ${missing().join(', ')}`)
    await sleep(2)
  }
}

interface Planned extends Pick<Place, 'side' | 'price' | 'quantity' | 'isIoc'> {
  readonly id: string
  readonly account: Account
}

interface Execution {
  readonly trade_id: string
  readonly executed_quantity: string
  readonly executed_price: string
  readonly liquidity_flag: string
}

class History {
  readonly operations: Operation[] = []
  readonly #executions = new Map<string, readonly Execution[]>()
  readonly #ids = new Map<string, Set<string>>()
  readonly #stamps = new Map<string, number>()
  readonly #room: Room

  constructor(room: Room) {
    this.#room = room
  }

  get indefinite(): number {
    return this.operations.filter(each => each.returnedMs === Infinity).length
  }

  async place(order: Planned, abortMs?: number): Promise<boolean> {
    const { id, account, side, price, quantity, isIoc } = order
    const life = isIoc ? { time_in_force: 'IOC' } : { time_in_force: 'GTC', recv_window: '500' }
    const fields = {
      symbol: this.#room.symbol,
      market_id: '0',
      side,
      type: 'LIMIT',
      quantity,
      price,
      client_order_id: id,
      ...life,
    }
    const body = JSON.stringify({ new_order: fields })
    const invokedMs = performance.now()
    const reply = await account.send({
      method: 'POST',
      path: '/v1/api/order',
      body,
      ...(abortMs === undefined ? {} : { abortMs }),
    })
    const accepted = reply?.['order_accepted'] as Fields | undefined
    const answer =
      accepted === undefined ? (reply?.['order_rejected'] === undefined ? undefined : 'rejected') : 'accepted'
    if (accepted !== undefined) this.#ids.set(id, new Set([...(this.#ids.get(id) ?? []), String(accepted['order_id'])]))
    const returnedMs = answer === undefined ? Infinity : performance.now()
    if (accepted !== undefined) this.#stamps.set(id, Number(accepted['utc_timestamp']))
    this.operations.push({ kind: 'place', order: id, side, price, quantity, isIoc, answer, invokedMs, returnedMs })
    return answer !== undefined
  }

  async cancel({ id, account }: Planned, abortMs?: number): Promise<boolean> {
    const invokedMs = performance.now()
    const path = `/v1/api/order?client_order_id=${id}`
    const reply = await account.send({ method: 'DELETE', path, ...(abortMs === undefined ? {} : { abortMs }) })
    const response = reply?.['cancel_order_response'] as Fields | undefined
    const reason = response?.['reason']
    const stamp = Number(response?.['timestamp'])
    const answer = reason === undefined ? undefined : reason === 'user_cancelled' ? 'cancelled' : 'refused'
    const returnedMs = answer === undefined ? Infinity : performance.now()
    this.operations.push({ kind: 'cancel', order: id, answer, stamp, invokedMs, returnedMs })
    return answer !== undefined
  }

  async query({ id, account }: Planned): Promise<boolean> {
    const invokedMs = performance.now()
    const reply = await account.send({ method: 'GET', path: `/v1/api/order?client_order_id=${id}` })
    const details = reply?.['query_order_response'] as Fields | undefined
    if (details === undefined) return false
    const executions = (details['executions'] ?? []) as readonly Execution[]
    const executed = sum(executions.map(each => dec(each.executed_quantity)))
    const isCancelled = details['cancel_state'] !== 'none'
    const isFound = details['error'] === undefined
    const answer: Seen = isFound ? { executed, isCancelled } : 'not found'
    this.operations.push({ kind: 'query', order: id, answer, invokedMs, returnedMs: performance.now() })
    if (isFound) this.#executions.set(id, executions)
    return true
  }

  async settle(orders: readonly Planned[]): Promise<void> {
    const until = async (call: () => Promise<boolean>): Promise<void> => {
      for (let tries = 0; !(await call()); tries += 1) {
        if (tries === 100) throw new Error('an order that nobody answered does not resolve')
        await sleep(50)
      }
    }
    const isAnswered = ({ id }: Planned): boolean =>
      this.operations.some(each => each.kind === 'place' && each.order === id && each.answer !== undefined)
    await Promise.all(orders.filter(order => !isAnswered(order)).map(order => until(() => this.place(order))))
    await Promise.all(orders.map(order => until(() => this.cancel(order))))
    await Promise.all([...orders, ...orders].map(order => until(() => this.query(order))))
  }

  trades(orders: readonly Planned[]): readonly Trade[] {
    const parties = new Map<string, { added?: string; taken?: string; price: string; quantity: string }>()
    for (const { id } of orders)
      for (const {
        trade_id,
        liquidity_flag,
        executed_price: price,
        executed_quantity: quantity,
      } of this.#executions.get(id) ?? [])
        parties.set(trade_id, { ...parties.get(trade_id), price, quantity, [liquidity_flag]: id })
    return [...parties.values()].map(({ added = 'nobody', taken = 'nobody', price, quantity }) => ({
      added,
      taken,
      price,
      quantity,
    }))
  }

  problem(trades: readonly Trade[]): string | undefined {
    for (const [order, ids] of this.#ids)
      if (ids.size > 1) return `${order} is ${ids.size} orders of the venue: ${[...ids].join(', ')}`
    const stamped = this.operations.map(each =>
      each.kind === 'place' ? { ...each, stamp: this.#stamps.get(each.order) } : each,
    )
    return linearize(stamped, trades) === undefined ? 'no order of the calls explains the answers' : undefined
  }

  missed(orders: readonly Planned[]): readonly string[] {
    return orders.flatMap(({ id, account }) =>
      (this.#executions.get(id) ?? []).map(each => each.trade_id).filter(trade => !account.pushed.has(trade)),
    )
  }

  text(): string {
    return this.operations
      .toSorted((a, b) => a.invokedMs - b.invokedMs)
      .map(each => JSON.stringify(each))
      .join('\n')
  }
}
