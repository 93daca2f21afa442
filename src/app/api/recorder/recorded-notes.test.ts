// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ownerKey } from '../../../core/domain/owner.ts'
import { closeDatabase } from '../browser/db.ts'
import { eraseHistory } from '../journal/erase.ts'
import { readNotes, writeNote } from '../journal/journal-notes.ts'
import { replaceFetch } from '../venue/client.ts'
import { beginSession, signOut } from '../venue/session.ts'
import { readVenue } from '../venue/venue.ts'
import { notesOfRecorder, takeNotes } from './recorded-notes.ts'

const token = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJkZXNrIn0.c2lnbmF0dXJl'
const owner = () => ({ venueKey: readVenue().key, account: 'desk' })
const key = () => ownerKey(owner())

interface Kept {
  readonly subject: string
  readonly text: string
  readonly tags: readonly string[]
  readonly atMs: number
  readonly by: string
}
const recorder = { notes: new Map<string, Kept>(), writes: 0, nowMs: 1_000, spoilt: [] as unknown[], isAway: false }
const theirs = (subject: string, text: string, atMs: number): void => {
  recorder.notes.set(subject, { subject, text, tags: [], atMs, by: 'ann' })
}
interface Body {
  readonly subject: string
  readonly text: string
  readonly tags: readonly string[]
  readonly seenAtMs: number | null
}
function put({ subject, text, tags, seenAtMs }: Body): Response {
  recorder.writes += 1
  const before = recorder.notes.get(subject)
  if ((before?.atMs ?? null) !== seenAtMs) return Response.json({ note: before ?? null }, { status: 409 })
  recorder.nowMs += 1
  const note = { subject, text, tags, atMs: recorder.nowMs, by: 'desk' }
  if (text === '' && tags.length === 0) recorder.notes.delete(subject)
  else recorder.notes.set(subject, note)
  return Response.json({ note: recorder.notes.get(subject) ?? null })
}

beforeEach(async () => {
  Object.assign(recorder, { notes: new Map(), writes: 0, nowMs: 1_000, spoilt: [], isAway: false })
  replaceFetch(async (_, init) => {
    if (recorder.isAway) return Response.json({ error: 'away' }, { status: 503 })
    if (init.method === 'PUT') return put(JSON.parse(init.body as string) as Body)
    return Response.json({ notes: [...recorder.notes.values(), ...recorder.spoilt] })
  })
  beginSession({ method: 'token', account: 'desk', token, expiresAtMs: undefined, keep: 'memory' })
  await eraseHistory(key())
})
afterEach(async () => {
  signOut()
  await closeDatabase()
})

const ours = async (subject: string, text: string, atMs: number): Promise<void> =>
  writeNote({ owner: key(), subject, text, tags: [], atMs })
const here = async (): Promise<Record<string, string>> =>
  Object.fromEntries([...(await readNotes(key()))].map(([id, note]) => [id, note.text]))
const there = (): Record<string, string> => Object.fromEntries([...recorder.notes].map(([id, note]) => [id, note.text]))
const take = (takenAtMs?: number, mayWrite = true) =>
  takeNotes({ owner: owner(), account: 'desk', mayWrite, takenAtMs })

describe('taking notes', () => {
  test('the first sync copies notes both ways; of two on one subject the newer wins', async () => {
    theirs('a', 'theirs alone', 10)
    theirs('b', 'theirs, younger', 30)
    theirs('c', 'theirs, older', 30)
    await ours('b', 'ours, older', 20)
    await ours('c', 'ours, younger', 40)
    await ours('d', 'ours alone', 20)
    expect(await take()).toBeUndefined()
    const both = { a: 'theirs alone', b: 'theirs, younger', c: 'ours, younger', d: 'ours alone' }
    expect([await here(), there()]).toEqual([both, both])
    recorder.writes = 0
    expect(await take(2_000)).toBeUndefined()
    expect([await here(), recorder.writes]).toEqual([both, 0])
  })
  test('a later sync removes notes that somebody removed, and sends new ones', async () => {
    theirs('a', 'stays', 10)
    await ours('a', 'stays', 10)
    await ours('gone', 'removed there', 10)
    await ours('new', 'written here since', 60)
    expect(await take(50)).toBeUndefined()
    expect([await here(), there()]).toEqual([
      { a: 'stays', new: 'written here since' },
      { a: 'stays', new: 'written here since' },
    ])
  })
  test('one of theirs that cannot be read is no note removed: ours stays until it can', async () => {
    theirs('a', 'stays', 10)
    await ours('a', 'stays', 10)
    await ours('b', 'the same there, if it could be read', 10)
    recorder.spoilt = [{ subject: 'b', text: 'the same there, if it could be read', tags: [], atMs: 'ten', by: 'ann' }]
    expect(await take(50)).toBeUndefined()
    expect(await here()).toEqual({ a: 'stays', b: 'the same there, if it could be read' })
    expect(recorder.writes).toBe(0)
    // Notes written here meanwhile wait too: an unreadable note is not overwritten.
    await ours('b', 'written here since', 60)
    await take(50)
    expect([(await here())['b'], recorder.writes]).toEqual(['written here since', 0])
  })
  test('a read-only sync copies theirs and sends nothing; notes that are only here stay', async () => {
    theirs('a', 'theirs', 10)
    await ours('b', 'ours', 20)
    expect(await take(undefined, false)).toBeUndefined()
    expect([await here(), there(), recorder.writes]).toEqual([{ a: 'theirs', b: 'ours' }, { a: 'theirs' }, 0])
    await take(50, false)
    expect(await here()).toEqual({ a: 'theirs', b: 'ours' })
  })
  test('of a recorder that does not answer changes nothing, and says so', async () => {
    await ours('a', 'ours', 10)
    recorder.isAway = true
    expect(await take(50)).toEqual(expect.stringMatching(/.+/))
    expect(await here()).toEqual({ a: 'ours' })
  })
})

describe('writing a note', () => {
  const write = (text: string, seenAtMs: number | undefined, mayWrite = true) =>
    notesOfRecorder(owner(), 'desk', mayWrite).write({ subject: 'a', text, tags: ['roll'], atMs: 5 }, seenAtMs)
  test('is kept here as the recorder took it, with its time', async () => {
    expect(await write('rolled', undefined)).toBeUndefined()
    expect((await readNotes(key())).get('a')).toMatchObject({ text: 'rolled', tags: ['roll'], atMs: 1_001 })
  })
  test('a note that somebody changed meanwhile is not overwritten: theirs is shown, and saving again replaces it', async () => {
    theirs('a', 'theirs', 700)
    expect(await write('ours', undefined)).toBe(
      'Somebody changed it to “theirs” meanwhile. Save again to put yours in its place.',
    )
    expect([await here(), there()]).toEqual([{ a: 'theirs' }, { a: 'theirs' }])
    expect(await write('ours', 700)).toBeUndefined()
    expect([await here(), there()]).toEqual([{ a: 'ours' }, { a: 'ours' }])
  })
  test('that somebody removed meanwhile says so, and is gone here', async () => {
    await ours('a', 'seen', 10)
    expect(await write('changed', 10)).toBe('Somebody removed it meanwhile. Save again to put yours in its place.')
    expect(await here()).toEqual({})
  })
  test('of who may only read is refused before anything is sent', async () => {
    expect(await write('mine', undefined, false)).toContain('may read')
    expect([recorder.writes, await here()]).toEqual([0, {}])
  })
  test('to a recorder that does not answer is not saved, here neither', async () => {
    recorder.isAway = true
    expect(await write('mine', undefined)).toContain('was not saved')
    expect(await here()).toEqual({})
  })
})
