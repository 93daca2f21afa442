// @vitest-environment node
import { expect, test } from 'vitest'
import { createServerApp } from './http/app.ts'
import { createPolicyReports, policyReportsPath } from './http/policy-reports.ts'
import { createServerMetrics } from './http/server-metrics.ts'
import { staticFiles } from './http/static.ts'

let nowMs = 0
const setUp = () => {
  nowMs = 0
  const policyReports = createPolicyReports(() => nowMs)
  const app = createServerApp({
    files: staticFiles('/nowhere', 'sandbox'),
    exchange: { fetch: () => undefined },
    policyReports,
    allowedHosts: [],
  })
  const ask = (init: RequestInit, headers: Record<string, string> = {}) =>
    app.fetch(
      new Request(`http://127.0.0.1${policyReportsPath}`, { ...init, headers: { host: '127.0.0.1', ...headers } }),
    )
  const send = async (body: string, headers: Record<string, string> = {}) =>
    (await ask({ method: 'POST', body }, { 'content-type': 'application/csp-report', origin: 'null', ...headers }))
      .status
  const counts = async () => (await ask({ method: 'GET' })).json()
  return { policyReports, ask, send, counts }
}
const report = (directive: string) =>
  JSON.stringify({
    'csp-report': {
      'effective-directive': directive,
      'blocked-uri': 'https://evil.example/?secret',
      'script-sample': 'x',
    },
  })

test('a report counts under its directive, and nothing else of it is stored', async () => {
  const { send, counts } = setUp()
  expect(await send(report('script-src-elem'), { 'sec-fetch-site': 'same-origin' })).toBe(204)
  expect(await send(report('script-src'))).toBe(204)
  expect(await send(report('evil"}\n'), { origin: 'http://127.0.0.1' })).toBe(204)
  expect(await counts()).toEqual({ violations: { 'script-src': 2, other: 1 } })
})

test('what is no report of an own page is refused and not counted', async () => {
  const { send, counts, ask } = setUp()
  expect(await send(report('script-src'), { 'sec-fetch-site': 'cross-site' })).toBe(403)
  // Browsers omit `sec-fetch-site` on plain http beyond this machine.
  expect(await send(report('script-src'), { origin: 'http://evil.example' })).toBe(403)
  expect(await send(report('script-src'), { host: 'evil.example' })).toBe(421)
  expect(await send(report('script-src'), { 'content-type': 'text/plain' })).toBe(415)
  expect(await send('{"csp-report":7}')).toBe(400)
  expect(await send('no JSON')).toBe(400)
  expect(await send(report('x'.repeat(20_000)))).toBe(413)
  expect((await ask({ method: 'DELETE' })).status).toBe(405)
  expect(await counts()).toEqual({ violations: {} })
})

test('of more than 60 reports a minute the others are refused, and counted as not read', async () => {
  const { send, counts, policyReports } = setUp()
  for (let index = 0; index < 62; index += 1) await send(report('img-src'))
  expect(await send(report('img-src'))).toBe(429)
  expect(await counts()).toEqual({ violations: { 'img-src': 60, not_read: 3 } })
  nowMs = 60_000
  expect(await send(report('img-src'))).toBe(204)
  const metrics = createServerMetrics({ failures: () => 0, policyViolations: policyReports.counts, nowMs: () => 0 })
  expect(await metrics.text()).toContain('legwork_policy_violations_total{directive="img-src"} 61')
  metrics.stop()
})
