import { expect, test } from 'vitest'
import { createCheckLimit } from './check-limit.ts'

const request = (from: string) => new Request('http://127.0.0.1/', { headers: { from } })
const readers = new Set(['reader', ...Array.from({ length: 100 }, (_, at) => `newcomer${at}`)])
const fresh = () => {
  const clock = { nowMs: 0 }
  const limit = createCheckLimit({
    isReader: subject => readers.has(subject),
    nowMs: () => clock.nowMs,
    addressOf: each => each.headers.get('from') ?? '',
  })
  let made = 0
  const junk = (subject: string) => ({ token: `junk ${(made += 1)}`, subject })
  const good = (subject: string) => ({ token: `of ${subject}`, subject })
  return { clock, limit, junk, good }
}

test('junk under any subject that may read nothing keeps no reader out, seen before or not, at its address or another', () => {
  const { clock, limit, junk, good } = fresh()
  let asked = 0
  for (let step = 0; step < 1_000; step += 1) {
    clock.nowMs += 1
    for (const from of ['10.0.0.1', `10.1.${step % 250}.1`])
      for (let at = 0; at < 5; at += 1) if (limit.take(request(from), junk(`stranger${at}`)) === 0) asked += 1
    if (step % 20 !== 0) continue
    for (const from of ['10.0.0.1', `10.2.0.${step / 20}`]) {
      const reader = good(`newcomer${step / 20}`)
      expect(limit.take(request(from), reader)).toBe(0)
      limit.taken(request(from), reader)
    }
  }
  // The bounds of everybody: 100 at once and 20 a second.
  expect(asked).toBeLessThanOrEqual(125)
})

test('junk under the subject of a reader, from his address, does not use up a token of his that the venue took before', () => {
  const { clock, limit, junk, good } = fresh()
  const desk = request('10.0.0.1')
  const own = good('reader')
  expect(limit.take(desk, own)).toBe(0)
  limit.taken(desk, own)
  let asked = 0
  for (let step = 0; step < 300; step += 1) {
    clock.nowMs += 100
    for (let at = 0; at < 50; at += 1) if (limit.take(desk, junk('reader')) === 0) asked += 1
    expect(limit.take(desk, own)).toBe(0)
    limit.taken(desk, own)
  }
  expect(asked).toBeLessThanOrEqual(50 + 30 * 10 + 1)
})

test('junk under the subject of a reader is bounded by address, and for all addresses together', () => {
  const { limit, junk } = fresh()
  const asked = (from: (at: number) => string) =>
    Array.from({ length: 500 }, (_, at) => limit.take(request(from(at)), junk('reader'))).filter(wait => wait === 0)
      .length
  expect(asked(() => '10.0.0.1')).toBe(25)
  expect(asked(at => `10.3.0.${at}`)).toBe(75)
})

test('tokens that the venue takes do not count: twenty pages of one desk open at once', () => {
  const { limit, good } = fresh()
  for (let page = 0; page < 20; page += 1) {
    for (let call = 0; call < 20; call += 1) {
      expect(limit.take(request('10.0.0.1'), good(`trader${page}`))).toBe(0)
      limit.taken(request('10.0.0.1'), good(`trader${page}`))
    }
  }
})
