/** Passes questions about the history on to a recorder that runs by itself, at one address fixed at start. */
import { credentialsHeader } from '../../contract/header-names.ts'
import type { Handler } from '../app.ts'
import { problem } from '../problem.ts'

/** Of a test alert: what its receivers take is waited for. */
const timeoutMs = 15_000
const passed = [credentialsHeader, 'content-type']

export function passRecorder(recorderUrl: URL, send: typeof fetch = fetch): Handler {
  return {
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const target = new URL(pathname + search, recorderUrl)
      const headers = Object.fromEntries(
        passed.flatMap(name => (request.headers.has(name) ? [[name, request.headers.get(name) ?? '']] : [])),
      )
      const body = request.method === 'PUT' || request.method === 'POST' ? { body: await request.text() } : {}
      try {
        const answer = await send(target, {
          method: request.method,
          headers,
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
          ...body,
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
