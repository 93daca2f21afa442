import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startMs, testOwner } from '../../../testing/journal.fixture.ts'
import { closeDatabase, database } from '../browser/db.ts'
import { exportBackup } from '../history/backup.ts'
import { eraseHistory } from './erase.ts'

const note = { owner: testOwner, subject: 'one', text: 'kept', tags: [], atMs: startMs }

beforeEach(async () => {
  await (await database()).put('journalNotes', note)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  await (await database()).clear('journalNotes')
  await closeDatabase()
})

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(resolve => setImmediate(resolve))
}

it('erasing that is never answered ends with a sentence, and everything is as it was', async () => {
  vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => new IDBRequest() as IDBRequest<undefined>)
  const refused = expect(eraseHistory(testOwner)).rejects.toThrow('does not answer')
  await settle()
  await vi.advanceTimersByTimeAsync(30_000)
  await refused
  vi.useRealTimers()
  vi.restoreAllMocks()
  expect(await (await database()).getAll('journalNotes')).toEqual([note])
})

it('a backup that is never answered ends with a sentence', async () => {
  vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(() => new IDBRequest() as IDBRequest<unknown[]>)
  const refused = expect(exportBackup({ venueKey: 'sandbox', account: 'demo' })).rejects.toThrow('does not answer')
  await settle()
  await vi.advanceTimersByTimeAsync(15_000)
  await refused
})
