/**
 * An in-process venue for tests: real exchange and market, a clock that the test moves, requests through `app.fetch`.
 */
import { type EndpointName, endpoints } from '../core/contract/endpoints.ts'
import { credentialsHeader } from '../core/contract/header-names.ts'
import { type EpochMicros, microsFromMs } from '../core/domain/time.ts'
import { z } from '../core/domain/zod.ts'
import { createExchange } from '../exchange/sandbox/engine/create-exchange.ts'
import { createSandboxApp, type SandboxAppOptions } from '../exchange/sandbox/http/app.ts'
import { createTokenKeys } from '../exchange/sandbox/http/tokens.ts'
import { followClients } from '../exchange/sandbox/market/activity.ts'
import { createMarket } from '../exchange/sandbox/market/create-market.ts'

export const start = Date.parse('2026-11-21T12:34:56.789Z')

export interface Reply {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  readonly text: string
  readonly json: unknown
}

export interface Ask {
  readonly method?: string
  readonly token?: string
  readonly body?: string
  readonly headers?: Record<string, string>
}

let runs = 0

export async function testVenue(
  options: Partial<
    Pick<SandboxAppOptions, 'profile' | 'compress' | 'pause' | 'exchange' | 'market' | 'keys' | 'rateLimiter'>
  > = {},
) {
  let now = start
  const errors: unknown[] = []
  const clock = (): EpochMicros => microsFromMs(now)
  const market = options.market ?? createMarket({ seed: 'http', mode: 'frozen', frozenAtMs: start, instruments: 1_000 })
  const { exchange, activity } = followClients(createExchange({ market }))
  const keys = options.keys ?? (await createTokenKeys())
  const app = createSandboxApp({
    exchange,
    market,
    activity,
    keys,
    profile: 'extended',
    clock,
    run: `run${(runs += 1)}`,
    onError: error => errors.push(error),
    ...options,
  })

  const ask = async (path: string, { method = 'GET', token, body, headers = {} }: Ask = {}): Promise<Reply> => {
    const all = {
      ...(token === undefined ? {} : { [credentialsHeader]: token }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    }
    const response = await app.request(path, { method, headers: all, ...(body === undefined ? {} : { body }) })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: parse(text) }
  }
  const call = async (
    name: EndpointName,
    more: { token?: string; query?: Partial<Record<string, string>>; body?: string } = {},
  ): Promise<unknown> => {
    const { method, path, answer } = endpoints[name]
    const query = Object.entries(more.query ?? {})
      .map(([key, value]) => `${key}=${encodeURIComponent(value ?? '')}`)
      .join('&')
    const reply = await ask(query === '' ? path : `${path}?${query}`, { method, ...more })
    if (reply.status !== 200) throw new Error(`${name}: ${reply.status} ${reply.text}`)
    return z.decode(answer, reply.json as never)
  }
  const signIn = async (account = 'alice'): Promise<string> => {
    const reply = await ask('/sandbox/session', { method: 'POST', body: JSON.stringify({ account }) })
    return (reply.json as { credentials_secret: string }).credentials_secret
  }
  const place = async (
    token: string,
    order: Record<string, unknown>,
  ): Promise<Record<string, Record<string, unknown>>> => {
    const reply = await ask('/v1/api/order', { method: 'POST', token, body: JSON.stringify({ new_order: order }) })
    if (reply.status !== 200) throw new Error(`${reply.status} ${reply.text}`)
    return reply.json as Record<string, Record<string, unknown>>
  }
  return {
    ask,
    call,
    signIn,
    place,
    market,
    exchange,
    keys,
    errors,
    now: () => now,
    advance: (ms: number) => {
      now += ms
    },
  }
}

export type TestVenue = Awaited<ReturnType<typeof testVenue>>

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
