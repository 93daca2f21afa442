// @vitest-environment node
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '../../core/domain/time.ts'
import { mostSamples, recorderCalls } from '../../core/history/recorder-interface.ts'
import { testSample } from '../../testing/recorder/test-sample.ts'
import { sqlStore } from '../store/sql-store.ts'
import { openSqlite } from '../store/sqlite.ts'
import { answerJournal, answerOrders, answerSamples, type Caller } from './answer-call.ts'

const store = sqlStore(openSqlite(':memory:'))
const owner = { venueKey: 'venue', account: 'desk' }
const send: Caller['send'] = async () => ({ kind: 'refused', report: 'nowhere' })
const caller: Caller = { store, owner, subject: 'ann', venueNowMs: async () => begin, alerts: undefined, send }
const begin = Date.UTC(2026, 8, 1)
const account = 'desk'

beforeAll(async () => {
  const writer = await store.takeWriter(owner, 'one')
  for (let minute = 0; minute < 180; minute += 1) await writer?.saveSample(testSample(begin + minute * minuteMs))
  for (let day = 1; day <= 300; day += 10) await writer?.saveSample(testSample(begin + day * dayMs + hourMs))
})
afterAll(() => store.close())

async function samples(
  to: number,
  more: { readonly points?: number; readonly every?: 'minute' | 'hour' | 'day' } = {},
) {
  const { body } = await answerSamples(caller, { account, from: begin, to, ...more })
  const { samples: told, isThinned, every } = recorderCalls.samples.answer.parse(body)
  expect(told.rejected).toEqual([])
  return { count: told.rows.length, isThinned, every }
}

describe('samples are told', () => {
  test('minute by minute where nothing else is said', async () => {
    expect(await samples(begin + dayMs)).toEqual({ count: 180, isThinned: false, every: 'minute' })
  })
  test('as coarse as they are asked for', async () => {
    expect(await samples(begin + dayMs, { every: 'hour' })).toEqual({ count: 3, isThinned: false, every: 'hour' })
    expect(await samples(begin + dayMs, { every: 'day' })).toEqual({ count: 1, isThinned: false, every: 'day' })
  })
  test('for a chart as fine as its length lets: minutes of some days, hours of some months, else days', async () => {
    expect(await samples(begin + 4 * dayMs, { points: 1_000 })).toEqual({
      count: 181,
      isThinned: false,
      every: 'minute',
    })
    expect(await samples(begin + 5 * dayMs, { points: 1_000 })).toEqual({ count: 4, isThinned: false, every: 'hour' })
    expect((await samples(begin + 300 * dayMs, { points: 1_000 })).every).toBe('day')
  })
  test('12,000 at the most, and more are refused in words', async () => {
    const many = { ...owner, account: 'many' }
    const writer = await store.takeWriter(many, 'one')
    for (let minute = 0; minute <= mostSamples; minute += 1)
      await writer?.saveSample(testSample(begin + minute * minuteMs))
    const asked = { account: 'many', from: begin, to: begin + 30 * dayMs }
    const refused = await answerSamples({ ...caller, owner: many }, asked)
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringMatching(/12000 samples/)])
    expect((await answerSamples({ ...caller, owner: many }, { ...asked, every: 'hour' })).status).toBe(200)
  })
  test('and never many more than were asked for', async () => {
    const { count, isThinned } = await samples(begin + dayMs, { points: 20 })
    expect([count <= 21, isThinned]).toEqual([true, true])
  })
})

describe('what is asked for wrongly is refused in words', () => {
  test.each([
    ['no rows', { limit: 0 }, /limit/],
    ['more rows than an answer holds', { limit: 1_001 }, /limit/],
    ['a page after one that there never was', { limit: 10, before: 'yesterday' }, /before/],
  ])('%s', async (_, asked, words) => {
    const { status, body } = await answerJournal(caller, { account, ...asked })
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringMatching(words)])
  })
  test.each([['neither'], ['both']])('orders by a list and by their ids: %s', async which => {
    const asked = which === 'both' ? { which: 'open' as const, ids: ['a'] } : {}
    expect((await answerOrders(caller, { account, ...asked })).status).toBe(400)
  })
})

test('a note is one too many where an account has as many as it may, and one that is there is still changed', async () => {
  const notes = sqlStore(openSqlite(':memory:'))
  const note = (subject: string, atMs: number) => ({ subject, text: 'why', tags: [], atMs, by: 'ann' })
  const write = (subject: string, atMs: number, seenAtMs?: number) =>
    notes.writeNote(owner, note(subject, atMs), seenAtMs, 2)
  expect([(await write('a', 1)).ok, (await write('b', 1)).ok]).toEqual([true, true])
  expect(await write('c', 1)).toEqual({ ok: false, note: undefined, isFull: true })
  expect((await write('a', 2, 1)).ok).toBe(true)
  expect((await notes.notes(owner)).map(each => each.subject)).toEqual(['a', 'b'])
})
