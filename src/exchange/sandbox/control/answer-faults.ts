/**
 * Injects faults between client and exchange: requests of an account pass through here to the exchange, and answers on
 * the way back. The exchange's state stays correct; only the answers change.
 */
import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { type Endpoint, type EndpointName, endpointNames, endpoints } from '../../../core/contract/endpoints.ts'
import { credentialsHeader } from '../../../core/contract/header-names.ts'
import { mul } from '../../../core/domain/decimal.ts'
import type { NewOrder, OrderRejected } from '../../../core/domain/order.ts'
import { type EpochMicros, msFromMicros } from '../../../core/domain/time.ts'
import { z } from '../../../core/domain/zod.ts'
import type { Exchange } from '../exchange.ts'
import { addressOf } from '../http/app.ts'
import { readOrder } from '../http/read-order.ts'
import type { TokenKeys } from '../http/tokens.ts'
import { type Faults, refusalOf, type WireFault } from './faults.ts'

export interface Connection {
  reset(): void
  readonly closed: Promise<void>
}

export interface AnswerFaultOptions {
  readonly inner: Hono
  readonly faults: Faults
  readonly clock: () => EpochMicros
  readonly verify: TokenKeys['verify']
  sleep(ms: number): Promise<void>
  /** The request's connection; undefined on a host without sockets. */
  connectionOf(request: unknown): Connection | undefined
}

export function injectAnswerFaults(options: AnswerFaultOptions): Hono {
  const app = new Hono()
  app.onError(error => {
    // The host logs it and answers.
    throw error
  })
  app.all('*', async context => {
    const request = context.req.raw
    const fault = await faultOf(context, options)
    return fault === undefined ? await options.inner.fetch(request) : await spoil(context, fault, options)
  })
  return app
}

function endpointOf(method: string, path: string): EndpointName | undefined {
  return endpointNames.find(name => endpoints[name].method === method && endpoints[name].path === path)
}

async function faultOf(
  context: Context,
  { faults, clock, verify }: AnswerFaultOptions,
): Promise<WireFault | undefined> {
  const name = endpointOf(context.req.method, context.req.path)
  const token = context.req.header(credentialsHeader)
  if (name === undefined || faults.all().length === 0) return undefined
  if (!endpoints[name].auth) return faults.takeForRequest(undefined, name)
  const account = token === undefined ? undefined : await verify(token, msFromMicros(clock()), addressOf(context))
  return account === undefined ? undefined : faults.takeForRequest(account, name)
}

async function spoil(context: Context, fault: WireFault, options: AnswerFaultOptions) {
  const { inner, sleep } = options
  const request = context.req.raw
  switch (fault.fault) {
    case 'timeout':
    case 'reset':
      return await cut(context, fault, options)
    case 'duplicate':
      await inner.fetch(request.clone())
      return await inner.fetch(request)
    case 'reject':
      return await reject(context, fault.reason, options.clock())
    case 'drift':
      return await altered(context, inner, value => driftValue(value, fault))
    case 'another':
      // A request without a subject gets an envelope with another name.
      return await altered(context, inner, value =>
        namesSubject(context) ? ofAnother(value) : { another_response: value },
      )
    case 'too_many_requests':
      return context.json({ error: 'Too many requests: try again later.' }, 429, {
        'retry-after': String(fault.retry_after),
      })
    case 'refuse': {
      if (fault.executes) await inner.fetch(request)
      const { status } = fault
      const hasBody = status !== 204 && status !== 205 && status !== 304
      const headers = { 'content-type': 'application/json' }
      if (!hasBody) return context.body(null, status as 204)
      return context.body(JSON.stringify(refusalOf(fault)), status as ContentfulStatusCode, headers)
    }
    case 'slow': {
      const answer = await inner.fetch(request)
      await sleep(fault.delay_ms)
      return answer
    }
    default:
      return fault satisfies never
  }
}

/**
 * Sends no answer: cuts the connection now or after a delay. On a host without connections it returns an error instead.
 */
async function cut(
  context: Context,
  fault: Extract<WireFault, { fault: 'timeout' | 'reset' }>,
  { inner, sleep, connectionOf }: AnswerFaultOptions,
) {
  const request = context.req.raw
  const connection = connectionOf(request)
  if (connection === undefined) return context.json({ error: 'This host has no connections to cut.' }, 501)
  if (fault.fault === 'timeout') {
    await inner.fetch(request)
    await Promise.race([connection.closed, sleep(fault.hold_ms)])
  } else if (fault.executes) await inner.fetch(request)
  else await request.text()
  connection.reset()
  return context.body(null, 503)
}

async function reject(context: Context, reason: string, now: EpochMicros) {
  const read = readOrder(await context.req.text(), now)
  if (read.kind === 'refusal') return context.json({ error: read.error }, read.status)
  const order_rejected = read.kind === 'malformed' ? { ...read.rejected, reason } : rejectionOf(read.order, reason, now)
  const { answer }: Endpoint = endpoints.placeOrder
  return context.body(JSON.stringify(z.encode(answer, { order_rejected })), 200, { 'content-type': 'application/json' })
}

export function rejectionOf(order: NewOrder, reason: string, utc_timestamp: EpochMicros): OrderRejected {
  const { market_id, tradeable_entity_id, symbol, type, client_order_id, quantity, minimum_quantity, price, legs } =
    order
  return {
    utc_timestamp,
    market_id,
    tradeable_entity_id,
    symbol,
    type,
    client_order_id,
    quantity,
    minimum_quantity,
    price,
    legs,
    reason,
  }
}

export type Drift = Extract<WireFault, { fault: 'drift' }>

async function whole({ req }: Context, inner: Hono) {
  if (req.method !== 'GET') return await inner.fetch(req.raw)
  const { 'accept-encoding': _, 'if-none-match': __, ...headers } = req.header()
  return await inner.request(req.url, { headers })
}

async function altered(context: Context, inner: Hono, change: (value: unknown) => unknown) {
  const answer = await whole(context, inner)
  const changed = JSON.stringify(change(JSON.parse(await answer.text())))
  return context.body(changed, answer.status === 200 ? 200 : 400, { 'content-type': 'application/json' })
}

export function driftValue(value: unknown, fault: Drift): unknown {
  if (Array.isArray(value)) return value.map(each => driftValue(each, fault))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]): [string, unknown][] => {
      if (name !== fault.field) return [[name, driftValue(each, fault)]]
      if (fault.change === 'missing') return []
      return fault.change === 'renamed' ? [[`${name}_v2`, each]] : [[name, { value: each }]]
    }),
  )
}

const namesSubject = ({ req }: Context): boolean =>
  req.method === 'POST' || [...subjects].some(name => req.query(name) !== undefined)

const subjects: ReadonlySet<string> = new Set([
  'symbol',
  'tradeable_entity_id',
  'order_id',
  'client_order_id',
  'deliverable_id',
  'account',
])

export function ofAnother(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ofAnother)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]): [string, unknown] => [
      name,
      subjects.has(name) && typeof each === 'string' && each !== '' ? anotherName(each) : ofAnother(each),
    ]),
  )
}
const anotherName = (name: string): string => (/^\d+$/.test(name) ? String(BigInt(name) + 1n) : `ANOTHER-${name}`)

export function partlyFilling(exchange: Exchange, faults: Faults): Exchange {
  return {
    ...exchange,
    apply(command, now) {
      const fault = command.kind === 'place' ? faults.takePartialFill(command.account) : undefined
      if (command.kind !== 'place' || fault === undefined) return exchange.apply(command, now)
      return exchange.apply({ ...command, offered: mul(command.order.quantity, fault.fraction) }, now)
    },
  }
}
