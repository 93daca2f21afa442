// @vitest-environment node
/**
 * Kills the program at random moments under traffic and restarts it on the same folder: everything ever answered, over
 * HTTP or by push, must still hold. Some rounds first request a graceful end, so that the kill hits the last snapshot.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { Random } from '../sandbox/engine/sim/random.ts'
import { findRooms, openAccount, runHistory } from '../../testing/concurrent/run-history.ts'
import { programAddress } from '../../testing/program-address.ts'

const rounds = Number.parseInt(process.env['KILL_ROUNDS'] ?? '1', 10)
const workers = 6
const symbol = 'BTC-USD-PERPETUAL'
const lots = 10_000

let program = ''
let built = ''
let data = ''
beforeAll(async () => {
  // Inside the project, so that its packages are found.
  mkdirSync(resolve('node_modules/.cache'), { recursive: true })
  built = mkdtempSync(resolve('node_modules/.cache/legwork-kill-'))
  data = mkdtempSync(join(tmpdir(), 'legwork-kill-'))
  program = join(built, 'server', 'main.js')
  mkdirSync(join(built, 'client'))
  writeFileSync(join(built, 'client', 'index.html'), '<!doctype html>')
  const ssr = { ssr: 'src/server/main.ts', outDir: join(built, 'server'), target: 'node20' }
  await build({ configFile: false, logLevel: 'error', build: ssr })
})
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  for (const folder of [built, data]) rmSync(folder, { recursive: true, force: true })
})

interface Running {
  readonly url: string
  readonly child: ChildProcess
  readonly ended: Promise<number | null>
  said(): string
}

const children = new Set<ChildProcess>()

/** `blocks`: file size limit in blocks of 1 kB; a write beyond fails like a full disk. */
function spawnProgram(folder = data, blocks?: number, market = 'live') {
  const env = {
    ...process.env,
    SANDBOX_MARKET: market,
    SANDBOX_FLOW: 'off',
    PORT: '0',
    SANDBOX_DATA: folder,
    SANDBOX_INSTRUMENTS: '100',
    SANDBOX_REQUESTS_PER_SECOND: '1000000',
  }
  const [command, args] =
    blocks === undefined
      ? [process.execPath, [program]]
      : ['bash', ['-c', `trap '' XFSZ; ulimit -f ${blocks}; exec "$0" "$1"`, process.execPath, program]]
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  children.add(child)
  child.once('close', () => children.delete(child))
  return child
}

async function start(folder = data, blocks?: number, market?: string): Promise<Running> {
  const child = spawnProgram(folder, blocks, market)
  const ended = new Promise<number | null>(done => child.once('close', code => done(code)))
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: unknown) => (said += String(chunk)))
  const url = await programAddress(child)
  return { url, child, ended, said: () => said }
}

type Fields = Readonly<Record<string, unknown>>

interface Reported {
  readonly id: string
  readonly body: string
  answer?: string
  cancelled?: boolean
  readonly trades: Set<string>
}

class Client {
  readonly reported = new Map<string, Reported>()
  #token = ''
  #url = ''
  #ids = 0
  #socket: WebSocket | undefined

  constructor(readonly account: string) {}

  async connect(url: string): Promise<void> {
    this.#url = url
    if (this.#token === '') {
      const body = JSON.stringify({ account: this.account })
      const answer = await fetch(`${url}/sandbox/session`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      })
      this.#token = ((await answer.json()) as { credentials_secret: string }).credentials_secret
    }
    const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/feed`)
    socket.on('error', () => undefined)
    socket.on('message', data => this.#hear(JSON.parse((data as Buffer).toString()) as Record<string, Fields>))
    await new Promise<void>(open => socket.once('open', () => open()))
    socket.send(JSON.stringify({ authenticate: { credentials_secret: this.#token, user_tag: 'in' } }))
    this.#socket = socket
  }

  #hear(message: Record<string, Fields>): void {
    const { execution, cancel_order } = message
    if (execution !== undefined)
      this.reported.get(String(execution['client_order_id']))?.trades.add(String(execution['trade_id']))
    const ended = cancel_order === undefined ? undefined : this.reported.get(String(cancel_order['client_order_id']))
    if (ended !== undefined && cancel_order?.['reason'] === 'user_cancelled') ended.cancelled = true
  }

  async #ask(path: string, method = 'GET', body?: string): Promise<string | undefined> {
    const headers = {
      credentials_secret: this.#token,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    try {
      const answer = await fetch(this.#url + path, { method, headers, ...(body === undefined ? {} : { body }) })
      const text = await answer.text()
      // On a busy machine a request may arrive too slowly and is not read.
      if (answer.status === 408) return await this.#ask(path, method, body)
      return answer.status === 200 ? text : await Promise.reject(new Error(`${answer.status} ${text}`))
    } catch (error) {
      if (error instanceof TypeError) return undefined
      throw error
    }
  }

  async trade(isGone: () => boolean): Promise<void> {
    while (!isGone()) {
      const open = [...this.reported.values()]
        .filter(each => each.cancelled !== true && each.answer?.includes('order_accepted') === true)
        .slice(-20)
      const oldest = open.length > 12 ? open[Math.floor(Math.random() * open.length)] : undefined
      if (oldest === undefined) await this.#place()
      else {
        const answer = await this.#ask(`/v1/api/order?client_order_id=${oldest.id}`, 'DELETE')
        // A late cancel has another reason.
        if (answer?.includes('"user_cancelled"') === true) oldest.cancelled = true
      }
    }
    this.#socket?.terminate()
  }

  async #place(): Promise<void> {
    this.#ids += 1
    const id = `${this.account}-${this.#ids}`
    const kind = Math.floor(Math.random() * 4)
    const order = {
      symbol,
      market_id: kind === 3 ? 'none' : '0',
      side: this.#ids % 2 === 0 ? 'buy' : 'sell',
      type: 'LIMIT',
      quantity: kind === 2 ? '0' : '0.001',
      client_order_id: id,
      // Beyond any possible price: one trades immediately, the other rests.
      price: (kind === 0) === (this.#ids % 2 === 0) ? '900000' : '1000',
      ...(kind === 0 ? { time_in_force: 'IOC' } : { time_in_force: 'GTC', recv_window: '500' }),
    }
    const reported: Reported = { id, body: JSON.stringify({ new_order: order }), trades: new Set() }
    this.reported.set(id, reported)
    const answer = await this.#ask('/v1/api/order', 'POST', reported.body)
    if (answer !== undefined) reported.answer = answer
  }

  async hold(orders: readonly Reported[]): Promise<void> {
    for (const reported of orders) {
      // A repeated order gives its first answer exactly; an unanswered one may be new.
      const again = await this.#ask('/v1/api/order', 'POST', reported.body)
      if (reported.answer === undefined) {
        if (again !== undefined) reported.answer = again
      } else expect(again).toBe(reported.answer)
      if (reported.answer?.includes('order_accepted') !== true) continue
      const details = JSON.parse((await this.#ask(`/v1/api/order?client_order_id=${reported.id}`)) ?? '{}') as {
        query_order_response: { cancel_state: string; executions: { trade_id: string }[] }
      }
      const { cancel_state, executions } = details.query_order_response
      if (reported.cancelled === true) expect([reported.id, cancel_state]).toEqual([reported.id, 'user_cancelled'])
      expect(executions.map(each => each.trade_id)).toEqual(expect.arrayContaining([...reported.trades]))
    }
  }

  async holdPositions(): Promise<void> {
    let expected = 0
    for (const reported of this.reported.values()) {
      if (reported.answer?.includes('order_accepted') !== true) continue
      const text = (await this.#ask(`/v1/api/order?client_order_id=${reported.id}`)) ?? '{}'
      const { query_order_response: order } = JSON.parse(text) as {
        query_order_response: { side: string; executions: { executed_quantity: string }[] }
      }
      for (const each of order.executions)
        expected += (order.side === 'buy' ? 1 : -1) * Math.round(Number(each.executed_quantity) * lots)
    }
    const positions = (await this.#ask('/v1/api/positions')) ?? '{}'
    const { positions_response } = JSON.parse(positions) as { positions_response: { positions: { size: string }[] } }
    expect(Math.round(Number(positions_response.positions[0]?.size ?? 0) * lots)).toBe(expected)
  }
}

async function tradeAndKill(running: Running, clients: readonly Client[], round: number): Promise<void> {
  let isOver = false
  running.child.once('close', () => {
    isOver = true
  })
  const traffic = Promise.all(clients.map(client => client.trade(() => isOver)))
  await wait(20 + Math.random() * 200)
  if (round % 4 === 3) {
    isOver = true
    await traffic
    running.child.kill('SIGTERM')
    await wait(Math.random() * 60)
  }
  running.child.kill('SIGKILL')
  await Promise.all([running.ended, traffic])
}

async function startInVain(): Promise<void> {
  const child = spawnProgram()
  await wait(Math.random() * 400)
  child.kill('SIGKILL')
  await new Promise<void>(done => child.once('close', () => done()))
}

describe('killed at any moment', () => {
  test(`nothing that was answered is lost, ${rounds} times`, async () => {
    let clients: Client[] = []
    let orders = 0
    let running = await start()
    for (let round = 0; round < rounds; round += 1) {
      // New accounts now and then, which limits the number of repeats.
      if (round % 10 === 0) {
        clients = Array.from({ length: workers }, (_, index) => new Client(`k${round}-${index}`))
        for (const client of clients) await client.connect(running.url)
      }
      const before = clients.map(client => new Set(client.reported.keys()))
      await tradeAndKill(running, clients, round)
      if (round % 5 === 2) await startInVain()
      running = await start()
      const { url } = running
      const held = clients.map(async (client, index) => {
        await client.connect(url)
        const fresh = [...client.reported.values()].filter(reported => before[index]?.has(reported.id) !== true)
        const older = [...client.reported.values()].filter(() => Math.random() < 0.1)
        orders += fresh.length
        await client.hold([...fresh, ...older])
        if (round % 10 === 9) await client.holdPositions()
      })
      await Promise.all(held)
    }
    running.child.kill('SIGKILL')
    await running.ended
    expect(orders).toBeGreaterThanOrEqual(rounds * workers)
  })
})

// Windows has no such limit.
describe.each(process.platform === 'win32' ? [] : ['a disk that takes no more'])('%s', () => {
  test('the program says so and ends by itself, and what it answered is there at the next start', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'legwork-full-'))
    const full = await start(folder, 2_048)
    const client = new Client('full')
    await client.connect(full.url)
    let isOver = false
    full.child.once('close', () => {
      isOver = true
    })
    // The order that could not be written is answered by an error outside the contract.
    await client.trade(() => isOver).catch((error: unknown) => expect(String(error)).toMatch(/\b50\d\b/))
    expect(await full.ended).toBe(1)
    expect(full.said()).toContain('The exchange can go on no longer')
    const again = await start(folder)
    await client.connect(again.url)
    expect(client.reported.size).toBeGreaterThan(20)
    await client.hold([...client.reported.values()])
    await client.holdPositions()
    again.child.kill('SIGKILL')
    await again.ended
    rmSync(folder, { recursive: true, force: true })
  })

  test(`amid many clients, ${rounds} times: each history is explained by one order of its calls`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'legwork-concurrent-'))
    let running = await start(folder, undefined, 'frozen')
    const rooms = await findRooms(running.url, 12)
    const accounts = await Promise.all([1, 2, 3, 4].map(async at => await openAccount(() => running, `c${at}`)))
    const kill = async (): Promise<void> => {
      running.child.kill('SIGKILL')
      await running.ended
      running = await start(folder, undefined, 'frozen')
    }
    let indefinite = 0
    for (let seed = 0; seed < rounds; seed += 1) {
      const random = new Random(seed)
      indefinite += (await runHistory({ seed, random, accounts, room: random.pick(rooms), kill })).indefinite
    }
    running.child.kill('SIGKILL')
    await running.ended
    rmSync(folder, { recursive: true, force: true })
    expect(indefinite).toBeGreaterThan(rounds)
  })
})
