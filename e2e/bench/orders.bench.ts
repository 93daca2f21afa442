/**
 * The sandbox under load: accepted orders over HTTP against a bare route that parses and echoes the same body, with
 * journal in memory and on disk; memory when full; start time by journal length. Uses the built server: the TypeScript
 * loader renames each closure, which costs a quarter of an order's time.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { type Bench, type BenchRow, median } from './bench.ts'
import { type Load, load } from './order-load.ts'

const kinds = ['echo', 'memory', 'durable'] as const
type Kind = (typeof kinds)[number]
const rounds = 15
const warmUps = 3
const ordersPerRound = 2_000
const connections = 8
const accounts = 64

const journalLengths = [10_000, 100_000, 1_000_000]

interface Host {
  readonly child: ChildProcess
  readonly said: Promise<Record<string, number>>
}

const builtHost = join('dist', 'bench', 'order-host')

async function buildHost(): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    define: { 'import.meta.env.LEGWORK_VERSION': JSON.stringify('bench') },
    build: { ssr: 'e2e/bench/order-host.ts', outDir: builtHost, emptyOutDir: true, target: 'node20' },
  })
}

function host(...args: readonly string[]): Host {
  const child = spawn(process.execPath, [join(builtHost, 'order-host.js'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said = new Promise<Record<string, number>>((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (text.includes('\n')) resolve(JSON.parse(text) as Record<string, number>)
    })
    child.once('close', code => reject(new Error(`the other process of the bench ended (${code})`)))
  })
  return { child, said }
}

async function reported(...args: readonly string[]): Promise<Record<string, number>> {
  const { child, said } = host(...args)
  const gone = new Promise<void>(resolve => child.once('close', () => resolve()))
  const answer = await said
  await gone
  return answer
}

async function tokenOf(port: number, account: string): Promise<string> {
  const init = { method: 'POST', body: JSON.stringify({ account }), headers: { 'content-type': 'application/json' } }
  const answer = await fetch(`http://127.0.0.1:${port}/sandbox/session`, init)
  return ((await answer.json()) as { credentials_secret: string }).credentials_secret
}

const orderText = (index: number): string => {
  const isBuy = index % 2 === 0
  const price = (isBuy ? 1_000 : 900_000) + (index % 997)
  return `{"new_order":{"symbol":"BTC-USD-PERPETUAL","market_id":"0","side":"${isBuy ? 'buy' : 'sell'}","type":"LIMIT","time_in_force":"GTC","recv_window":"60000","quantity":"0.001","price":"${price}","client_order_id":"bench-${index}"}}`
}

async function loads(folder: string): Promise<Record<Kind, Load[]>> {
  const hosts = new Map<Kind, Host>()
  const results: Record<Kind, Load[]> = { echo: [], memory: [], durable: [] }
  try {
    for (const kind of kinds) hosts.set(kind, host(kind, folder))
    const ready = await Promise.all(
      [...hosts].map(async ([kind, { said }]) => {
        const { port = 0 } = await said
        const tokens = kind === 'echo' ? ['none'] : []
        // Sequentially: many at a time could hit the server's time-outs on a busy machine.
        while (tokens.length < (kind === 'echo' ? 1 : accounts)) tokens.push(await tokenOf(port, `b${tokens.length}`))
        return { kind, port, tokens }
      }),
    )
    // Alternating order, so that a slow moment affects all; the first rounds warm up.
    for (let round = 0; round < rounds + warmUps; round += 1) {
      for (const { kind, port, tokens } of round % 2 === 0 ? ready : ready.toReversed()) {
        const request = (index: number) => {
          const number = round * ordersPerRound + index
          return { token: tokens[number % tokens.length] ?? '', body: orderText(number) }
        }
        const accepted = kind === 'echo' ? '"new_order"' : '"order_accepted"'
        const result = await load({ port, connections, orders: ordersPerRound, request, accepted })
        if (round >= warmUps) results[kind].push(result)
      }
    }
    return results
  } finally {
    for (const { child } of hosts.values()) child.kill('SIGKILL')
  }
}

function loadRows(results: Record<Kind, Load[]>): BenchRow[] {
  const of = (kind: Kind, what: keyof Load): number => median(results[kind].map(each => each[what]))
  const row = (name: string, kind: Kind, what: keyof Load, ratio: number): BenchRow => ({
    name,
    unit: 'ms',
    floor: of('echo', what),
    measured: of(kind, what),
    goal: { ratio },
  })
  return [
    row('order over HTTP, journal in memory: each', 'memory', 'perOrderMs', 1.5),
    row('order over HTTP, journal in memory: p99', 'memory', 'p99Ms', 1.5),
    row('order over HTTP, journal on disk: each', 'durable', 'perOrderMs', 3),
    row('order over HTTP, journal on disk: p99', 'durable', 'p99Ms', 3),
  ]
}

export const bench: Bench = {
  name: 'orders',
  about: 'orders over HTTP, memory when full, start by journal length',
  async run(say) {
    const folder = mkdtempSync(join(tmpdir(), 'legwork-bench-'))
    try {
      await buildHost()
      say(`${rounds} × ${ordersPerRound.toLocaleString('en')} orders over ${connections} connections, each way in turn`)
      const results = await loads(join(folder, 'load'))
      const rows = loadRows(results)
      for (const kind of kinds) {
        say(
          `${kind}: ${Math.round(1_000 / median(results[kind].map(each => each.perOrderMs))).toLocaleString('en')} orders a second`,
        )
      }
      say('50,000 instruments, 100,000 open orders')
      const { megabytes = 0, open = 0 } = await reported('room', '50000', '100000')
      if (open !== 100_000) throw new Error(`${open} orders are open`)
      rows.push({
        name: 'memory: 50,000 instruments, 100,000 open orders',
        unit: 'MB',
        measured: megabytes,
        goal: { limit: 1_000 },
      })
      for (const size of journalLengths) {
        const data = join(folder, `start-${size}`)
        say(`a journal of ${size.toLocaleString('en')} commands, and a start from it`)
        await reported('journal', data, String(size))
        const { ms = 0 } = await reported('start', data)
        rows.push({
          name: 'start after a kill, by commands in the journal',
          size,
          unit: 'ms',
          measured: ms,
          goal: { limit: 10_000 },
        })
        rmSync(data, { recursive: true, force: true })
      }
      return rows
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
