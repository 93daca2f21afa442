// @vitest-environment node
/** What a page shows of an account that nobody looked at: its own code against the recorder's, with nothing between them but requests. */
import 'fake-indexeddb/auto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { followRecorder } from '../../api/recorder/follow-recorder.ts'
import { recorderState } from '../../api/recorder/recorder-state.ts'
import { readFullSamples, readSamples } from '../../api/history/sample-store.ts'
import { samplesElsewhere } from '../../api/history/samples-elsewhere.ts'
import { readNotes, writeNote } from '../../api/journal/journal-notes.ts'
import { readJournal } from '../../api/journal/journal-reader.ts'
import { filledJournalOrders } from '../../api/journal/journal-store.ts'
import { eraseHistory } from '../../api/journal/erase.ts'
import { sharedNotes } from '../../api/journal/shared-notes.ts'
import { replaceFetch } from '../../api/venue/client.ts'
import { type OwnerKey, ownerKey } from '../../api/venue/owner-key.ts'
import { beginSession, signOut } from '../../api/venue/session.ts'
import { readVenue } from '../../api/venue/venue.ts'
import { dayMs, minuteMs } from '../../domain/time.ts'
import { type TimeLapse, lapseAccount, startTimeLapse } from '../../testing/recorder/time-lapse.ts'
import { sqlStore } from '../store/sql-store.ts'
import { openSqlite } from '../store/sqlite.ts'
import type { Store } from '../store/store.ts'
import { serveHistory } from './serve-history.ts'
import { createTokenCheck } from './token-check.ts'

let lapse: TimeLapse
let store: Store
const paths: string[] = []
let isAway = false

beforeAll(async () => {
  const saved = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => saved.get(key) ?? null,
    setItem: (key: string, text: string) => void saved.set(key, text),
    removeItem: (key: string) => void saved.delete(key),
  })
  lapse = await startTimeLapse()
  store = sqlStore(openSqlite(':memory:'), lapse.nowMs)
  const recorder = await lapse.record(store, 'one')
  for (const [side, quantity] of [
    ['buy', '0.5'],
    ['sell', '0.2'],
  ] as const) {
    await recorder?.step()
    await lapse.pass(minuteMs)
    await lapse.trade(lapse.perpetual, side, quantity)
    await lapse.pass(minuteMs)
    await recorder?.step()
  }
  const server = serveHistory({
    store,
    venueKey: lapse.venueKey,
    readers: new Map([[lapseAccount, lapse.account.readers]]),
    check: createTokenCheck({ http: lapse.http, baseUrl: 'http://127.0.0.1', nowMs: lapse.nowMs }),
    take: () => 0,
    takeCheck: () => 0,
    alerts: new Map(),
    takeTest: () => 0,
    send: async () => ({ kind: 'refused', said: 'nowhere' }),
    nowMs: lapse.nowMs,
    report: () => undefined,
  })
  replaceFetch(async (url, init) => {
    paths.push(url.split('?')[0] ?? '')
    if (isAway) throw new TypeError('fetch failed')
    const answer = await server.fetch(new Request(`http://127.0.0.1${url}`, { ...init, redirect: 'manual' }))
    return answer ?? new Response('', { status: 404 })
  })
})
afterAll(() => vi.unstubAllGlobals())

const ownerOf = (account: string) => ({ venueKey: readVenue().key, account })
const keyOf = (account: string): OwnerKey => ownerKey(ownerOf(account))

async function signedIn(account: string): Promise<() => void> {
  beginSession({ method: 'token', account, token: await lapse.tokenOf('desk-key'), expiresAtMs: undefined, keep: 'memory' })
  return followRecorder()
}

const comesTo = (kind: string) => vi.waitFor(() => expect(recorderState.get().kind).toBe(kind))
const everyRow = (account: string) => readJournal(keyOf(account), {}, 10_000)

beforeEach(() => {
  isAway = false
  paths.length = 0
})

describe('a page behind whose server there is a recorder', () => {
  test('shows what it saw while no browser was open: rows, orders and samples, each once, however often it asks', async () => {
    const end = await signedIn(lapseAccount)
    await comesTo('followed')
    const seen = await store.rows(lapse.owner, { limit: 1_000 })
    const { rows } = await everyRow(lapseAccount)
    expect(seen.rows.length).toBeGreaterThan(3)
    expect(rows.map(row => row.id).toSorted()).toEqual(seen.rows.map(row => row.id).toSorted())
    expect(new Set(rows.map(row => row.seenBy))).toEqual(new Set(['recorder']))
    const orders = await filledJournalOrders(keyOf(lapseAccount))
    expect(orders.map(order => [order.client_order_id, order.executions.length > 0])).toEqual([
      ['t0', true],
      ['t1', true],
    ])
    expect(orders.flatMap(order => order.executions.map(each => each.trade_id)).toSorted()).toEqual(lapse.trades().toSorted())
    const samples = await readSamples(keyOf(lapseAccount))
    expect(samples.map(sample => sample.atMs)).toEqual((await store.samples(lapse.owner, 0, lapse.nowMs() + 1)).map(sample => sample.atMs))
    end()
    signOut()
    expect(recorderState.get().kind).toBe('none')
    const again = await signedIn(lapseAccount)
    await comesTo('followed')
    expect((await everyRow(lapseAccount)).rows.length).toBe(rows.length)
    expect((await readSamples(keyOf(lapseAccount))).length).toBe(samples.length)
    again()
    signOut()
  })

  test('asks for the positions of a sample when a screen needs them', async () => {
    const end = await signedIn(lapseAccount)
    await comesTo('followed')
    const last = (await readSamples(keyOf(lapseAccount))).at(-1)
    const [bare] = await readFullSamples(keyOf(lapseAccount), [last?.atMs ?? 0])
    expect(bare?.positions).toBeUndefined()
    const [whole] = (await samplesElsewhere.get()?.read([last?.atMs ?? 0])) ?? []
    expect(whole?.positions?.map(each => [each.symbol, each.size])).toEqual([[lapse.perpetual, '0.3']])
    end()
    signOut()
  })

  test('asks for the minutes of an old day when a chart shows it closely, and has nothing where the recorder is away', async () => {
    const end = await signedIn(lapseAccount)
    await comesTo('followed')
    const all = await store.samples(lapse.owner, 0, lapse.nowMs() + 1)
    const [from, to] = [all[1]?.atMs ?? 0, all.at(-1)?.atMs ?? 0]
    const fine = await samplesElsewhere.get()?.readWithin(from, to)
    expect([fine?.samples.map(each => each.atMs), fine?.isWhole]).toEqual([all.slice(1).map(each => each.atMs), true])
    const month = await samplesElsewhere.get()?.readWithin(to - 30 * dayMs, to)
    expect([month?.samples.map(each => each.atMs), month?.isWhole]).toEqual([
      (await store.samples(lapse.owner, 0, to + 1, 1)).map(each => each.atMs),
      false,
    ])
    isAway = true
    expect(await samplesElsewhere.get()?.readWithin(from, to)).toBeUndefined()
    end()
    signOut()
  })

  test('writes a note to the recorder first, and tells the slower of two whose note stands', async () => {
    const end = await signedIn(lapseAccount)
    await comesTo('followed')
    const write = (text: string, seenAtMs: number | undefined) =>
      sharedNotes.get()?.write({ subject: 't0', text, tags: ['carry'], atMs: lapse.nowMs() }, seenAtMs)
    expect(await write('why I bought', undefined)).toBeUndefined()
    expect((await store.notes(lapse.owner)).map(note => [note.subject, note.text, note.tags])).toEqual([['t0', 'why I bought', ['carry']]])
    expect(await write('what I think', undefined)).toMatch(/Somebody changed it to “why I bought” meanwhile\. Save again/)
    expect((await readNotes(keyOf(lapseAccount))).get('t0')?.text).toBe('why I bought')
    isAway = true
    expect(await write('lost', (await readNotes(keyOf(lapseAccount))).get('t0')?.atMs)).toMatch(/^The note was not saved: /)
    end()
    signOut()
  })

  test('hands over the notes of an earlier time, and takes away what somebody removed', async () => {
    await writeNote({ owner: keyOf(lapseAccount), subject: 't1', text: 'written without a recorder', tags: [], atMs: lapse.nowMs() + 1 })
    const end = await signedIn(lapseAccount)
    await comesTo('followed')
    const theirs = new Map((await store.notes(lapse.owner)).map(note => [note.subject, note]))
    expect(theirs.get('t1')?.text).toBe('written without a recorder')
    end()
    signOut()
    await lapse.pass(minuteMs)
    const { subject, atMs } = theirs.get('t0') ?? { subject: '', atMs: 0 }
    await store.writeNote(lapse.owner, { subject, text: '', tags: [], atMs: lapse.nowMs(), by: 'colleague' }, atMs)
    const again = await signedIn(lapseAccount)
    await comesTo('followed')
    await lapse.pass(minuteMs)
    expect([...(await readNotes(keyOf(lapseAccount))).keys()]).toEqual(['t1'])
    again()
    signOut()
  })

  test('does not mix the history of another name into an account but by the trader’s word, which may be taken back', async () => {
    const end = await signedIn('mine')
    await comesTo('to_choose')
    expect((await everyRow('mine')).rows).toEqual([])
    const state = recorderState.get()
    if (state.kind !== 'to_choose') throw new Error(state.kind)
    expect(state.names).toEqual([lapseAccount])
    state.choose(lapseAccount)
    await comesTo('followed')
    expect((await everyRow('mine')).rows.length).toBeGreaterThan(3)
    const followed = recorderState.get()
    if (followed.kind === 'followed') followed.forget?.()
    await comesTo('to_choose')
    end()
    signOut()
    await eraseHistory(keyOf('mine'))
  })

  test('keeps what it has while the recorder does not answer, and says so', async () => {
    isAway = true
    const end = await signedIn(lapseAccount)
    await comesTo('failed')
    expect(recorderState.get()).toMatchObject({ text: 'The recorder did not answer.' })
    expect((await everyRow(lapseAccount)).rows.length).toBeGreaterThan(3)
    end()
    signOut()
  })
})
