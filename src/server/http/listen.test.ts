import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ListeningServer, listen } from './listen.ts'

let listening: ListeningServer
beforeAll(async () => {
  listening = await listen({ fetch: () => new Response('ok'), port: 0, tries: 0 })
})
afterAll(() => listening.close(0))

test('a request that arrived while the machine stood still for seconds is answered, not cut', () => {
  expect(listening.server).toMatchObject({ headersTimeout: 15_000, requestTimeout: 20_000 })
})
test('the documents and the proxy in front state the same limits', () => {
  const { headersTimeout, requestTimeout } = listening.server
  expect(readFileSync('docs/limits.md', 'utf8')).toContain(
    `headers within ${headersTimeout / 1000} s, the whole within ${requestTimeout / 1000} s`,
  )
  const proxy = readFileSync('deploy/nginx.conf', 'utf8')
  expect(proxy).toContain(`client_header_timeout ${headersTimeout / 1000}s;`)
  expect(proxy).toContain(`client_body_timeout ${requestTimeout / 1000}s;`)
})
