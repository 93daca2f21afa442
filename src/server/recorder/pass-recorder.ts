/** Passes questions about the history on to a recorder that runs by itself, at one address fixed at start. */
import { credentialsHeader } from '../../contract/header-names.ts'
import type { Handler } from '../app.ts'
import { readCapped } from '../../recorder/serve/read-capped.ts'
import { clientOf, forwardedHeader } from '../client-of.ts'
import { problem } from '../problem.ts'

const bodyLimitBytes = 64 * 1024
/** Of a test alert: what its receivers take is waited for. */
const timeoutMs = 15_000
const passed = [credentialsHeader, 'content-type']

export function passRecorder(recorderUrl: URL, send: typeof fetch = fetch): Handler {
  return {
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const target = new URL(pathname + search, recorderUrl)
      const from = clientOf(request)
      const headers = Object.fromEntries([
        ...passed.flatMap(name => (request.headers.has(name) ? [[name, request.headers.get(name) ?? '']] : [])),
        ...(from === undefined ? [] : [[forwardedHeader, from]]),
      ])
      const isWrite = request.method === 'PUT' || request.method === 'POST'
      if (isWrite && !request.headers.has(credentialsHeader)) return problem(401, 'A token of the account is wanted.')
      const body = isWrite ? await readCapped(request.body, bodyLimitBytes) : undefined
      if (body === 'too_large') return problem(413, 'The body is over 64 kB.')
      try {
        const answer = await send(target, {
          method: request.method,
          headers,
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
          ...(body === undefined ? {} : { body: new Uint8Array(body) }),
        })
        const retry = answer.headers.get('retry-after')
        return new Response(await answer.text(), {
          status: answer.status,
          headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...(retry === null ? {} : { 'retry-after': retry }) },
        })
      } catch {
        return problem(503, 'The recorder does not answer.')
      }
    },
  }
}
