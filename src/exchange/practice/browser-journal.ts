/**
 * The practice exchange's journal in IndexedDB, with the same entries and running checksums as the server's file.
 * Database writes are asynchronous, so an append only queues: nothing may be reported before `settled` resolves. Queued
 * entries are committed together, in order; after a failure nothing more is written. Entries covered by a snapshot are
 * deleted, which bounds the journal.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { JWK } from 'jose'
import { micros } from '../../core/domain/time.ts'
import {
  DamagedJournal,
  type JournalHeader,
  type JournalWriter,
  type ReadJournal,
} from '../sandbox/host/stored-exchange.ts'
import type { ControlState, StoredEntry } from '../sandbox/journal/journal-entry.ts'

/** CRC-32 (ISO 3309, as in zlib) of text as UTF-8, continued from an earlier checksum. */
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = (value & 1) === 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value
})
const encoder = new TextEncoder()

/** Integer from 0 to 2^32 - 1. */
export function crc32(text: string, before = 0): number {
  let sum = ~before
  for (const byte of encoder.encode(text)) sum = (sum >>> 8) ^ (table[(sum ^ byte) & 0xff] ?? 0)
  return ~sum >>> 0
}

interface BodyWithSum {
  readonly body: string
  readonly sum: number
}
interface EntryRow extends StoredEntry {
  readonly sum: number
}

interface PracticeSchema extends DBSchema {
  meta: { key: string; value: BodyWithSum }
  entries: { key: number; value: EntryRow }
  live: { key: number; value: BodyWithSum }
  ended: { key: number; value: BodyWithSum }
}
type Db = IDBPDatabase<PracticeSchema>
const stores = ['meta', 'entries', 'live', 'ended'] as const

interface JournalHead {
  readonly seq: number
  readonly sum: number
}
interface Mark {
  readonly at: JournalHead
  readonly ended: JournalHead
  readonly live: JournalHead
  readonly control: ControlState
}

export interface BrowserJournal {
  readonly stored: ReadJournal | undefined
  writer(header: JournalHeader): JournalWriter
  /** Resolves once all appended entries survive a crash of the browser; rejects if they do not. */
  settled(): Promise<void>
  signingKey(make: () => Promise<JWK>): Promise<JWK>
  exportText(): Promise<string>
  close(): void
}

const format = 1
const entrySum = (seq: number, { at, what, outcome }: StoredEntry, before: number): number =>
  crc32(`${seq} ${at} ${what}\n${outcome}`, before)

export async function openBrowserJournal(name: string): Promise<BrowserJournal> {
  const db = await openDB<PracticeSchema>(name, format, {
    upgrade(fresh) {
      for (const store of stores) fresh.createObjectStore(store)
    },
  })
  const { stored, last, mark } = await readStored(db)
  const queue = createQueue(db)
  return {
    stored,
    writer: header => createWriter(queue, { header, last, mark }),
    settled: queue.settled,
    signingKey: make => signingKeyOf(db, make),
    exportText: () => exportText(db),
    close: () => db.close(),
  }
}

export function deleteBrowserJournal(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = () => resolve()
    request.onerror = () => reject(request.error ?? new Error('the database could not be deleted'))
  })
}

function parseMeta(name: string, row: BodyWithSum | undefined): unknown {
  if (row === undefined) return undefined
  if (crc32(row.body) !== row.sum) throw new DamagedJournal(`its ${name} is not what was written`)
  return JSON.parse(row.body)
}
const summed = (value: unknown): BodyWithSum => {
  const body = JSON.stringify(value)
  return { body, sum: crc32(body) }
}

async function readStored(db: Db) {
  const reading = db.transaction(stores)
  const meta = reading.objectStore('meta')
  const header = parseMeta('header', await meta.get('header')) as JournalHeader | undefined
  const mark = parseMeta('snapshot', await meta.get('snapshot')) as Mark | undefined
  const head = parseMeta('head', await meta.get('head')) as JournalHead | undefined
  const [numbers, rows, live, ended] = await Promise.all([
    reading.objectStore('entries').getAllKeys(),
    reading.objectStore('entries').getAll(),
    reading.objectStore('live').getAll(),
    reading.objectStore('ended').getAll(),
  ])
  const from: JournalHead = mark?.at ?? { seq: 0, sum: 0 }
  const last = lastOf(numbers, rows, from)
  if (header === undefined) {
    if (last.seq > 0 || head !== undefined || mark !== undefined) throw new DamagedJournal('its header is missing')
    return { stored: undefined, last, mark }
  }
  if (head === undefined && last.seq > 0) throw new DamagedJournal('the number of its last entry is missing')
  if (head !== undefined && (head.seq !== last.seq || head.sum !== last.sum))
    throw new DamagedJournal(`it ends with entry ${last.seq}, though ${head.seq} were written`)
  const stored: ReadJournal = {
    header,
    control: mark?.control,
    snapshot:
      mark === undefined
        ? undefined
        : { live: partsOf(live, mark.live), ended: [...partsOf(ended, mark.ended)].map(body => ({ body })) },
    entries: () => entriesOf(numbers, rows, from),
  }
  return { stored, last, mark }
}

const lastOf = (numbers: readonly number[], rows: readonly EntryRow[], from: JournalHead): JournalHead => ({
  seq: Math.max(from.seq, numbers.at(-1) ?? 0),
  sum: (numbers.at(-1) ?? 0) > from.seq ? (rows.at(-1)?.sum ?? from.sum) : from.sum,
})

function* entriesOf(numbers: readonly number[], rows: readonly EntryRow[], from: JournalHead): Iterable<StoredEntry> {
  let { seq, sum } = from
  for (const [index, row] of rows.entries()) {
    const number = numbers[index] ?? 0
    if (number <= from.seq) continue
    seq += 1
    const entry = { at: micros(row.at), what: row.what, outcome: row.outcome }
    sum = entrySum(seq, entry, sum)
    if (number !== seq) throw new DamagedJournal(`entry ${seq} is missing`)
    if (sum !== row.sum) throw new DamagedJournal(`entry ${seq} is not what was written`)
    yield entry
  }
}

function* partsOf(parts: readonly BodyWithSum[], expected: JournalHead): Iterable<string> {
  let sum = 0
  for (const part of parts) {
    sum = crc32(part.body, sum)
    if (sum !== part.sum) throw new DamagedJournal('its snapshot is not what was written')
    yield part.body
  }
  if (parts.length !== expected.seq || sum !== expected.sum) throw new DamagedJournal('its snapshot is not whole')
}

type WriteStep = (transaction: WriteTransaction) => void
type WriteTransaction = ReturnType<typeof writeTransaction>
/**
 * Relaxed durability: a crash of the browser loses nothing, a power cut may lose the last moments, as with the server's
 * file.
 */
const writeTransaction = (db: Db) => db.transaction(stores, 'readwrite', { durability: 'relaxed' })

interface Queue {
  put(writing: WriteStep): void
  settled(): Promise<void>
}

function createQueue(db: Db): Queue {
  let waiting: WriteStep[] = []
  let tail = Promise.resolve()
  let isPlanned = false
  const commit = async (): Promise<void> => {
    isPlanned = false
    const batch = waiting
    waiting = []
    const transaction = writeTransaction(db)
    for (const writing of batch) writing(transaction)
    await transaction.done
  }
  return {
    put(writing) {
      waiting.push(writing)
      if (isPlanned) return
      isPlanned = true
      tail = tail.then(commit)
      // Callers that wait for `settled` get the error.
      tail.catch(() => undefined)
    },
    settled: () => tail,
  }
}

interface Begun {
  readonly header: JournalHeader
  readonly last: JournalHead
  readonly mark: Mark | undefined
}

function createWriter(queue: Queue, { header, last, mark }: Begun): JournalWriter {
  let head = last
  let before = mark
  queue.put(transaction => {
    void transaction.objectStore('meta').put(summed(header), 'header')
    void transaction.objectStore('meta').put(summed(last), 'head')
  })
  return {
    append(entries) {
      const rows: [number, EntryRow][] = []
      for (const entry of entries) {
        const seq = head.seq + 1
        head = { seq, sum: entrySum(seq, entry, head.sum) }
        rows.push([seq, { ...entry, sum: head.sum }])
      }
      const now = head
      queue.put(transaction => {
        for (const [seq, row] of rows) void transaction.objectStore('entries').put(row, seq)
        void transaction.objectStore('meta').put(summed(now), 'head')
      })
    },
    saveSnapshot({ live, ended }, control) {
      const liveRows = sumParts(live, { seq: 0, sum: 0 })
      const endedRows = sumParts(
        ended.map(({ body }) => body),
        before?.ended ?? { seq: 0, sum: 0 },
      )
      const now: Mark = { at: head, ended: endedRows.head, live: liveRows.head, control }
      before = now
      queue.put(transaction => {
        void transaction.objectStore('live').clear()
        for (const [part, row] of liveRows.rows) void transaction.objectStore('live').put(row, part)
        for (const [part, row] of endedRows.rows) void transaction.objectStore('ended').put(row, part)
        void transaction.objectStore('meta').put(summed(now), 'snapshot')
        void transaction.objectStore('entries').delete(IDBKeyRange.upperBound(now.at.seq))
      })
    },
    syncSoon: () => undefined,
    close: () => undefined,
  }
}

function sumParts(
  parts: readonly string[],
  from: JournalHead,
): { readonly rows: readonly [number, BodyWithSum][]; readonly head: JournalHead } {
  let head = from
  const rows = parts.map((body): [number, BodyWithSum] => {
    head = { seq: head.seq + 1, sum: crc32(body, head.sum) }
    return [head.seq, { body, sum: head.sum }]
  })
  return { rows, head }
}

async function signingKeyOf(db: Db, make: () => Promise<JWK>): Promise<JWK> {
  const known = parseMeta('key', await db.get('meta', 'key')) as JWK | undefined
  if (known !== undefined) return known
  const key = await make()
  await db.put('meta', summed(key), 'key')
  return key
}

async function exportText(db: Db): Promise<string> {
  const reading = db.transaction(stores)
  const meta = reading.objectStore('meta')
  const [header, snapshot, head, entries, live, ended] = await Promise.all([
    meta.get('header'),
    meta.get('snapshot'),
    meta.get('head'),
    reading.objectStore('entries').getAll(),
    reading.objectStore('live').getAll(),
    reading.objectStore('ended').getAll(),
  ])
  return JSON.stringify({ legwork: 'practice exchange', format, header, snapshot, head, entries, live, ended })
}
