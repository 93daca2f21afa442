import { Hono } from 'hono'
import { endpoints } from '../../src/core/contract/endpoints.ts'
import { dec, type Decimal } from '../../src/core/domain/decimal.ts'
import { clientOrderId } from '../../src/core/domain/ids.ts'
import { type EpochMicros, microsFromMs } from '../../src/core/domain/time.ts'
import type { Exchange } from '../../src/exchange/sandbox/exchange.ts'
import { createServerApp } from '../../src/server/http/app.ts'
import type { SandboxSettings } from '../../src/server/http/env.ts'
import { listen } from '../../src/server/http/listen.ts'
import { mountSandbox } from '../../src/server/http/mount-sandbox.ts'
import { staticFiles } from '../../src/server/http/static.ts'
import { openSavedExchange } from '../../src/exchange/journal/saved-exchange.ts'
import { benchNowMs } from './bench-time.ts'

const say = (value: object): void => void process.stdout.write(`${JSON.stringify(value)}\n`)
const [, , mode = '', first = '', second = ''] = process.argv
const perpetual = 'BTC-USD-PERPETUAL'

const settingsOf = (data: string, instruments: number): SandboxSettings => ({
  seed: 'bench',
  market: 'live',
  instruments,
  profile: 'extended',
  data,
  clockMs: benchNowMs(),
  control: false,
  requestsPerSecond: 1_000_000,
})
const savedSettings = (data: string) => ({ ...settingsOf(data, 1_500), rfqTimeoutSeconds: 1_800 })

async function serveEcho(): Promise<void> {
  const app = new Hono()
  app.post(endpoints.placeOrder.path, async context => context.json(await context.req.json()))
  say({ port: (await listen({ fetch: request => app.fetch(request), port: 0, tries: 0 })).port })
}

async function serveSandbox(data: string): Promise<void> {
  const exchange = await mountSandbox(settingsOf(data, 1_500))
  const app = createServerApp({ files: staticFiles('nowhere', 'sandbox'), exchange, allowedHosts: [] })
  say({ port: (await listen({ fetch: app.fetch, port: 0, tries: 0 })).port })
}

const command = (account: string, id: string, side: string, price: Decimal) => {
  const order = {
    symbol: perpetual,
    market_id: '0',
    side,
    type: 'LIMIT',
    time_in_force: 'GTC',
    recv_window: 60_000,
    quantity: dec('0.001'),
    price,
    client_order_id: clientOrderId(id),
  }
  return { kind: 'place', account, order, text: JSON.stringify(Object.entries(order)) } as const
}

const restingPrice = (index: number): Decimal => dec(index % 2 === 0 ? 1_000 + (index % 997) : 900_000 + (index % 997))
const sideOf = (index: number): string => (index % 2 === 0 ? 'buy' : 'sell')

async function room(instruments: number, orders: number): Promise<void> {
  const sandbox = await mountSandbox(settingsOf('memory', instruments))
  const ask = (path: string) =>
    Promise.resolve(sandbox.fetch(new Request(`http://127.0.0.1${path}`, { headers: { 'accept-encoding': 'br' } })))
  for (const { path } of [endpoints.exchangeInfo, endpoints.deliverableInfo, endpoints.marketSummary])
    await (await ask(path)).arrayBuffer()
  let open = 0
  for (let index = 0; index < orders; index += 1_000)
    open += await fill(sandbox, `room-${index}`, Math.min(1_000, orders - index))
  say({ open, megabytes: process.memoryUsage().rss / 1e6 })
}

async function fill(
  sandbox: { fetch(request: Request): Response | Promise<Response> },
  account: string,
  count: number,
): Promise<number> {
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const init = {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    }
    return (await (await sandbox.fetch(new Request(`http://127.0.0.1${path}`, init))).json()) as Record<string, unknown>
  }
  const { credentials_secret } = (await post('/sandbox/session', { account })) as { credentials_secret: string }
  let open = 0
  for (let index = 0; index < count; index += 1) {
    const { order } = command(account, `o${index}`, sideOf(index), restingPrice(index))
    const answer = await post(
      endpoints.placeOrder.path,
      { new_order: { ...order, recv_window: '60000' } },
      { credentials_secret },
    )
    if ('order_accepted' in answer) open += 1
  }
  return open
}

async function writeHistory(data: string, commands: number): Promise<void> {
  const opened = await openSavedExchange(savedSettings(data))
  if (!opened.ok) throw new Error(opened.problem)
  const { exchange, pulse } = opened.saved
  const startMs = Date.UTC(2026, 10, 21, 12)
  const accounts = Array.from({ length: 50 }, (_, index) => `a${index}`)
  const at = (index: number): EpochMicros => microsFromMs(startMs + index * 5)
  for (const account of accounts) exchange.apply({ kind: 'open_account', account }, at(0))
  for (let index = 0; index < commands / 2; index += 1) {
    placeAndCancel(exchange, accounts, index, at(index))
    if (index % 1_000 === 0) pulse()
  }
  say({ done: true })
  // Killed, so that the next start finds what a crash leaves.
  process.kill(process.pid, 'SIGKILL')
}

const lifeOfOrder = 1_000

function placeAndCancel(exchange: Exchange, accounts: readonly string[], index: number, now: EpochMicros): void {
  const accountAt = (each: number): string => accounts[each % accounts.length] ?? ''
  const price = index % 10 === 0 ? dec(index % 20 === 0 ? 900_000 : 1_000) : restingPrice(index)
  exchange.apply(command(accountAt(index), `c${index}`, sideOf(index), price), now)
  const old = index - lifeOfOrder
  if (old >= 0)
    exchange.apply({ kind: 'cancel', account: accountAt(old), key: { client_order_id: clientOrderId(`c${old}`) } }, now)
  if (index % 200 === 0) exchange.apply({ kind: 'tick' }, now)
}

async function startAgain(data: string): Promise<void> {
  const from = performance.now()
  const opened = await openSavedExchange(savedSettings(data))
  if (!opened.ok) throw new Error(opened.problem)
  say({ ms: performance.now() - from, replayed: opened.saved.replayed })
  process.kill(process.pid, 'SIGKILL')
}

const count = (text: string): number => Number.parseInt(text, 10)
if (mode === 'echo') await serveEcho()
else if (mode === 'memory' || mode === 'durable') await serveSandbox(mode === 'memory' ? 'memory' : first)
else if (mode === 'room') {
  await room(count(first), count(second))
  process.exit(0)
} else if (mode === 'journal') await writeHistory(first, count(second))
else if (mode === 'start') await startAgain(first)
else throw new Error(`unknown mode ${mode}`)
