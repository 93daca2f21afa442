import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { closeDatabase, database, faultText, forgetDatabase, timely } from './db.ts'
import { saveSample, readSamples } from '../samples/sample-store.ts'
import { madeRow, startMs, testOwner } from '../../../testing/journal.fixture.ts'
import { chunkOf } from '../journal/journal-chunk.ts'
import { readJournal } from '../journal/journal-reader.ts'
import { cashSample } from '../../../testing/cash-sample.ts'

const rows = Array.from({ length: 1_700 }, (_, index) => madeRow(index))

afterEach(async () => {
  await closeDatabase()
  indexedDB.deleteDatabase('legwork')
})

describe('the browser’s database', () => {
  it('of the version before is taken over with what is in it', async () => {
    const old = await openDB('legwork', 2, {
      upgrade(db) {
        db.createObjectStore('intents', { keyPath: 'client_order_id' })
        db.createObjectStore('texts')
        db.createObjectStore('samples')
        db.createObjectStore('samplePositions')
        db.createObjectStore('journalRows', { keyPath: 'seq', autoIncrement: true }).createIndex('byOwner', [
          'owner',
          'seq',
        ])
        db.createObjectStore('journalChunks', { keyPath: ['owner', 'n'] }).createIndex('counts', [
          'owner',
          'n',
          'count',
        ])
        db.createObjectStore('journalOrders', { keyPath: ['owner', 'client_order_id'] }).createIndex('sent', [
          'owner',
          'sentAtMs',
        ])
        db.createObjectStore('journalNotes', { keyPath: ['owner', 'subject'] })
      },
    })
    await old.put('journalChunks', chunkOf(testOwner, 0, rows.slice(0, 1_000)))
    await old.put('journalChunks', chunkOf(testOwner, 0.5, rows.slice(1_000)))
    old.close()
    const page = await readJournal(testOwner, {}, 10)
    expect([page.total, page.rows.length, page.rows[0]?.id]).toEqual([1_700, 10, rows.at(-1)?.id])
    expect([...(await database()).transaction('journalChunks').store.indexNames]).toEqual(['sizes'])
  })
  it('that was refused once is opened again for the next caller', async () => {
    const { open } = IDBFactory.prototype
    IDBFactory.prototype.open = () => {
      throw Object.assign(new Error('denied'), { name: 'SecurityError' })
    }
    try {
      await expect(database()).rejects.toThrow('denied')
    } finally {
      IDBFactory.prototype.open = open
    }
    expect((await readJournal(testOwner, {}, 10)).total).toBe(0)
  })
  it('that is full stores no part of a sample, and says what to do', async () => {
    const { put } = IDBObjectStore.prototype
    const full = Object.assign(new Error('no room'), { name: 'QuotaExceededError' })
    IDBObjectStore.prototype.put = function refuse(...args: Parameters<typeof put>) {
      if (this.name === 'samplePositions') throw full
      return put.apply(this, args)
    }
    try {
      await expect(saveSample(testOwner, cashSample(startMs, '1'))).rejects.toBe(full)
      expect(faultText(full)).toContain('Export the journal and erase it')
    } finally {
      IDBObjectStore.prototype.put = put
    }
    expect(await readSamples(testOwner)).toEqual([])
  })

  it('that an older tab holds rejects within seconds and says which tab to close, and is there once that tab is gone', async () => {
    const older = await openDB('legwork', 2, {
      upgrade(db) {
        db.createObjectStore('journalChunks', { keyPath: ['owner', 'n'] }).createIndex('counts', [
          'owner',
          'n',
          'count',
        ])
      },
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const refused = expect(database()).rejects.toThrow('Close that tab, or reload it.')
    await blockedSoon()
    await vi.advanceTimersByTimeAsync(3_000)
    await refused
    vi.useRealTimers()
    older.close()
    await expect.poll(async () => (await database()).version).toBe(3)
  })
  it('that never answers rejects within seconds, first and later', async () => {
    const { open } = IDBFactory.prototype
    IDBFactory.prototype.open = () => new IDBOpenDBRequest()
    vi.useFakeTimers()
    try {
      for (const seconds of [3_000, 300]) {
        const refused = expect(database()).rejects.toThrow('does not answer')
        await vi.advanceTimersByTimeAsync(seconds)
        await refused
      }
    } finally {
      vi.useRealTimers()
      IDBFactory.prototype.open = open
      forgetDatabase()
    }
  })
  it('is let go for a newer version in another tab, and asks for a reload from then on', async () => {
    await database()
    const newer = await openDB('legwork', 4)
    await expect(database()).rejects.toThrow('Reload this page.')
    newer.close()
  })
})

it('what is asked of the browser’s database ends within seconds where it is not answered', async () => {
  vi.useFakeTimers()
  const refused = expect(timely(new Promise(() => undefined))).rejects.toThrow('does not answer')
  await vi.advanceTimersByTimeAsync(5_000)
  await refused
  vi.useRealTimers()
})

async function blockedSoon(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise(resolve => setImmediate(resolve))
}
