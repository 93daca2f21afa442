import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createServerApp } from './http/app.ts'
import { createSecurityLog, securityEvents } from './http/security-log.ts'
import { staticFiles } from './http/static.ts'

function logged(answerOf: (request: Request) => Response = () => Response.json({})) {
  const lines: string[] = []
  let nowMs = Date.UTC(2026, 11, 1, 10)
  const log = createSecurityLog(
    line => lines.push(line),
    () => nowMs,
  )
  const app = createServerApp({
    files: staticFiles('none', 'sandbox'),
    exchange: { fetch: answerOf },
    allowedHosts: [],
    securityLog: log,
  })
  const ask = async (path: string, method = 'GET', headers: Readonly<Record<string, string>> = {}) =>
    await app.fetch(new Request(`http://127.0.0.1${path}`, { method, headers: { host: '127.0.0.1', ...headers } }))
  return {
    ask,
    events: () => lines.map(line => JSON.parse(line) as Record<string, unknown>),
    text: () => lines.join(''),
    pass: (ms: number) => void (nowMs += ms),
  }
}

describe('a security event', () => {
  test('is one line of JSON: a sign-in, a use of the control desk, a refusal, another host, too many requests', async () => {
    const status = { '/v1/a': 401, '/v1/b': 403, '/v1/c': 429 } as Readonly<Record<string, number>>
    const seen = logged(request => new Response('{}', { status: status[new URL(request.url).pathname] ?? 200 }))
    await seen.ask('/sandbox/session', 'POST')
    await seen.ask('/sandbox/control/time', 'POST')
    for (const path of Object.keys(status)) await seen.ask(path)
    await seen.ask('/v1/d', 'GET', { host: 'evil.example' })
    await seen.ask('/v1/e', 'POST', { origin: 'https://evil.example' })
    expect(seen.events().map(({ event, status: code }) => [event, code])).toEqual([
      ['sign_in', 200],
      ['control', 200],
      ['refused', 401],
      ['refused', 403],
      ['rate_limited', 429],
      ['refused_host', 421],
      ['refused', 403],
    ])
    expect(seen.events()[0]).toEqual({
      at: '2026-12-01T10:00:00.000Z',
      event: 'sign_in',
      method: 'POST',
      path: '/sandbox/session',
      status: 200,
    })
  })

  test('has nothing of a token, a query, a header or a body, and a path cannot begin a line', async () => {
    const seen = logged(() => new Response('{"secret":"body"}', { status: 401 }))
    await seen.ask('/v1/x%0Ay?token=query', 'POST', { credentials_secret: 'header' })
    expect(seen.text()).not.toMatch(/query|header|body/)
    expect(seen.text().split('\n')).toHaveLength(2)
  })

  test('is no request that was answered as asked', async () => {
    const seen = logged()
    await seen.ask('/v1/api/order', 'POST')
    await seen.ask('/v1/positions')
    expect(seen.events()).toEqual([])
  })

  test('cannot be hidden by others: each kind has its own lines, and sign-ins and uses of the control desk are all written', async () => {
    const status = { '/v1/a': 401, '/v1/c': 429 } as Readonly<Record<string, number>>
    const seen = logged(request => new Response('{}', { status: status[new URL(request.url).pathname] ?? 200 }))
    for (let time = 0; time < 130; time += 1)
      for (const path of ['/v1/a', '/sandbox/control/time']) await seen.ask(path, 'POST')
    await seen.ask('/v1/c')
    await seen.ask('/sandbox/session', 'POST')
    const events = seen.events().map(each => each['event'])
    const countOf = (event: string): number => events.filter(each => each === event).length
    expect(['refused', 'control', 'rate_limited', 'sign_in'].map(countOf)).toEqual([100, 130, 1, 1])
  })

  test('is written at most 100 times a minute, and the next line says how many were left out', async () => {
    const seen = logged(() => new Response('{}', { status: 401 }))
    for (let time = 0; time < 130; time += 1) await seen.ask('/v1/x')
    expect(seen.events()).toHaveLength(100)
    seen.pass(60_000)
    await seen.ask('/v1/x')
    expect(seen.events().at(-1)).toMatchObject({ left_out: 30 })
  })

  test('is in the inventory of docs/desk.md, and nothing else is', () => {
    const [, table = ''] = readFileSync('docs/desk.md', 'utf8').split('## Security events')
    const rows = [...(table.split('\n## ')[0] ?? '').matchAll(/^\| `(\w+)` \| (.+) \|$/gmu)].map(([, name, about]) => [
      name,
      about,
    ])
    expect(rows).toEqual(Object.entries(securityEvents))
  })
})
