// @vitest-environment node
import { expect, test } from 'vitest'
import { clientOf } from '../http/listen.ts'
import { createSecurityLog } from '../http/security-log.ts'
import { createRecorderApp, recorderOf } from './recorder-program.ts'
import { createCheckLimit } from './run-recorder.ts'

const request = (from: string) => new Request('http://127.0.0.1/', { headers: { from } })
const fresh = () => {
  const clock = { nowMs: 0 }
  return {
    clock,
    limit: createCheckLimit(
      () => clock.nowMs,
      each => each.headers.get('from') ?? '',
    ),
  }
}

test('tokens that the venue refuses are bounded by address, and keep out nobody of another, nor a subject that it took before', () => {
  const { clock, limit } = fresh()
  const desk = request('10.0.0.1')
  expect(limit.take(desk, 'reader')).toBe(0)
  limit.taken(desk, 'reader')
  let asked = 0
  for (let step = 0; step < 1_000; step += 1) {
    clock.nowMs += 1
    for (let junk = 0; junk < 5; junk += 1) if (limit.take(request('10.0.0.1'), `junk${junk}`) === 0) asked += 1
    if (step % 100 !== 0) continue
    expect(limit.take(desk, 'reader')).toBe(0)
    limit.taken(desk, 'reader')
    expect(limit.take(request('10.0.0.2'), `newcomer${step}`)).toBe(0)
  }
  expect(asked).toBeLessThanOrEqual(30)
})

test('tokens that the venue takes do not count: twenty pages of one desk open at once', () => {
  const { limit } = fresh()
  for (let page = 0; page < 20; page += 1) {
    for (let call = 0; call < 20; call += 1) {
      expect(limit.take(request('10.0.0.1'), `trader${page}`)).toBe(0)
      limit.taken(request('10.0.0.1'), `trader${page}`)
    }
  }
})

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
  const recorder = { fetch: async () => new Response('{}', { status: 401 }), metrics: async () => '', watch: () => undefined }
  const app = createRecorderApp({ recorder, allowedHosts: [], token: undefined, securityLog })
  for (const host of ['127.0.0.1', 'evil.example']) await app(new Request('http://127.0.0.1/recorder/v1/journal', { headers: { host } }))
  expect(lines.map(line => (JSON.parse(line) as { event: string }).event)).toEqual(['refused', 'refused_host'])
})
