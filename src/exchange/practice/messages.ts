/**
 * Messages between the page, its service worker and the exchange's worker. Each request brings a port for its single
 * answer; a socket is a port while it is open.
 */
import { dataPolicy } from '../sandbox/http/data-policy.ts'

export interface PlainRequest {
  readonly method: string
  readonly target: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body?: string | undefined
}
export interface PlainAnswer {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
}

/** Messages to the exchange. All but `attach` bring a port. */
export type ToExchange =
  | { readonly kind: 'request'; readonly request: PlainRequest }
  | { readonly kind: 'socket' }
  | { readonly kind: 'attach' }
  | { readonly kind: 'export' }
  | { readonly kind: 'reset' }

export type ExchangeState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'ready'; readonly replayed: number }
  | { readonly kind: 'reset' }
  | { readonly kind: 'ended'; readonly why: string }

export type ToSocket = { readonly text: string } | { readonly close: true }
export type FromSocket = { readonly text: string } | { readonly closed: true }

export interface RelayRequest {
  readonly legwork: 'relay'
  readonly message: ToExchange
}

export const lockName = 'legwork-practice-exchange'
export const channelName = 'legwork-practice-exchange'
export const journalName = 'legwork-practice'

/** Paths that the exchange answers, wherever the page is hosted. */
export const exchangePath = /^\/(?:v\d+|sandbox|healthz)(?:\/|$)/i

/** `fetch` over a message channel, for the page without a service worker and for the service worker itself. */

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

/**
 * `send` forwards the request with the port for its answer. Rejects like `fetch` when `signal` aborts; the outcome is
 * then unknown.
 */
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
