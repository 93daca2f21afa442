// @vitest-environment node
import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { openDB } from 'idb'
import { describe, expect, it } from 'vitest'
import { clientOrderId } from '../../core/domain/ids.ts'
import { micros } from '../../core/domain/time.ts'
import { DamagedJournal } from '../sandbox/host/stored-exchange.ts'
import type { ControlState, StoredEntry } from '../sandbox/journal/journal-entry.ts'
import { header } from '../../testing/stored-exchange.fixture.ts'
import { type BrowserJournal, deleteBrowserJournal, openBrowserJournal } from './browser-journal.ts'

let opened = 0
const freshName = (): string => `journal-${(opened += 1)}`
const control: ControlState = { clock: { aheadMs: 5 }, shifts: [] }
const entry = fc.record({
  at: fc.integer({ min: 0, max: 2 ** 50 }).map(micros),
  what: fc.string({ unit: 'grapheme' }),
  outcome: fc.string({ unit: 'grapheme' }),
})
const entries = (most = 6) => fc.array(entry, { minLength: 1, maxLength: most })
const ended = (bodies: readonly string[]) =>
  bodies.map(body => ({
    account: 'ann',
    client_order_id: clientOrderId('c'),
    order_id: undefined,
    tradedAt: undefined,
    body,
  }))

async function reopened<Read>(name: string, read: (journal: BrowserJournal) => Read): Promise<Read> {
  const journal = await openBrowserJournal(name)
  try {
    return read(journal)
  } finally {
    journal.close()
  }
}
const readBack = (name: string): Promise<readonly StoredEntry[]> =>
  reopened(name, ({ stored }) => [...(stored?.entries() ?? [])])

describe('a journal in the browser’s database', () => {
  it('has after every end what was written, in its order, in however many goes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(entries(3), { minLength: 1, maxLength: 3 }), async visits => {
        const name = freshName()
        for (const written of visits) {
          const journal = await openBrowserJournal(name)
          const writer = journal.writer(header)
          for (const one of written) writer.append([one])
          await journal.settled()
          journal.close()
        }
        expect(await readBack(name)).toEqual(visits.flat())
        expect(await reopened(name, ({ stored }) => stored?.header)).toEqual(header)
      }),
      { numRuns: 20 },
    )
  })

  it('is none before it is begun, though it may have a key', async () => {
    const name = freshName()
    expect(await reopened(name, ({ stored }) => stored)).toBeUndefined()
  })

  it('begins again at a snapshot: what it covers is deleted, and what came after is there', async () => {
    await fc.assert(
      fc.asyncProperty(
        entries(),
        entries(),
        fc.array(fc.string(), { maxLength: 3 }),
        fc.array(fc.string(), { maxLength: 3 }),
        async (before, after, live, gone) => {
          const name = freshName()
          const journal = await openBrowserJournal(name)
          const writer = journal.writer(header)
          writer.append(before)
          writer.saveSnapshot({ live, ended: ended(gone) }, control)
          writer.append(after)
          await journal.settled()
          journal.close()
          const read = await reopened(name, ({ stored }) => ({
            control: stored?.control,
            live: [...(stored?.snapshot?.live ?? [])],
            ended: [...(stored?.snapshot?.ended ?? [])].map(({ body }) => body),
            entries: [...(stored?.entries() ?? [])],
          }))
          expect(read).toEqual({ control, live, ended: gone, entries: after })
        },
      ),
      { numRuns: 20 },
    )
  })

  it('adds what ended to what earlier snapshots gave, and puts what lives in the place of what lived', async () => {
    const name = freshName()
    for (const [live, gone] of [
      [['a', 'b'], ['1']],
      [['c'], ['2', '3']],
      [[], []],
    ] as const) {
      const journal = await openBrowserJournal(name)
      journal.writer(header).saveSnapshot({ live: [...live], ended: ended(gone) }, control)
      await journal.settled()
      journal.close()
      // The parts' checksums are verified on reading.
      expect(await reopened(name, ({ stored }) => [...(stored?.snapshot?.live ?? [])])).toEqual(live)
    }
    expect(await reopened(name, ({ stored }) => [...(stored?.snapshot?.ended ?? [])].map(({ body }) => body))).toEqual([
      '1',
      '2',
      '3',
    ])
  })

  it('with any entry changed, moved or taken away is damaged', async () => {
    const spoilt = fc.constantFrom('changed' as const, 'gone' as const, 'moved' as const)
    await fc.assert(
      fc.asyncProperty(entries(5), fc.nat(4), spoilt, async (written, at, how) => {
        const name = freshName()
        const journal = await openBrowserJournal(name)
        journal.writer(header).append(written)
        await journal.settled()
        journal.close()
        const db = await openDB(name)
        const keys = await db.getAllKeys('entries')
        const key = keys[at % keys.length] ?? 1
        const row = (await db.get('entries', key)) as StoredEntry
        if (how === 'changed') await db.put('entries', { ...row, outcome: `${row.outcome}.` }, key)
        else await db.delete('entries', key)
        if (how === 'moved') await db.put('entries', row, keys.length + 1)
        db.close()
        await expect(readBack(name)).rejects.toThrow(DamagedJournal)
      }),
      { numRuns: 20 },
    )
  })

  it.each([
    ['live', 'changed'],
    ['ended', 'changed'],
    ['live', 'gone'],
    ['ended', 'gone'],
  ] as const)('of whose snapshot a part of what is %s was %s is damaged', async (store, how) => {
    const name = freshName()
    const journal = await openBrowserJournal(name)
    journal.writer(header).saveSnapshot({ live: ['a', 'b'], ended: ended(['1', '2']) }, control)
    await journal.settled()
    journal.close()
    const db = await openDB(name)
    const last = (await db.getAllKeys(store)).at(-1) ?? 0
    if (how === 'gone') await db.delete(store, last)
    else await db.put(store, { ...((await db.get(store, last)) as object), body: 'another' }, last)
    db.close()
    const read = async (): Promise<unknown> =>
      await reopened(name, ({ stored }) => [[...(stored?.snapshot?.live ?? [])], [...(stored?.snapshot?.ended ?? [])]])
    await expect(read()).rejects.toThrow(/snapshot is not/)
  })

  it.each(['head', 'header'])(
    'that lacks its row %s is damaged, since its last entry may be missing too',
    async row => {
      const name = freshName()
      const journal = await openBrowserJournal(name)
      journal.writer(header).append([
        { at: micros(1), what: 'it', outcome: 'done' },
        { at: micros(2), what: 'another', outcome: 'done' },
      ])
      await journal.settled()
      journal.close()
      const db = await openDB(name)
      await db.delete('meta', row)
      await db.delete('entries', 2)
      db.close()
      await expect(readBack(name)).rejects.toThrow(DamagedJournal)
    },
  )

  it('keeps one key, which no export has', async () => {
    const name = freshName()
    const journal = await openBrowserJournal(name)
    const key = { kty: 'EC', d: 'very-secret' }
    expect(await journal.signingKey(async () => key)).toEqual(key)
    expect(await journal.signingKey(async () => ({ kty: 'EC', d: 'another' }))).toEqual(key)
    journal.writer(header).append([{ at: micros(1), what: 'it', outcome: 'done' }])
    await journal.settled()
    const text = await journal.exportText()
    journal.close()
    expect(text).not.toContain('very-secret')
    expect(JSON.parse(text)).toMatchObject({
      legwork: 'practice exchange',
      entries: [{ what: 'it', outcome: 'done' }],
      live: [],
      ended: [],
    })
  })

  it('writes nothing more after what could not be written, and says so to anyone who waits', async () => {
    const name = freshName()
    const journal = await openBrowserJournal(name)
    const writer = journal.writer(header)
    await journal.settled()
    journal.close()
    writer.append([{ at: micros(1), what: 'lost', outcome: '' }])
    await expect(journal.settled()).rejects.toThrow(/database|transaction|connection/i)
    writer.append([{ at: micros(2), what: 'after', outcome: '' }])
    await expect(journal.settled()).rejects.toThrow(/database|transaction|connection/i)
    expect(await readBack(name)).toEqual([])
  })

  it('is gone once it is deleted', async () => {
    const name = freshName()
    const journal = await openBrowserJournal(name)
    journal.writer(header).append([{ at: micros(1), what: 'it', outcome: '' }])
    await journal.settled()
    journal.close()
    await deleteBrowserJournal(name)
    expect(await reopened(name, ({ stored }) => stored)).toBeUndefined()
  })
})
