/**
 * The way to a real venue. Only the documented paths and methods pass, to one venue fixed at start; no redirect is followed; a request is
 * sent once and never again, since a POST whose answer was lost may have been executed. Time and size are capped both ways.
 */
import { credentialsHeader, endpoints } from '../contract/endpoints.ts'
import { feedPath } from '../contract/feed.ts'
import { problem } from './problem.ts'

export interface Venue {
  readonly exchangeUrl: URL
  readonly marketSummaryUrl: URL | undefined
}

const bodyLimitBytes = 64 * 1024
const answerLimitBytes = 64 * 1024 * 1024
const timeoutMs = 15_000

const routes = Object.values(endpoints).filter(endpoint => endpoint.since !== 'sandbox')

/** Passes requests on to `venue`; undefined from `fetch` means the path is not one of the contract's. */
export function venueProxy(venue: Venue, send: typeof fetch = fetch): { fetch(request: Request): Promise<Response | undefined> } {
  return {
    async fetch(request) {
      const url = new URL(request.url)
      const onPath = routes.filter(route => route.path === url.pathname)
      if (onPath.length === 0) return undefined
      if (!onPath.some(route => route.method === request.method)) {
        return problem(405, 'The venue has no such method on this path.', { allow: onPath.map(route => route.method).join(', ') })
      }
      return passOn(request, targetOf(venue, url), send)
    },
  }
}

function targetOf(venue: Venue, url: URL): URL {
  const isSummary = url.pathname === endpoints.marketSummary.path
  const base = isSummary ? (venue.marketSummaryUrl ?? venue.exchangeUrl) : venue.exchangeUrl
  return new URL(base.pathname.replace(/\/+$/, '') + url.pathname + url.search, base.origin)
}

async function passOn(request: Request, target: URL, send: typeof fetch): Promise<Response> {
  const body = request.method === 'POST' ? await readCapped(request.body, bodyLimitBytes) : undefined
  if (body === 'too_large') return problem(413, 'The body is over 64 kB; an order is far smaller.')
  const isJson = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() === 'application/json'
  if (body !== undefined && body.byteLength > 0 && !isJson) return problem(415, 'Send JSON with content-type application/json.')
  const headers = new Headers({ accept: 'application/json' })
  const token = request.headers.get(credentialsHeader)
  if (token !== null) headers.set(credentialsHeader, token)
  if (body !== undefined && body.byteLength > 0) headers.set('content-type', 'application/json')
  // A reused keep-alive connection that the venue closes at the same moment would leave us unable to tell a lost request from a lost answer.
  if (request.method !== 'GET') headers.set('connection', 'close')
  try {
    const answer = await send(target, {
      method: request.method,
      headers,
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), request.signal]),
      ...(body === undefined || body.byteLength === 0 ? {} : { body: new Uint8Array(body) }),
    })
    return await relay(answer)
  } catch (error) {
    const timedOut = error instanceof DOMException && error.name === 'TimeoutError'
    return timedOut
      ? problem(504, 'The venue did not answer in 15 s. What was sent may have been executed: look it up before sending again.')
      : problem(502, 'The venue could not be reached. What was sent may have been executed: look it up before sending again.')
  }
}

const passedHeaders = ['content-type', 'retry-after', 'etag', 'allow']

async function relay(answer: Response): Promise<Response> {
  if (answer.status >= 300 && answer.status < 400 && answer.status !== 304) {
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
  return new Response([204, 304].includes(answer.status) ? null : new Uint8Array(body), { status: answer.status, headers })
}

async function readCapped(stream: ReadableStream<Uint8Array> | null, limit: number): Promise<Uint8Array | 'too_large'> {
  const chunks: Uint8Array[] = []
  let length = 0
  if (stream === null) return new Uint8Array()
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return Buffer.concat(chunks)
    length += value.byteLength
    if (length > limit) {
      await reader.cancel()
      return 'too_large'
    }
    chunks.push(value)
  }
}

export const isFeedPath = (request: Request): boolean => new URL(request.url).pathname === feedPath

/** A plain request where a socket is: that there is one, the page learns from this. */
export const upgradeOnly = (): Response => problem(426, 'This is a WebSocket.', { upgrade: 'websocket' })
