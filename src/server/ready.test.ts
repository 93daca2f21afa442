import { describe, expect, test } from 'vitest'
import { createServerApp } from './http/app.ts'
import { venueProxy } from './http/proxy.ts'
import { staticFiles } from './http/static.ts'

const behind = (send: typeof fetch) => {
  const exchange = venueProxy({ exchangeUrl: new URL('https://venue.example'), marketSummaryUrl: undefined }, send)
  const { fetch } = createServerApp({ files: staticFiles('/nowhere', 'venue.example'), exchange, allowedHosts: [] })
  return (path: string, method = 'GET') =>
    fetch(new Request(`http://127.0.0.1${path}`, { method, headers: { host: '127.0.0.1' } }))
}

describe('for anyone who sends requests to one of several servers', () => {
  test('a server is ready while its venue answers, whatever it answers, and the venue is asked once for all who ask', async () => {
    const asked: string[] = []
    const ask = behind(async (address: string | URL | Request) => {
      asked.push(address instanceof Request ? address.url : address.toString())
      return new Response('{}', { status: 429 })
    })
    const answers = await Promise.all([ask('/readyz'), ask('/readyz'), ask('/readyz', 'HEAD')])
    expect(answers.map(answer => answer.status)).toEqual([200, 200, 200])
    expect(asked).toEqual(['https://venue.example/v1/api/time'])
  })

  test('a server whose venue does not answer lives and is not ready', async () => {
    const ask = behind(async () => {
      throw new TypeError('fetch failed')
    })
    const [lives, ready] = [await ask('/healthz'), await ask('/readyz')]
    expect([lives.status, ready.status]).toEqual([200, 503])
    expect(await ready.json()).toEqual({ error: 'The venue does not answer.' })
  })

  test('a server that brings its exchange is ready, and readiness is only asked for', async () => {
    const exchange = { fetch: () => undefined }
    const { fetch } = createServerApp({ files: staticFiles('/nowhere', 'sandbox'), exchange, allowedHosts: [] })
    const ask = (method: string) =>
      fetch(new Request('http://127.0.0.1/readyz', { method, headers: { host: '127.0.0.1' } }))
    expect([(await ask('GET')).status, (await ask('POST')).status]).toEqual([200, 405])
  })
})
