/**
 * The journal's file: SQLite in WAL mode, one writer. Every entry carries a checksum that runs on from the entry before it, every part of
 * the snapshot one of its own, so that whatever is read is known to be what was written. Reading opens the file for reading only and
 * leaves it as it is, sick or sound.
 *
 * An append returns once the operating system has the data: it survives the end of this process at any moment. What survives a power cut
 * is everything up to the last second (`syncSoon`). Beside the file, `head` says how far it went, so that a lost tail is noticed.
 */
import { closeSync, existsSync, fsync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import sqlite, { type Database, type Statement } from 'node-sqlite3-wasm'
import { micros } from '../../domain/time.ts'
import type { Snapshot } from '../../sandbox/exchange.ts'
import type { ControlState, StoredEntry } from '../../sandbox/journal/journal-entry.ts'

export const journalFile = 'journal.sqlite'
export const headFile = 'head'

/** What the exchange of a journal was made with. */
export interface JournalHeader {
  readonly seed: string
  readonly market: 'live' | 'frozen'
  readonly instruments: number
  /** Of a frozen market. */
  readonly frozenAtMs: number
  readonly openedAtMs: number
}

/** Where a snapshot stands. */
interface Mark {
  readonly seq: number
  readonly ended: number
  readonly endedSum: number
  readonly live: number
  readonly liveSum: number
  readonly control: ControlState
}

/** The file is not what was written; the message says in what. Internal to this folder. */
export class DamagedJournal extends Error {}

const format = 1
const applicationId = 0x4c656777
/** Further back than this the history is not needed, and not read at the start. */
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
const whole = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN)
const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const entrySum = (seq: number, { at, what, outcome }: StoredEntry, before: number): number =>
  crc32(`${seq} ${at} ${what}\n${outcome}`, before)

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
  const header = readMeta<JournalHeader & { readonly format: number }>(db, 'header')
  if (header === undefined) throw new DamagedJournal('its header is missing')
  if (header.format !== format) throw new DamagedJournal(`it has the format ${header.format}, and this program writes ${format}`)
  const mark = readMeta<Mark>(db, 'snapshot')
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
  for (const row of guardedRows(db, `SELECT part, body FROM ${table} WHERE part <= ? ORDER BY part`, [count])) {
    part += 1
    const body = text(row['body'])
    sum = crc32(body, sum)
    if (whole(row['part']) !== part) break
    yield body
  }
  if (part !== count || sum !== expected) throw new DamagedJournal('its snapshot is not what was written')
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

function readMeta<Value>(db: Database, name: string): Value | undefined {
  const row = db.get('SELECT value, sum FROM meta WHERE name = ?', [name])
  if (row === null) return undefined
  const value = text(row['value'])
  if (crc32(value) !== whole(row['sum'])) throw new DamagedJournal(`its ${name} is not what was written`)
  return JSON.parse(value) as Value
}

interface Head {
  readonly seq: number
  readonly sum: number
}

function readHead(folder: string): Head | undefined {
  const path = join(folder, headFile)
  if (!existsSync(path)) return undefined
  const [, seq, sum] = /^ *(\d+) +(\d+)\n$/.exec(readFileSync(path, 'latin1')) ?? []
  if (seq === undefined || sum === undefined) throw new DamagedJournal(`the file "${headFile}" beside it cannot be read`)
  return { seq: Number.parseInt(seq, 10), sum: Number.parseInt(sum, 10) }
}

/** SQLite here locks by a folder beside the file, which a killed process leaves behind. Whoever calls holds the lock of the whole folder. */
function dropStaleLock(path: string): void {
  rmSync(`${path}.lock`, { recursive: true, force: true })
}

export interface JournalWriter {
  append(entries: readonly StoredEntry[]): void
  /** Keeps a snapshot of the exchange as it is after the last entry. */
  keepSnapshot(snapshot: Snapshot, control: ControlState): void
  /** Brings what was appended to the disk itself, without waiting for it. */
  syncSoon(): void
  close(): void
}

/** Longest log that SQLite keeps beside the file before it is folded in, bytes. */
const longestLog = 32 * 1024 * 1024

/** Opens the journal of a folder to write on from where it is, or makes it. */
export function writeJournal(folder: string, header: JournalHeader): JournalWriter {
  const path = join(folder, journalFile)
  dropStaleLock(path)
  const db = new sqlite.Database(path)
  db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0')
  if (db.get(`SELECT name FROM sqlite_master WHERE name = 'meta'`) === null) createTables(db, header)
  return createWriter(db, folder, path)
}

function createTables(db: Database, header: JournalHeader): void {
  db.exec('BEGIN')
  db.exec(`PRAGMA application_id = ${applicationId}`)
  db.exec('CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL, sum INTEGER NOT NULL) WITHOUT ROWID')
  db.exec(
    'CREATE TABLE entries (seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, what TEXT NOT NULL, outcome TEXT NOT NULL, sum INTEGER NOT NULL)',
  )
  for (const table of ['live', 'ended']) db.exec(`CREATE TABLE ${table} (part INTEGER PRIMARY KEY, body TEXT NOT NULL)`)
  putMeta(db, 'header', { ...header, format })
  db.exec('COMMIT')
}

function putMeta(db: Database, name: string, value: object): void {
  const body = JSON.stringify(value)
  db.run('INSERT OR REPLACE INTO meta VALUES (?, ?, ?)', [name, body, crc32(body)])
}

function createWriter(db: Database, folder: string, path: string): JournalWriter {
  const last = db.get('SELECT seq, sum FROM entries ORDER BY seq DESC LIMIT 1')
  let seq = last === null ? 0 : whole(last['seq'])
  let sum = last === null ? 0 : whole(last['sum'])
  let mark = readMeta<Mark>(db, 'snapshot')
  const insert = db.prepare('INSERT INTO entries VALUES (?, ?, ?, ?, ?)')
  const head = openSync(join(folder, headFile), existsSync(join(folder, headFile)) ? 'r+' : 'w+', 0o600)
  const log = openSync(`${path}-wal`, 'r+')
  let isDirty = false
  let isSyncing = false
  const writeHead = (): void => void writeSync(head, `${String(seq).padStart(16)} ${String(sum).padStart(10)}\n`, 0, 'latin1')
  writeHead()
  return {
    append(entries) {
      ;({ seq, sum } = insertAll(db, insert, entries, { seq, sum }))
      writeHead()
      isDirty = true
    },
    keepSnapshot(snapshot, control) {
      mark = storeSnapshot(db, snapshot, { seq, control, before: mark })
      isDirty = true
    },
    syncSoon() {
      if (statSync(`${path}-wal`).size > longestLog) db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      if (!isDirty || isSyncing) return
      isDirty = false
      isSyncing = true
      fsync(log, () => {
        isSyncing = false
      })
    },
    close() {
      insert.finalize()
      db.close()
      closeSync(head)
      if (!isSyncing) closeSync(log)
    },
  }
}

/** One transaction, and one that leaves nothing behind where it fails. */
function insertAll(db: Database, insert: Statement, entries: readonly StoredEntry[], at: Head): Head {
  let { seq, sum } = at
  if (entries.length > 1) db.exec('BEGIN')
  try {
    for (const entry of entries) {
      seq += 1
      sum = entrySum(seq, entry, sum)
      insert.run([seq, entry.at, entry.what, entry.outcome, sum])
    }
    if (entries.length > 1) db.exec('COMMIT')
  } catch (error) {
    if (db.inTransaction) db.exec('ROLLBACK')
    throw error
  }
  return { seq, sum }
}

function storeSnapshot(
  db: Database,
  { ended, live }: Snapshot,
  { seq, control, before }: { readonly seq: number; readonly control: ControlState; readonly before: Mark | undefined },
): Mark {
  let [endedCount, endedSum, liveSum] = [before?.ended ?? 0, before?.endedSum ?? 0, 0]
  db.exec('BEGIN')
  try {
    db.exec('DELETE FROM live')
    for (const [index, body] of live.entries()) {
      liveSum = crc32(body, liveSum)
      db.run('INSERT INTO live VALUES (?, ?)', [index + 1, body])
    }
    for (const body of ended) {
      endedCount += 1
      endedSum = crc32(body, endedSum)
      db.run('INSERT INTO ended VALUES (?, ?)', [endedCount, body])
    }
    const mark: Mark = { seq, ended: endedCount, endedSum, live: live.length, liveSum, control }
    putMeta(db, 'snapshot', mark)
    db.exec('COMMIT')
    return mark
  } catch (error) {
    if (db.inTransaction) db.exec('ROLLBACK')
    throw error
  }
}
