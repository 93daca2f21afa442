/** Reading a journal: for reading only, so that the file stays as it is, sick or sound. */
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import sqlite, { type Database } from 'node-sqlite3-wasm'
import { micros } from '../../domain/time.ts'
import type { Snapshot } from '../../sandbox/exchange.ts'
import type { ControlState, StoredEntry } from '../../sandbox/journal/journal-entry.ts'
import {
  DamagedJournal,
  type Head,
  type JournalHeader,
  applicationId,
  dropStaleLock,
  entrySum,
  format,
  headFile,
  journalFile,
  readHead,
  readMeta,
  readableFormats,
  text,
  whole,
} from './journal-format.ts'

/** Entries at the end that are checked even where the snapshot makes them unnecessary; what is older is history and not read. */
const verifiedAtLeast = 20_000

export interface ReadJournal {
  readonly header: JournalHeader
  /** Commands and ticks of all time. */
  readonly length: number
  readonly control: ControlState | undefined
  readonly snapshot: { readonly [Kind in keyof Snapshot]: Iterable<string> } | undefined
  /** Those after the snapshot. Throws `DamagedJournal` where one is not what was written; so do the parts of the snapshot. */
  entries(): Iterable<StoredEntry>
  close(): void
}

type Row = Readonly<Record<string, unknown>>

/** Opens the journal of a folder to read it; undefined where there is none. Throws `DamagedJournal`. */
export function readJournal(folder: string): ReadJournal | undefined {
  const path = join(folder, journalFile)
  const head = readHead(folder)
  if (!existsSync(path) || statSync(path).size === 0) {
    if (head !== undefined && head.seq > 0) throw new DamagedJournal(`it is gone, though ${head.seq} entries were written to it`)
    return undefined
  }
  dropStaleLock(path)
  const db = guarded(() => new sqlite.Database(path, { readOnly: true }))
  try {
    return guarded(() => readOpened(db, head))
  } catch (error) {
    db.close()
    throw error
  }
}

/** SQLite's own complaints about the file, as what they are. */
function guarded<Value>(read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    if (error instanceof DamagedJournal) throw error
    throw new DamagedJournal(error instanceof Error ? error.message : String(error))
  }
}

function readOpened(db: Database, head: Head | undefined): ReadJournal {
  db.exec('PRAGMA locking_mode = EXCLUSIVE')
  const id = whole(db.get('PRAGMA application_id')?.['application_id'])
  if (id !== applicationId) throw new DamagedJournal('it is not a journal of Legwork')
  const header = readMeta(db, 'header')
  if (header === undefined) throw new DamagedJournal('its header is missing')
  if (!readableFormats.includes(header.format))
    throw new DamagedJournal(`it has the format ${header.format}, and this program writes ${format}`)
  const mark = readMeta(db, 'snapshot')
  const last = whole(db.get('SELECT coalesce(max(seq), 0) AS seq FROM entries')?.['seq'])
  checkHead(db, last, head)
  const from = Math.min(mark?.seq ?? 0, Math.max(0, last - verifiedAtLeast))
  return {
    header,
    length: last,
    control: mark?.control,
    snapshot:
      mark === undefined
        ? undefined
        : { live: partsOf(db, 'live', mark.live, mark.liveSum), ended: partsOf(db, 'ended', mark.ended, mark.endedSum) },
    entries: () => entriesOf(db, from, mark?.seq ?? 0, last),
    close: () => db.close(),
  }
}

function checkHead(db: Database, last: number, head: Head | undefined): void {
  if (head === undefined) return
  if (last < head.seq) {
    throw new DamagedJournal(
      `it ends with entry ${last}, though ${head.seq} were written: the end was lost (to go on with what is there, delete the file "${headFile}" beside it)`,
    )
  }
  const row = db.get('SELECT sum FROM entries WHERE seq = ?', [head.seq])
  if (head.seq > 0 && whole(row?.['sum']) !== head.sum) throw new DamagedJournal(`entry ${head.seq} is not the one that was written`)
}

function* entriesOf(db: Database, from: number, wanted: number, last: number): Iterable<StoredEntry> {
  let sum = from === 0 ? 0 : whole(guarded(() => db.get('SELECT sum FROM entries WHERE seq = ?', [from]))?.['sum'])
  let seq = from
  for (const row of guardedRows(db, 'SELECT seq, at, what, outcome, sum FROM entries WHERE seq > ? ORDER BY seq', [from])) {
    seq += 1
    const at = whole(row['at'])
    if (whole(row['seq']) !== seq || !Number.isSafeInteger(at)) throw new DamagedJournal(`entry ${seq} is missing`)
    const entry = { at: micros(at), what: text(row['what']), outcome: text(row['outcome']) }
    sum = entrySum(seq, entry, sum)
    if (sum !== whole(row['sum'])) throw new DamagedJournal(`entry ${seq} is not what was written`)
    if (seq > wanted) yield entry
  }
  if (seq !== last) throw new DamagedJournal(`entry ${seq + 1} is missing`)
}

function* partsOf(db: Database, table: 'live' | 'ended', count: number, expected: number): Iterable<string> {
  let sum = 0
  let part = 0
  for (const row of guardedRows(db, `SELECT part, body, sum FROM ${table} WHERE part <= ? ORDER BY part`, [count])) {
    part += 1
    const body = row['body'] instanceof Uint8Array ? row['body'] : new Uint8Array()
    sum = crc32(body, sum)
    if (whole(row['part']) !== part || whole(row['sum']) !== sum) throw new DamagedJournal('its snapshot is not what was written')
    yield Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString()
  }
  if (part !== count || sum !== expected) throw new DamagedJournal('its snapshot is not whole')
}

function* guardedRows(db: Database, sql: string, values: number[]): Iterable<Row> {
  const statement = guarded(() => db.prepare(sql))
  try {
    const rows = statement.iterate(values)
    for (;;) {
      const next = guarded(() => rows.next())
      if (next.done === true) return
      yield next.value
    }
  } finally {
    statement.finalize()
  }
}
