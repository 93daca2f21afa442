// @vitest-environment node
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseEnv } from './http/env.ts'
import { listen, type ListeningServer } from './http/listen.ts'
import { type MountedSandbox, mountSandbox } from './http/mount-sandbox.ts'

let sandbox: MountedSandbox
let server: ListeningServer

beforeAll(async () => {
  const parsed = parseEnv({ SANDBOX_SEED: 'bodies', SANDBOX_MARKET: 'frozen', SANDBOX_DATA: 'memory' })
  if (!parsed.ok) throw new Error(parsed.problems.join('\n'))
  sandbox = await mountSandbox(parsed.settings.sandbox)
  server = await listen({ fetch: request => sandbox.fetch(request), port: 0, tries: 0 })
})
afterAll(async () => {
  await server.close(100)
  sandbox.stop()
})

const ask = (path: string, init: RequestInit) => fetch(`http://127.0.0.1:${server.port}${path}`, init)

test('requests that carry no body, or say nothing of its length, are answered over the socket as in process', async () => {
  const session = await ask('/sandbox/session', { method: 'POST' })
  expect(session.status).toBe(200)
  const { credentials_secret } = (await session.json()) as { credentials_secret: string }
  const headers = { credentials_secret }
  const cancelled = await ask('/v1/api/order?client_order_id=nothing', { method: 'DELETE', headers })
  expect([cancelled.status, await cancelled.json()]).toMatchObject([
    200,
    { cancel_order_response: { client_order_id: 'nothing' } },
  ])
  expect((await ask('/v1/api/allOrders', { method: 'DELETE', headers })).status).toBe(200)
  const body = new Blob(['{"new_order": 7}']).stream()
  const chunked = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body, duplex: 'half' }
  expect((await ask('/v1/api/order', chunked as RequestInit)).status).toBe(400)
})
