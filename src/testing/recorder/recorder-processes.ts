/** Recorder processes, built as shipped, on their own sandbox, and the checks while they are killed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { build } from 'vite'
import { expect } from 'vitest'
import { importSigningKey, signToken } from '../../core/client/signing-key.ts'
import type { z } from '../../core/domain/zod.ts'
import { recorderCalls } from '../../core/history/recorder-interface.ts'
import { programAddress } from '../program-address.ts'
import { keyPair } from '../key-pair.ts'
import { firmAtMarket } from '../order.fixture.ts'

export const takeOverMs = 15_000
export const startMs = 60_000
const children = new Set<ChildProcess>()
let folder = ''
let built = ''
let signingKey: CryptoKey

export async function prepareRecorders(): Promise<string> {
  mkdirSync(resolve('node_modules/.cache'), { recursive: true })
  built = mkdtempSync(resolve('node_modules/.cache/legwork-recorder-'))
  folder = mkdtempSync(join(tmpdir(), 'legwork-recorder-'))
  mkdirSync(join(built, 'client'))
  writeFileSync(join(built, 'client', 'index.html'), '<!doctype html>')
  const pair = keyPair()
  writeFileSync(join(folder, 'desk.pem'), pair.privateKey, { mode: 0o600 })
  writeFileSync(join(folder, 'keys.json'), JSON.stringify({ 'desk-key': pair.publicKey }))
  const account = { account: 'desk', apiKey: 'desk-key', privateKey: 'desk.pem' }
  writeFileSync(join(folder, 'recorder.json'), JSON.stringify({ accounts: [account], pollSeconds: 0.5 }))
  const imported = await importSigningKey(pair.privateKey)
  if (!imported.ok) throw new Error(imported.message)
  signingKey = imported.key
  const ssr = { ssr: 'src/server/main.ts', outDir: join(built, 'server'), target: 'node20' }
  await build({ configFile: false, logLevel: 'error', build: ssr })
  return folder
}

export function endRecorders(): void {
  for (const child of children) child.kill('SIGKILL')
  for (const each of [built, folder]) rmSync(each, { recursive: true, force: true })
}

export interface Running {
  readonly url: string
  kill(): Promise<void>
}

export async function run(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Running> {
  const child = spawn(process.execPath, [join(built, 'server', 'main.js'), ...args], {
    env: { ...process.env, SANDBOX_DATA: 'memory', SANDBOX_INSTRUMENTS: '100', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.add(child)
  const url = await programAddress(child)
  return {
    url,
    async kill() {
      const gone = new Promise(done => child.once('close', done))
      child.kill('SIGKILL')
      children.delete(child)
      await gone
    },
  }
}

/** The programs use the machine's clock, unlike the test. */
let venueOffsetMs = 0
const venueNowMs = (): number => Math.round(performance.now() + venueOffsetMs)

export async function ask(
  url: string,
  path: string,
  body?: unknown,
  method: 'POST' | 'PUT' = 'POST',
): Promise<{ readonly status: number; readonly json: unknown }> {
  const nowMs = venueNowMs()
  const iat = Math.floor(nowMs / 1_000) - 5
  const token = await signToken(signingKey, {
    sub: 'desk-key',
    iat,
    exp: iat + 60,
    client: 'api',
    nonce: nowMs * 1_000,
  })
  const headers = { credentials_secret: token, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
  const sent = body === undefined ? {} : { method, body: JSON.stringify(body) }
  try {
    const answer = await fetch(url + path, { headers, ...sent })
    return { status: answer.status, json: await answer.json() }
  } catch {
    return { status: 0, json: undefined }
  }
}

export function trade(server: () => string) {
  const [sent, taken]: [string[], string[]] = [[], []]
  let isOver = false
  const running = (async () => {
    for (let count = 0; !isOver; count += 1) {
      const order = {
        symbol: 'BTC-USD-PERPETUAL',
        ...firmAtMarket,
        quantity: '0.01',
      }
      const client_order_id = `t${count}`
      const side = count % 2 === 0 ? 'buy' : 'sell'
      sent.push(client_order_id)
      const { json } = await ask(server(), '/v1/api/order', { new_order: { ...order, side, client_order_id } })
      if (JSON.stringify(json ?? '').includes('order_accepted')) taken.push(client_order_id)
      await wait(300)
    }
  })()
  return {
    sent,
    taken,
    async stop() {
      isOver = true
      await running
    },
  }
}

export async function filledIn(
  recorder: string,
): Promise<readonly { readonly client_order_id: string; readonly executions: readonly unknown[] }[] | undefined> {
  const { status, json } = await ask(recorder, '/recorder/v1/orders?account=desk&which=filled')
  return status === 200 ? recorderCalls.orders.answer.parse(json).orders.rows : undefined
}

/** Waits until `count` orders are stored. Polls slowly, because the recorder rate-limits readers. */
export async function filledOnce(
  recorder: string,
  count: number,
): Promise<NonNullable<Awaited<ReturnType<typeof filledIn>>>> {
  let orders: Awaited<ReturnType<typeof filledIn>>
  const counted = async (): Promise<number | undefined> => {
    orders = (await filledIn(recorder)) ?? orders
    return orders?.length
  }
  await expect.poll(counted, { timeout: startMs, interval: 300 }).toBe(count)
  return orders ?? []
}

export type StoredRow = z.output<typeof recorderCalls.journal.answer>['rows']['rows'][number]

export async function rowsOf(recorder: string, kind?: 'execution'): Promise<readonly StoredRow[]> {
  const rows: StoredRow[] = []
  for (let before = ''; ; ) {
    const kinds = kind === undefined ? '' : `&kinds=${kind}`
    const { json } = await ask(recorder, `/recorder/v1/journal?account=desk&limit=1000${kinds}${before}`)
    const page = recorderCalls.journal.answer.parse(json)
    rows.push(...page.rows.rows)
    if (page.before === undefined) return rows
    before = `&before=${encodeURIComponent(page.before)}`
  }
}

export const rowsIn = async (recorder: string): Promise<readonly string[]> =>
  (await rowsOf(recorder)).map(row => row.id)

export async function untilReported(recorder: string, id: () => string | undefined, withinMs: number): Promise<number> {
  const began = performance.now()
  for (;;) {
    const wanted = id()
    const orders = wanted === undefined ? undefined : await filledIn(recorder)
    if (orders?.some(order => order.client_order_id === wanted) === true) return performance.now() - began
    if (performance.now() - began > withinMs)
      throw new Error(`${String(wanted)} was not told of within ${withinMs / 1_000} s`)
    await wait(200)
  }
}

export async function runVenue(): Promise<Running> {
  const venue = await run(['--sandbox'], { PORT: '0', SANDBOX_API_KEYS: join(folder, 'keys.json') })
  const time = (await (await fetch(`${venue.url}/v1/api/time`)).json()) as { readonly server_utc_timestamp: string }
  venueOffsetMs = Number.parseInt(time.server_utc_timestamp, 10) / 1_000 - performance.now()
  return venue
}

export const settingsOn = (venue: Running) => ({
  EXCHANGE_URL: venue.url,
  FEED_URL: `${venue.url.replace('http', 'ws')}/v1/feed`,
  LEGWORK_RECORDER: join(folder, 'recorder.json'),
})

export async function killInTurn(
  place: Readonly<Record<string, string>>,
  times: number,
  between: () => Promise<void> = async () => undefined,
): Promise<void> {
  const venue = await runVenue()
  const begin = (): Promise<Running> => run(['--recorder'], { ...place, ...settingsOn(venue), RECORDER_PORT: '0' })
  let [writing, waiting]: [Running, Running | undefined] = [await begin(), await begin()]
  const traffic = trade(() => venue.url)
  await untilReported(writing.url, () => traffic.taken[0], startMs)
  const reported = new Set<string>()
  for (let round = 0; round < times && waiting !== undefined; round += 1) {
    for (const id of await rowsIn(writing.url)) reported.add(id)
    const before = traffic.taken.length
    await writing.kill()
    await between()
    await untilReported(waiting.url, () => traffic.taken[before], takeOverMs)
    ;[writing, waiting] = [waiting, round === times - 1 ? undefined : await begin()]
  }
  await traffic.stop()
  await untilReported(writing.url, () => traffic.taken.at(-1), startMs)
  // The last look-up may still be pending.
  const orders = await filledOnce(writing.url, traffic.taken.length)
  expect(orders.map(order => order.client_order_id).toSorted()).toEqual(traffic.taken.toSorted())
  const rows = await rowsIn(writing.url)
  expect(new Set(rows).size).toBe(rows.length)
  expect([...reported].filter(id => !rows.includes(id))).toEqual([])
  expect(rows.filter(id => id.includes(' x ')).length).toBe(orders.flatMap(order => order.executions).length)
  for (const each of [writing, waiting, venue]) await each?.kill()
}
