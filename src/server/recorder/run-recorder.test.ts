// @vitest-environment node
import { expect, test } from 'vitest'
import { clientOf } from '../http/listen.ts'
import { createSecurityLog } from '../http/security-log.ts'
import { createRecorderApp, recorderOf } from './recorder-program.ts'

test('who asks is believed of a proxy in the own network, and of nobody else', () => {
  const named = (text: string) => new Request('http://127.0.0.1/', { headers: { 'x-forwarded-for': text } })
  expect(clientOf(named('1.2.3.4, 203.0.113.9'), '::ffff:172.18.0.2')).toBe('203.0.113.9')
  expect(clientOf(named('203.0.113.9'), '198.51.100.7')).toBe('198.51.100.7')
  expect(clientOf(named('nobody'), '127.0.0.1')).toBe('127.0.0.1')
  expect(clientOf(named('203.0.113.9'), undefined)).toBeUndefined()
})

test('a recorder of a venue without a socket does not start: it would see no fill', async () => {
  const settings = { file: 'recorder.json', databaseUrl: undefined, folder: '', port: 0, url: undefined }
  const venue = { exchangeUrl: new URL('https://api.venue.example'), marketSummaryUrl: undefined, feedUrl: undefined }
  await expect(recorderOf(settings, venue, '')).rejects.toThrow(/FEED_URL/)
})

test('a recorder of its own writes its security events: a refused token, another host', async () => {
  const lines: string[] = []
  const securityLog = createSecurityLog(
    line => lines.push(line),
    () => 0,
  )
  const recorder = {
    fetch: async () => new Response('{}', { status: 401 }),
    metrics: async () => '',
    watch: () => undefined,
  }
  const app = createRecorderApp({ recorder, allowedHosts: [], token: undefined, securityLog })
  for (const host of ['127.0.0.1', 'evil.example'])
    await app(new Request('http://127.0.0.1/recorder/v1/journal', { headers: { host } }))
  expect(lines.map(line => (JSON.parse(line) as { event: string }).event)).toEqual(['refused', 'refused_host'])
})
