/**
 * One request over a connection of its own, ended with its answer. A reused connection that the venue closes at the same moment would leave
 * us unable to tell a lost request from a lost answer, so nothing that may change something goes over one.
 */
import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { Readable } from 'node:stream'
import { guarded } from './guarded.ts'

export interface FreshRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | undefined
  readonly signal: AbortSignal
}

/** Rejects when there is no answer; a redirect is an answer. */
export function freshRequest(target: URL, { method, headers, body, signal }: FreshRequest): Promise<Response> {
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
          const entries = Object.entries(answer.headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
          const status = answer.statusCode ?? 502
          if ([204, 205, 304].includes(status)) answer.resume()
          const stream = [204, 205, 304].includes(status) ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>)
          resolve(new Response(stream, { status, headers: new Headers(entries as [string, string][]) }))
        },
        fail,
      ),
    )
    sent.end(body)
  })
}
