// @vitest-environment node
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

type Listener = (event: unknown) => void
const listeners = new Map<string, Listener>()
const asked: string[] = []

beforeAll(async () => {
  vi.stubGlobal('legworkVersion', '1')
  vi.stubGlobal('legworkFiles', [])
  vi.stubGlobal('self', {
    location: { origin: 'https://demo.example' },
    registration: { scope: 'https://demo.example/' },
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
    clients: {
      get: async (id: string) => {
        asked.push(id)
        return undefined
      },
    },
  })
  await import('./service-worker.ts')
})
afterAll(() => vi.unstubAllGlobals())

async function answerTo(url: string, clientId: string, mode: string): Promise<Response | undefined> {
  let answer: Promise<Response> | undefined
  listeners.get('fetch')?.({
    clientId,
    request: { url, mode, method: 'POST', signal: new AbortController().signal },
    respondWith: (given: Promise<Response>) => (answer = given),
  })
  return await answer
}

test('the demo’s exchange answers pages of its own only: no navigation, which another site can cause, and nobody without a page', async () => {
  const url = 'https://demo.example/v1/api/order'
  for (const [clientId, mode] of [
    ['', 'cors'],
    ['page', 'navigate'],
    ['gone', 'cors'],
  ] as const)
    expect((await answerTo(url, clientId, mode))?.status, `${clientId} ${mode}`).toBe(403)
  // Only the last tab was checked for being alive.
  expect(asked).toEqual(['gone'])
  expect(await answerTo('https://other.example/v1/api/order', 'page', 'cors')).toBeUndefined()
})
