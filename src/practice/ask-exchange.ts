/** A request over a message channel, as `fetch` would have it: used by the page where no service worker stands between, and by the service worker. */
import { dataPolicy } from '../sandbox/http/data-policy.ts'
import type { PlainAnswer, PlainRequest } from './messages.ts'

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
