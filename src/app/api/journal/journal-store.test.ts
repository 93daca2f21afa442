import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closeDatabase, database } from '../browser/db.ts'
import { ownerKey } from '../../../core/domain/owner.ts'
import { exportBackup, restoreBackup } from '../history/backup.ts'
import { eraseHistory } from './erase.ts'
import { acceptedState, madeRow, startMs, testIntent, testOwner, testRecord } from '../../../testing/journal.fixture.ts'
import { journalCsv } from './journal-csv.ts'
import { readNotes, writeNote } from './journal-notes.ts'
import { journalMatcher } from '../../../core/history/journal-matcher.ts'
import { chunkMatcher, readJournal } from './journal-reader.ts'
import { type JournalKind, type JournalRow, journalKinds } from '../../../core/domain/journal-row.ts'
import { chunkOf } from './journal-chunk.ts'
import { appendJournal, filledJournalOrders, openJournalOrders, packJournal } from './journal-store.ts'
import { mergeRows } from './merge-saved.ts'

beforeEach(async () => {
  await eraseHistory(testOwner)
})
afterEach(closeDatabase)

const owner = { venueKey: 'sandbox', account: 'demo' }
const intent = {
  kind: 'intent' as const,
  intent: testIntent('a', acceptedState('a'), ['confirmed', 'sending', 'accepted']),
}
const record = (fills: number, state?: string) => ({
  kind: 'record' as const,
  record: testRecord('a', fills, state),
  atMs: startMs + 5_000,
})
const all = async (): Promise<readonly JournalRow[]> => (await readJournal(testOwner, {}, 1e9)).rows
const put = async (rows: readonly JournalRow[]): Promise<void> => {
  const transaction = (await database()).transaction('journalRows', 'readwrite')
  await Promise.all([...rows.map(row => transaction.store.add({ owner: testOwner, row })), transaction.done])
}
const made = (count: number, from = 0): JournalRow[] =>
  Array.from({ length: count }, (_, index) => madeRow(from + index))

describe('the stored journal', () => {
  it('several tabs that see the same write it once', async () => {
    await Promise.all(
      [1, 2, 3].map(() => appendJournal(testOwner, [intent, record(2, 'partial_fill'), record(2, 'partial_fill')])),
    )
    expect((await all()).map(row => row.what)).toEqual([
      'partial_fill',
      'fill',
      'fill',
      'accepted',
      'sending',
      'confirmed',
    ])
    expect((await openJournalOrders(testOwner)).length).toBe(1)
    await appendJournal(testOwner, [record(3, 'filled')])
    expect([
      (await openJournalOrders(testOwner)).length,
      (await filledJournalOrders(testOwner))[0]?.executions.length,
    ]).toEqual([0, 3])
  })
  it('belongs to one account: another cannot read it', async () => {
    await appendJournal(testOwner, [intent])
    const other = ownerKey({ venueKey: 'sandbox', account: 'demo2' })
    expect((await readJournal(other, {}, 10)).total).toBe(0)
    expect(await filledJournalOrders(other)).toEqual([])
  })
  it('packs old rows and reads the same', async () => {
    await put(made(3_500))
    const before = await all()
    expect(await packJournal(testOwner)).toBe(2)
    expect(await all()).toEqual(before)
    expect((await readJournal(testOwner, {}, 10)).rows.map(row => row.id)).toEqual(
      made(10, 3_490)
        .toReversed()
        .map(row => row.id),
    )
    expect(await readJournal(testOwner, {}, 2_000)).toMatchObject({ hasMore: true, total: 3_500 })
  })
  it('a search finds what a plain look through all rows finds, newest first', async () => {
    await put(made(3_200))
    await packJournal(testOwner)
    const rows = made(3_200).toReversed()
    const words = fc.constantFrom(
      'iron',
      'BTC',
      'fill',
      'insufficient_account_balance',
      'lw-00',
      '119.5',
      'nowhere',
      'CONDOR sell',
      '"',
      '',
    )
    const filters = fc.record(
      {
        text: words,
        kinds: fc.uniqueArray(fc.constantFrom<JournalKind>(...journalKinds), { minLength: 1 }),
        fromMs: fc.integer({ min: -100, max: 5_000 }).map(at => startMs + at * 300_000),
        toMs: fc.integer({ min: -100, max: 5_000 }).map(at => startMs + at * 300_000),
        subjects: fc.uniqueArray(fc.integer({ min: 0, max: 600 }).map(index => madeRow(index * 8).client_order_id!)),
        noted: fc.constant({ [madeRow(8).client_order_id!]: 'nowhere #earnings' }),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(filters, fc.integer({ min: 1, max: 300 }), async (filter, limit) => {
        const wanted = rows.filter(journalMatcher(filter))
        const page = await readJournal(testOwner, filter, limit)
        expect(page.rows).toEqual(wanted.slice(0, limit))
        expect(page.hasMore).toBe(wanted.length > limit)
      }),
      { numRuns: 25 },
    )
  })
  it('passes over a chunk only when it holds no match', () => {
    const rows = made(64)
    const chunk = chunkOf(testOwner, 1, rows)
    fc.assert(
      fc.property(
        fc.string({ maxLength: 3 }),
        fc.option(fc.constantFrom<JournalKind>(...journalKinds), { nil: undefined }),
        (text, kind) => {
          const filter = { text, kinds: kind === undefined ? undefined : [kind] }
          if (rows.some(journalMatcher(filter))) expect(chunkMatcher(filter)(chunk)).toBe(true)
        },
      ),
    )
  })
  it('rows of a backup are put among the others by time, each once, and later rows still come last', async () => {
    await put(made(1_500, 1_000))
    expect(await mergeRows(testOwner, made(2_000))).toBe(1_000)
    expect(await mergeRows(testOwner, made(2_000))).toBe(0)
    await put(made(2_100, 2_500))
    await packJournal(testOwner)
    expect((await all()).map(row => row.id)).toEqual(
      made(4_600)
        .toReversed()
        .map(row => row.id),
    )
  })
})

it('notes are kept by order, and gone when they say nothing', async () => {
  await writeNote({ owner: testOwner, subject: 'a', text: 'rolled early', tags: ['roll'], atMs: 1 })
  expect((await readNotes(testOwner)).get('a')).toMatchObject({ text: 'rolled early', tags: ['roll'] })
  await writeNote({ owner: testOwner, subject: 'a', text: '', tags: [], atMs: 2 })
  expect((await readNotes(testOwner)).size).toBe(0)
})

describe('a backup', () => {
  const fill = async (): Promise<void> => {
    await appendJournal(testOwner, [intent, record(2, 'partial_fill')])
    await writeNote({ owner: testOwner, subject: 'a', text: '=1+1', tags: ['x'], atMs: 5 })
    const sample = {
      atMs: startMs,
      equity: { cash: '1', optionValue: '0', optionUpnl: '0', futuresUpnl: '2', leftOut: [] },
      cash: { USD: '1' },
      indexes: {},
    }
    await (await database()).put('samples', sample as never, [testOwner, startMs])
    await (await database()).put('samplePositions', [], [testOwner, startMs])
  }
  const counts = async () => {
    const db = await database()
    return [
      await db.count('journalOrders'),
      await db.count('journalNotes'),
      await db.count('samples'),
      await db.count('samplePositions'),
    ]
  }
  it('brings everything back after erasing, and twice is the same as once', async () => {
    await fill()
    const before = await all()
    const text = await (await exportBackup(owner)).text()
    await eraseHistory(testOwner)
    expect([await all(), await counts()]).toEqual([[], [0, 0, 0, 0]])
    expect(await restoreBackup(owner, new Blob([text]))).toMatchObject({
      ok: true,
      rows: 6,
      orders: 1,
      notes: 1,
      samples: 1,
      rejectedRows: [],
    })
    expect(new Set((await all()).map(row => row.id))).toEqual(new Set(before.map(row => row.id)))
    expect(await counts()).toEqual([1, 1, 1, 1])
    expect(await restoreBackup(owner, new Blob([text]))).toMatchObject({
      ok: true,
      rows: 0,
      orders: 0,
      notes: 0,
      samples: 0,
    })
    // A repeated observation adds nothing.
    expect((await appendJournal(testOwner, [intent, record(2, 'partial_fill')])).rows).toEqual([])
  })
  it('sets bad rows aside by field, and takes the rest', async () => {
    await fill()
    const backup = JSON.parse(await (await exportBackup(owner)).text()) as { rows: Record<string, unknown>[] }
    backup.rows[1] = { ...backup.rows[1], quantity: '1e5' }
    await eraseHistory(testOwner)
    expect(await restoreBackup(owner, new Blob([JSON.stringify(backup)]))).toMatchObject({
      ok: true,
      rows: 5,
      rejectedRows: [{ index: 1, path: 'rows.quantity', message: 'not a decimal' }],
    })
  })
  it.each([
    ['no JSON', '{', 'not a backup'],
    ['another program’s file', '{"format":"x"}', 'not a backup'],
    ['a list', '[]', 'not a backup'],
  ])('refuses %s', async (_, text, words) => {
    const restored = await restoreBackup(owner, new Blob([text]))
    expect(restored.ok ? '' : restored.message).toContain(words)
  })
  it('a file that is larger than a backup may be is not read', async () => {
    const file = { size: 200_000_001, text: () => Promise.reject(new Error('read')) }
    expect(await restoreBackup(owner, file)).toMatchObject({ ok: false, message: expect.stringContaining('200 MB') })
  })

  it('refuses another account’s', async () => {
    await fill()
    const text = await (await exportBackup(owner)).text()
    const restored = await restoreBackup({ ...owner, account: 'other' }, new Blob([text]))
    expect(restored.ok ? '' : restored.message).toContain('demo on sandbox')
  })
  it('as a table: raw decimals, UTC times, no formulas', async () => {
    await fill()
    const csv = await (await journalCsv(testOwner, { kinds: ['execution'] })).text()
    const [head, first] = csv.replace('\ufeff', '').split('\r\n')
    expect(head).toContain('"time_utc","kind"')
    expect(first).toBe(
      '"2026-01-05T09:00:01.000Z","execution","fill","Buy · BTC-USD","BTC-USD","0","buy","1.0","99.5","t0","taken","of 3","91","a","x","\'=1+1","","",""',
    )
  })
})
