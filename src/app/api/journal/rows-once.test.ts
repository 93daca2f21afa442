import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemTimers } from '../../../core/client/timers.ts'
import { dec } from '../../../core/domain/decimal.ts'
import { cashRow, type HistoryNote } from '../../../core/history/noted.ts'
import { startMs, testOwner, testRecord } from '../../../testing/journal.fixture.ts'
import { closeDatabase, database } from '../browser/db.ts'
import { eraseHistory } from './erase.ts'
import { chunkOf } from './journal-chunk.ts'
import { readJournal } from './journal-reader.ts'
import { appendJournal } from './journal-store.ts'
import { createJournalWriter } from './journal-writer.ts'
import { mergeRows } from './merge-saved.ts'

beforeEach(() => eraseHistory(testOwner))
afterEach(async () => {
  vi.useRealTimers()
  await closeDatabase()
})

const funding = (hour: number, lateMs = 0): Extract<HistoryNote, { kind: 'cash' }> => ({
  kind: 'cash',
  knownAtMs: startMs + hour * 3_600_000 + lateMs,
  event: {
    kind: 'funding',
    symbol: 'BTC-USD-PERPETUAL',
    asset: 'USD',
    size: dec('1'),
    price: dec('0.0001'),
    amount: dec('-12.5'),
    atMs: startMs + hour * 3_600_000,
    isEstimated: true,
  },
})
const cancelAsked: HistoryNote = {
  kind: 'command',
  command: 'cancel',
  client_order_id: 'a',
  outcome: 'asked',
  atMs: startMs + 1,
}
const all = async () => (await readJournal(testOwner, {}, 1e9)).rows

async function settle(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await new Promise(resolve => setImmediate(resolve))
}

async function holdJournal(): Promise<() => void> {
  const store = (await database())
    .transaction(['journalOrders', 'journalRows'], 'readwrite')
    .objectStore('journalOrders')
  let isHeld = true
  const again = async (): Promise<void> => {
    while (isHeld) await store.count()
  }
  void again()
  return () => {
    isHeld = false
  }
}

describe('each row is in the journal once', () => {
  it('cash that is calculated again, after a visit that could not keep its sample, is no second payment', async () => {
    expect((await appendJournal(testOwner, [funding(1)])).rows).toHaveLength(1)
    expect((await appendJournal(testOwner, [funding(1), funding(2), funding(2)])).rows.map(row => row.atMs)).toEqual([
      startMs + 7_200_000,
    ])
    expect((await all()).map(row => [row.amount, row.atMs])).toEqual([
      ['-12.5', startMs + 7_200_000],
      ['-12.5', startMs + 3_600_000],
    ])
  })
  it('the same payment at another hour, or of another instrument, is another', async () => {
    const ether = { ...funding(1), event: { ...funding(1).event, symbol: 'ETH-USD-PERPETUAL' } }
    await appendJournal(testOwner, [funding(1), ether, funding(2)])
    expect(await all()).toHaveLength(3)
  })
  it('and is read once where it was packed before it was written again', async () => {
    const db = await database()
    await db.put('journalChunks', chunkOf(testOwner, 0.5, [cashRow(funding(1)), cashRow(funding(2))]))
    await db.put('journalRows', { owner: testOwner, row: cashRow(funding(2)) })
    expect((await all()).map(row => row.atMs)).toEqual([startMs + 7_200_000, startMs + 3_600_000])
    expect((await readJournal(testOwner, {}, 2)).hasMore).toBe(false)
  })
  it('what is put among rows that stand there twice counts what was new, and leaves each once', async () => {
    const db = await database()
    for (const row of [funding(1), funding(1), funding(2)])
      await db.put('journalRows', { owner: testOwner, row: cashRow(row) })
    expect(await mergeRows(testOwner, [cashRow(funding(2)), cashRow(funding(3))])).toBe(1)
    expect([(await all()).length, (await readJournal(testOwner, {}, 10)).total]).toEqual([3, 3])
  })
  it('that two knew is known from when the first of them knew it', async () => {
    await appendJournal(testOwner, [funding(1, 3_600_000), funding(2)])
    expect(await mergeRows(testOwner, [cashRow(funding(1, 30_000))])).toBe(0)
    expect(await mergeRows(testOwner, [cashRow(funding(1, 50_000)), cashRow(funding(2, 30_000))])).toBe(0)
    expect((await all()).map(row => row.knownAtMs)).toEqual([undefined, startMs + 3_630_000])
  })
  it('a write that the database delays is aborted as a whole, and a retry writes once', async () => {
    await appendJournal(testOwner, [{ kind: 'record', record: testRecord('a', 0), atMs: startMs }])
    const letGo = await holdJournal()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const writer = createJournalWriter({
      append: appendJournal,
      appended: () => undefined,
      timers: { ...systemTimers, random: () => 0 },
    })
    writer.note(testOwner, cancelAsked)
    await settle()
    await vi.advanceTimersByTimeAsync(10_000)
    await settle()
    expect(writer.fault.get()).toMatchObject({ waiting: 1, lost: 0 })
    await vi.advanceTimersByTimeAsync(1_500)
    letGo()
    await settle()
    await writer.settled()
    vi.useRealTimers()
    expect(writer.fault.get()).toBeUndefined()
    expect((await all()).map(row => row.what)).toEqual(['cancel asked', 'accepted'])
  })
})
