/**
 * Proxy to a real venue. Only documented paths and methods pass, to one configured venue; redirects are not followed. A
 * request is sent exactly once, since a POST with a lost answer may have been executed, even if the browser repeats it
 * (`order-joiner.ts`). Time and size are limited both ways, and answers leave as data (`answers.ts`).
 */
import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { Readable } from 'node:stream'
import { endpoints } from '../../core/contract/endpoints.ts'
import { notJsonWords } from '../../core/contract/failure.ts'
import { feedPath } from '../../core/contract/feed.ts'
import { credentialsHeader, sendHeader } from '../../core/contract/header-names.ts'
import { readCapped } from '../../recorder/serve/read-capped.ts'
import { firstWords, isJsonText, jsonType, problem } from './answers.ts'
import { guarded } from './failures.ts'
import { createOrderJoiner, type OrderAnswer } from './order-joiner.ts'

/**
 * A request over its own connection, closed with its answer. A reused connection that the venue closes at the same
 * moment could not tell a lost request from a lost answer, so no write uses one.
 */
export interface FreshRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | undefined
  readonly signal: AbortSignal
}

/** Rejects if there is no answer; a redirect counts as one. */
function freshRequest(target: URL, { method, headers, body, signal }: FreshRequest): Promise<Response> {
  const request = target.protocol === 'https:' ? secureRequest : plainRequest
  return new Promise((resolve, reject) => {
    const all = { ...headers, 'accept-encoding': 'identity', 'content-length': String(body?.byteLength ?? 0) }
    const sent = request(target, { method, headers: all, signal, agent: false })
    const fail = (): void => reject(new Error('the answer cannot be read'))
    sent.on('error', reject)
    sent.on(
      'response',
      guarded(
        'An answer of the venue',
        (answer: IncomingMessage) => {
          const entries = Object.entries(answer.headers).flatMap(([name, value]) =>
            typeof value === 'string' ? [[name, value]] : [],
          )
          const status = answer.statusCode ?? 502
          if ([204, 205, 304].includes(status)) answer.resume()
          const stream = [204, 205, 304].includes(status)
            ? null
            : (Readable.toWeb(answer) as ReadableStream<Uint8Array>)
          resolve(new Response(stream, { status, headers: new Headers(entries as [string, string][]) }))
        },
        fail,
      ),
    )
    sent.end(body)
  })
}

/** Health checks in venue mode: report that this server runs, and if the token's header arrives. */

/** Undefined for any other path. The header's value is never shown. */
function healthAnswer({ method, headers }: Pick<Request, 'method' | 'headers'>, path: string): Response | undefined {
  const isHealth = path === '/healthz' || path === '/healthz/headers'
  if (!isHealth) return undefined
  if (method !== 'GET' && method !== 'HEAD')
    return problem(405, 'Only GET, HEAD under this path.', { allow: 'GET, HEAD' })
  const said =
    path === '/healthz'
      ? { status: 'ok' }
      : { [credentialsHeader]: headers.has(credentialsHeader) ? 'arrived' : 'missing' }
  return Response.json(said, { headers: { 'cache-control': 'no-store' } })
}

export interface Venue {
  readonly exchangeUrl: URL
  readonly marketSummaryUrl: URL | undefined
}

const bodyLimitBytes = 64 * 1024
const answerLimitBytes = 64 * 1024 * 1024
const timeoutMs = 15_000

const routes = Object.values(endpoints).filter(endpoint => endpoint.since !== 'sandbox')

interface VenueProxy {
  fetch(request: Request): Promise<Response | undefined>
  waitsFor(): Promise<string | undefined>
}

const probeTimeoutMs = 3_000
const probeCachedMs = 5_000

function venueWait(venue: Venue, send: typeof fetch): VenueProxy['waitsFor'] {
  let last: { readonly atMs: number; readonly missing: Promise<string | undefined> } | undefined
  const probe = async (): Promise<string | undefined> => {
    try {
      const target = targetOf(venue, new URL(endpoints.time.path, venue.exchangeUrl))
      const answer = await send(target, { redirect: 'manual', signal: AbortSignal.timeout(probeTimeoutMs) })
      await answer.body?.cancel()
      return undefined
    } catch {
      return 'The venue does not answer.'
    }
  }
  return () => {
    const nowMs = performance.now()
    if (last === undefined || nowMs - last.atMs > probeCachedMs) last = { atMs: nowMs, missing: probe() }
    return last.missing
  }
}

export function venueProxy(venue: Venue, send: typeof fetch = fetch): VenueProxy {
  const joiner = createOrderJoiner(() => performance.now())
  return {
    waitsFor: venueWait(venue, send),
    async fetch(request) {
      const url = new URL(request.url)
      const onPath = routes.filter(route => route.path === url.pathname)
      const route = onPath.find(each => each.method === request.method)
      if (onPath.length === 0) return healthAnswer(request, url.pathname)
      if (route === undefined) {
        return problem(405, 'The venue has no such method on this path.', {
          allow: onPath.map(each => each.method).join(', '),
        })
      }
      const body = request.method === 'POST' ? await readCapped(request.body, bodyLimitBytes) : undefined
      if (body === 'too_large') return problem(413, 'The body is over 64 kB; an order is far smaller.')
      const isEncoded = (request.headers.get('content-encoding') ?? 'identity').trim().toLowerCase() !== 'identity'
      if (isEncoded) return problem(415, 'Send the body as it is, without content-encoding.')
      const isJson = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() === 'application/json'
      if (body !== undefined && body.byteLength > 0 && !isJson)
        return problem(415, 'Send JSON with content-type application/json.')
      const asked: PassedRequest = {
        request,
        target: targetOf(venue, url),
        body: body?.byteLength === 0 ? undefined : body,
        auth: route.auth,
      }
      return route === endpoints.placeOrder ? await passOrder(asked) : await passOn(asked, send)
    },
  }

  async function passOrder(asked: PassedRequest): Promise<Response> {
    const order = arrivalOf(asked)
    if (order === undefined) return await passOn(asked, send)
    const joined = joiner.join(order, () => cached(asked))
    if (joined.kind === 'other_contents') {
      return problem(
        409,
        'An order with this client_order_id and other contents was sent before. This one was not passed on.',
      )
    }
    const { status, body, headers } = await joined.answer
    return new Response(new Uint8Array(body), {
      status,
      headers: headers.map(([name, value]): [string, string] => [name, value]),
    })
  }

  async function cached(asked: PassedRequest): Promise<OrderAnswer> {
    const answer = await passOn(asked, send)
    const neverLeft = neverLeftAnswers.has(answer)
    return {
      status: answer.status,
      body: new Uint8Array(await answer.arrayBuffer()),
      headers: [...answer.headers],
      neverLeft,
    }
  }
}

interface PassedRequest {
  readonly request: Request
  readonly target: URL
  readonly body: Uint8Array | undefined
  /** If true, the call needs an account and the token is forwarded. */
  readonly auth: boolean
}

const neverLeftAnswers = new WeakSet<Response>()

function arrivalOf({ request, body }: PassedRequest) {
  if (body === undefined) return undefined
  const count = request.headers.get(sendHeader) ?? '1'
  const id = clientOrderIdOf(Buffer.from(body).toString('utf8'))
  const token = request.headers.get(credentialsHeader) ?? ''
  return id === undefined
    ? undefined
    : { token, clientOrderId: id, body, send: /^\d{1,6}$/.test(count) ? Number.parseInt(count, 10) : 1 }
}

function clientOrderIdOf(text: string): string | undefined {
  try {
    const { new_order } = JSON.parse(text) as { readonly new_order?: { readonly client_order_id?: unknown } | null }
    const id = new_order?.client_order_id
    return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined
  } catch {
    // Not a JSON object, so not an order.
    return undefined
  }
}

function targetOf(venue: Venue, url: URL): URL {
  const isSummary = url.pathname === endpoints.marketSummary.path
  const base = isSummary ? (venue.marketSummaryUrl ?? venue.exchangeUrl) : venue.exchangeUrl
  return new URL(base.pathname.replace(/\/+$/, '') + url.pathname + url.search, base.origin)
}

async function passOn({ request, target, body, auth }: PassedRequest, send: typeof fetch): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json' }
  const token = request.headers.get(credentialsHeader)
  if (token !== null && auth) headers[credentialsHeader] = token
  if (body !== undefined) headers['content-type'] = 'application/json'
  const { method } = request
  const isReading = method === 'GET'
  // Reads are aborted if the client has gone; writes are not, since their answer may be requested again.
  const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(isReading ? [request.signal] : [])])
  try {
    const answer = isReading
      ? await send(target, { method, headers, redirect: 'manual', signal })
      : await freshRequest(target, { method, headers, body, signal })
    return await relay(answer, isReading)
  } catch (error) {
    return unreached(error, isReading)
  }
}

const mayBeExecuted = ' What was sent may have been executed: look it up before sending again.'

function unreached(error: unknown, isReading: boolean): Response {
  const timedOut =
    error instanceof Error &&
    (error.name === 'TimeoutError' || (error.cause as Error | undefined)?.name === 'TimeoutError')
  if (timedOut) return problem(504, `The venue did not answer in 15 s.${isReading ? '' : mayBeExecuted}`)
  if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') {
    const answer = problem(502, 'The venue could not be reached: it takes no connections. Nothing was sent to it.')
    neverLeftAnswers.add(answer)
    return answer
  }
  return problem(502, `The venue could not be reached.${isReading ? '' : mayBeExecuted}`)
}

const passedHeaders = ['retry-after', 'etag', 'allow']

async function relay(answer: Response, isReading: boolean): Promise<Response> {
  const { status } = answer
  if (status >= 300 && status < 400 && status !== 304) {
    await answer.body?.cancel()
    return problem(502, 'The venue answered with a redirect, which is not followed. Check EXCHANGE_URL.')
  }
  const headers = new Headers({ 'cache-control': 'no-store' })
  for (const name of passedHeaders) {
    const value = answer.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  const body = await readCapped(answer.body, answerLimitBytes)
  if (body === 'too_large') return problem(502, "The venue's answer is over 64 MB and was not passed on.")
  if ([204, 205, 304].includes(status)) return new Response(null, { status, headers })
  if (!isJsonText(body)) return notJson(status, body, headers, isReading)
  headers.set('content-type', jsonType)
  return new Response(new Uint8Array(body), { status, headers })
}

/** Replaces a page or text by an error with its first words, keeping an error status. */
function notJson(status: number, body: Uint8Array, headers: Headers, isReading: boolean): Response {
  const words = firstWords(body)
  const said = words === '' ? 'nothing' : `“${words}”`
  const error = `The venue answered ${status} ${notJsonWords}: ${said}.${isReading || status >= 400 ? '' : mayBeExecuted}`
  return problem(status >= 400 ? status : 502, error, Object.fromEntries(headers))
}

export const isFeedPath = (request: Request): boolean => new URL(request.url).pathname === feedPath

export const upgradeOnly = (): Response => problem(426, 'This is a WebSocket.', { upgrade: 'websocket' })
