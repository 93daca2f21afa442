// @vitest-environment node
/**
 * A page's view of an account while no page was open: the page's code against the recorder's, connected only by
 * requests.
 */
import 'fake-indexeddb/auto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type OwnerKey, ownerKey } from '../../../core/domain/owner.ts'
import { dayMs, minuteMs } from '../../../core/domain/time.ts'
import { recorderBehindPage } from '../../../testing/recorder/recorder-behind-page.ts'
import { lapseAccount } from '../../../testing/recorder/time-lapse.ts'
import { readFullSamples, readSamples } from '../samples/sample-store.ts'
import { samplesElsewhere } from '../history/samples-elsewhere.ts'
import { eraseHistory } from '../journal/erase.ts'
import { readNotes, sharedNotes, writeNote } from '../journal/journal-notes.ts'
import { readJournal } from '../journal/journal-reader.ts'
import { filledJournalOrders } from '../journal/journal-store.ts'
import { beginSession, signOut } from '../venue/session.ts'
import { readVenue } from '../venue/venue.ts'
import { followRecorder } from './follow-recorder.ts'
import { recorderState } from './recorder-state.ts'

type Behind = Awaited<ReturnType<typeof recorderBehindPage>>
let behind: Behind
let lapse: Behind['lapse']
let store: Behind['store']

beforeAll(async () => {
  const saved = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => saved.get(key) ?? null,
    setItem: (key: string, text: string) => void saved.set(key, text),
    removeItem: (key: string) => void saved.delete(key),
  })
  behind = await recorderBehindPage('none')
  lapse = behind.lapse
  store = behind.store
})
afterAll(() => vi.unstubAllGlobals())

const ownerOf = (account: string) => ({ venueKey: readVenue().key, account })
const keyOf = (account: string): OwnerKey => ownerKey(ownerOf(account))

async function signedIn(account: string): Promise<() => void> {
  beginSession({
    method: 'token',
    account,
    token: await lapse.tokenOf('desk-key'),
    expiresAtMs: undefined,
    keep: 'memory',
  })
  return followRecorder()
}

const comesTo = (kind: string) => vi.waitFor(() => expect(recorderState.get().kind).toBe(kind))
const everyRow = (account: string) => readJournal(keyOf(account), {}, 10_000)

beforeEach(() => void (behind.state.isAway = false))

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
    expect(orders.flatMap(order => order.executions.map(each => each.trade_id)).toSorted()).toEqual(
      lapse.trades().toSorted(),
    )
    const samples = await readSamples(keyOf(lapseAccount))
    expect(samples.map(sample => sample.atMs)).toEqual(
      (await store.samples(lapse.owner, 0, lapse.nowMs() + 1)).map(sample => sample.atMs),
    )
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
    behind.state.isAway = true
    expect(await samplesElsewhere.get()?.readWithin(from, to)).toBeUndefined()
    end()
    signOut()
  })

  test('writes a note to the recorder first, and tells the slower of two writers which note is stored', async () => {
    const end = await signedIn(lapseAccount)
    await comesTo('followed')
    const write = (text: string, seenAtMs: number | undefined) =>
      sharedNotes.get()?.write({ subject: 't0', text, tags: ['carry'], atMs: lapse.nowMs() }, seenAtMs)
    expect(await write('why I bought', undefined)).toBeUndefined()
    expect((await store.notes(lapse.owner)).map(note => [note.subject, note.text, note.tags])).toEqual([
      ['t0', 'why I bought', ['carry']],
    ])
    expect(await write('what I think', undefined)).toMatch(
      /Somebody changed it to “why I bought” meanwhile\. Save again/,
    )
    expect((await readNotes(keyOf(lapseAccount))).get('t0')?.text).toBe('why I bought')
    behind.state.isAway = true
    expect(await write('lost', (await readNotes(keyOf(lapseAccount))).get('t0')?.atMs)).toMatch(
      /^The note was not saved: /,
    )
    end()
    signOut()
  })

  test('sends earlier notes, and removes those that somebody removed', async () => {
    await writeNote({
      owner: keyOf(lapseAccount),
      subject: 't1',
      text: 'written without a recorder',
      tags: [],
      atMs: lapse.nowMs() + 1,
    })
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
    behind.state.isAway = true
    const end = await signedIn(lapseAccount)
    await comesTo('failed')
    expect(recorderState.get()).toMatchObject({ text: 'The recorder did not answer.' })
    expect((await everyRow(lapseAccount)).rows.length).toBeGreaterThan(3)
    end()
    signOut()
  })
})
