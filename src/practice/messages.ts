/**
 * What travels between the page, its service worker and the worker that holds the practice exchange. A request goes with a port of its own,
 * on which its one answer comes; a socket is a port for as long as it is open.
 */
import { dataPolicy } from '../sandbox/http/data-policy.ts'

export interface PlainRequest {
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body?: string | undefined
}
export interface PlainAnswer {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
}

/** To the exchange. All but `attach` bring a port. */
export type ToExchange =
  | { readonly kind: 'request'; readonly request: PlainRequest }
  | { readonly kind: 'socket' }
  /** Subscribes the sender to each `ExchangeState`. */
  | { readonly kind: 'attach' }
  /** Answered by all that is stored, as JSON text. */
  | { readonly kind: 'export' }
  /** Deletes everything; answered by `true` once it is gone. */
  | { readonly kind: 'reset' }

export type ExchangeState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'ready'; readonly replayed: number }
  /** Everything was deleted and a new one began: what a page shows is gone. */
  | { readonly kind: 'reset' }
  /** It cannot go on; `why` is for the user. */
  | { readonly kind: 'ended'; readonly why: string }

export type ToSocket = { readonly text: string } | { readonly close: true }
export type FromSocket = { readonly text: string } | { readonly closed: true }

/** What the service worker asks a page for: `ToExchange` of a request, in this envelope. */
export interface RelayRequest {
  readonly legwork: 'relay'
  readonly message: ToExchange
}

export const lockName = 'legwork-practice-exchange'
export const channelName = 'legwork-practice-exchange'
export const journalName = 'legwork-practice'

/** Paths that the exchange answers, wherever the page lies. */
export const exchangePath = /^\/(?:v\d+|sandbox|healthz)(?:\/|$)/i

/** A request over a message channel, as `fetch` would have it: used by the page where no service worker stands between, and by the service worker. */

/** What a request says, to be sent over a channel. */
export async function plainRequest(request: Request): Promise<PlainRequest> {
  const { pathname, search } = new URL(request.url)
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  return {
    method: request.method,
    target: `${pathname}${search}`,
    headers: [...request.headers],
    ...(hasBody ? { body: await request.text() } : {}),
  }
}

/** Data, by our word: followed as a link it runs nothing, loads nothing and has no origin. */
const dataHeaders = {
  'content-security-policy': dataPolicy,
  'x-content-type-options': 'nosniff',
} as const
const noBody = new Set([101, 204, 205, 304])

export function answerOf({ status, headers, body }: PlainAnswer): Response {
  const answer = new Response(noBody.has(status) ? null : body, {
    status,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
  })
  for (const [name, value] of Object.entries(dataHeaders)) answer.headers.set(name, value)
  return answer
}

/** `send` hands the request on with the port for its answer. Rejects, as `fetch` does, when `signal` ends it: what became of it is not known then. */
export function askOver(
  send: (request: PlainRequest, port: MessagePort) => void,
  request: PlainRequest,
  signal?: AbortSignal | null,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel()
    const abort = (): void => {
      port1.close()
      reject(signal?.reason instanceof Error ? signal.reason : new DOMException('The request was ended.', 'AbortError'))
    }
    if (signal?.aborted === true) return abort()
    signal?.addEventListener('abort', abort, { once: true })
    port1.onmessage = (event: MessageEvent<PlainAnswer>) => {
      signal?.removeEventListener('abort', abort)
      port1.close()
      resolve(answerOf(event.data))
    }
    send(request, port2)
  })
}
