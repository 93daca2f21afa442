/** A sandbox behind a real socket for external tests: plain JSON over HTTP and the feed. */
import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import type { SandboxSettings } from '../server/http/env.ts'
import { openFeedEntry } from '../server/http/feed-socket.ts'
import { connectionOf, listen } from '../server/http/listen.ts'
import { mountSandbox } from '../server/http/mount-sandbox.ts'

export type Json = Record<string, unknown>
export interface Reply {
  readonly status: number
  readonly text: string
  readonly json: Json
}
export interface Asking {
  readonly method?: string
  readonly token?: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

export const at = (value: unknown, ...path: (string | number)[]): unknown =>
  path.reduce<unknown>((part, key) => (part as Record<string | number, unknown> | undefined)?.[key], value)
export const rows = (value: unknown, ...path: (string | number)[]): Json[] =>
  (at(value, ...path) as Json[] | undefined) ?? []

const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
export const apiKey = 'api-key-1'
export const apiKeysText = JSON.stringify({ [apiKey]: pair.publicKey.export({ type: 'spki', format: 'pem' }) })
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

export class OutsideVenue {
  readonly #port: number
  readonly #end: () => Promise<void>
  #ids = 0

  constructor(port: number, end: () => Promise<void>) {
    this.#port = port
    this.#end = end
  }

  close(): Promise<void> {
    return this.#end()
  }

  get address(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  async ask(path: string, { method = 'GET', token, body, headers = {} }: Asking = {}): Promise<Reply> {
    const answer = await fetch(`http://127.0.0.1:${this.#port}${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { credentials_secret: token }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, text, json: parse(text) }
  }

  async signIn(account = `account-${this.id()}`): Promise<string> {
    const { json } = await this.ask('/sandbox/session', { method: 'POST', body: { account } })
    return String(json['credentials_secret'])
  }

  id(): string {
    this.#ids += 1
    return `id-${this.#ids}`
  }

  async place(token: string, order: Json): Promise<Json> {
    const { status, text, json } = await this.ask('/v1/api/order', {
      method: 'POST',
      token,
      body: { new_order: order },
    })
    if (status !== 200) throw new Error(`${status} ${text}`)
    return json
  }

  async reason(token: string, order: Json): Promise<unknown> {
    return at(await this.place(token, order), 'order_rejected', 'reason')
  }

  async details(token: string, clientOrderId: unknown): Promise<Json> {
    const { json } = await this.ask(`/v1/api/order?client_order_id=${String(clientOrderId)}`, { token })
    return at(json, 'query_order_response') as Json
  }

  async openOrders(token: string): Promise<Json[]> {
    return rows((await this.ask('/v1/api/openOrders', { token })).json, 'query_open_orders_response', 'open_orders')
  }

  async book(symbol: string, depth = 20): Promise<{ buy: Json[]; sell: Json[] }> {
    const { json } = await this.ask(`/v1/api/orderbook?symbol=${encodeURIComponent(symbol)}&depth=${depth}`)
    return at(json, 'orderbook_response') as { buy: Json[]; sell: Json[] }
  }

  async advance(ms: number): Promise<void> {
    const { status, text } = await this.ask('/sandbox/control/advance', { method: 'POST', body: { ms } })
    if (status !== 200) throw new Error(`${status} ${text}`)
  }

  async nowMs(): Promise<number> {
    return Number.parseInt(String((await this.ask('/v1/api/time')).json['server_utc_timestamp']), 10) / 1_000
  }

  async feed(path = '/v1/feed'): Promise<OutsideFeed> {
    const feed = new OutsideFeed(new WebSocket(`ws://127.0.0.1:${this.#port}${path}`))
    await feed.opened
    return feed
  }

  async signedFeed(token: string): Promise<OutsideFeed> {
    const feed = await this.feed()
    feed.send({ authenticate: { credentials_secret: token, user_tag: 'login' } })
    await feed.until(message => at(message, 'command_response', 'user_tag') === 'login')
    return feed
  }
}

export class OutsideFeed {
  readonly received: Json[] = []
  readonly opened: Promise<void>
  readonly ended: Promise<void>
  readonly #socket: WebSocket
  #wake: () => void = () => undefined

  constructor(socket: WebSocket) {
    this.#socket = socket
    this.opened = new Promise((resolve, reject) => {
      socket.once('open', resolve)
      socket.once('error', reject)
    })
    this.ended = new Promise(resolve => socket.once('close', () => resolve()))
    socket.on('message', data => {
      this.received.push(parse((data as Buffer).toString('utf8')))
      this.#wake()
    })
  }

  send(message: Json): void {
    this.#socket.send(JSON.stringify(message))
  }

  async until(isIt: (message: Json) => boolean, withinMs = 8_000): Promise<Json> {
    for (const end = Date.now() + withinMs; Date.now() < end; ) {
      const found = this.received.find(isIt)
      if (found !== undefined) return found
      await new Promise<void>(resolve => {
        this.#wake = resolve
        setTimeout(resolve, 100)
      })
    }
    throw new Error(`not told; told: ${JSON.stringify(this.received).slice(0, 2_000)}`)
  }

  close(): void {
    this.#socket.close()
  }
}

export async function listenOutside(
  profile: 'extended' | 'core',
  more: Partial<Pick<SandboxSettings, 'tokens' | 'silenceMs'>> = {},
): Promise<OutsideVenue> {
  const folder = mkdtempSync(join(tmpdir(), 'legwork-outside-'))
  const apiKeysFile = join(folder, 'keys.json')
  writeFileSync(apiKeysFile, apiKeysText)
  const sandbox = await mountSandbox(
    {
      seed: 'conformance',
      market: 'frozen',
      instruments: 1_000,
      profile,
      data: 'memory',
      control: true,
      requestsPerSecond: 10_000,
      apiKeysFile,
      ...more,
    },
    { connectionOf },
  )
  rmSync(folder, { recursive: true, force: true })
  const server = await listen({ fetch: request => sandbox.fetch(request), port: 0, tries: 0 })
  const entry =
    sandbox.feed === undefined
      ? undefined
      : openFeedEntry(server.server, sandbox.feed, { allowedHosts: [], venueKey: 'sandbox' })
  return new OutsideVenue(server.port, async () => {
    entry?.close()
    sandbox.stop()
    await server.close(100)
  })
}

export function tokenOf(claims: Json, header: Json = { alg: 'ES256', typ: 'JWT' }): string {
  const signed = `${encode(header)}.${encode(claims)}`
  return `${signed}.${sign('sha256', Buffer.from(signed), { key: pair.privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return {}
  }
}
