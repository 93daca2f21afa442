/**
 * Format of the journal file and of `head` beside it. SQLite in WAL mode, one writer. Entries and snapshot parts have
 * running checksums, and `meta` its own, so that damage is detected on reading. `head` stores the length, so that a
 * lost tail is noticed.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Database } from 'node-sqlite3-wasm'
import { DamagedJournal, FailedDisk, type JournalHeader } from '../sandbox/host/stored-exchange.ts'
import type { ControlState, StoredEntry } from '../sandbox/journal/journal-entry.ts'

export const journalFile = 'journal.sqlite'
export const headFile = 'head'
/**
 * Format 2 excludes programs that know only version 1 of the rules; since 3 an entry has a digest of its events
 * (`journal-entry.ts`); since 4 ended orders are keyed rows (`ended-table.ts`). Any of `readableFormats` can be read;
 * writing upgrades to `format`.
 */
export const format = 4
export const readableFormats: readonly number[] = [1, 2, 3, 4]
export const firstWithKeys = 4
export const applicationId = 0x4c656777

export interface Mark {
  readonly seq: number
  readonly ended: number
  readonly endedSum: number
  readonly live: number
  readonly liveSum: number
  readonly control: ControlState
}

export interface JournalHead {
  readonly seq: number
  readonly sum: number
}

type Row = Readonly<Record<string, unknown>>

/** SQLite's messages for a disk error; the file itself may be intact. */
const diskRefuses = /disk I\/O error|unable to open|could not open|disk is full|out of memory/i

export function asDamagedJournal<Value>(read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    if (error instanceof DamagedJournal || error instanceof FailedDisk) throw error
    const said = error instanceof Error ? error.message : String(error)
    throw diskRefuses.test(said) ? new FailedDisk(said) : new DamagedJournal(said)
  }
}

export function* guardedRows(db: Database, sql: string, values: (string | number)[] = []): Iterable<Row> {
  const statement = asDamagedJournal(() => db.prepare(sql))
  try {
    const rows = statement.iterate(values)
    for (;;) {
      const next = asDamagedJournal(() => rows.next())
      if (next.done === true) return
      yield next.value
    }
  } finally {
    statement.finalize()
  }
}

export const whole = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN)
export const text = (value: unknown): string => (typeof value === 'string' ? value : '')

export const entrySum = (seq: number, { at, what, outcome }: StoredEntry, before: number): number =>
  crc32(`${seq} ${at} ${what}\n${outcome}`, before)

export function createTables(db: Database, header: JournalHeader, createEnded: (db: Database) => void): void {
  db.exec('BEGIN')
  db.exec(`PRAGMA application_id = ${applicationId}`)
  db.exec('CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL, sum INTEGER NOT NULL) WITHOUT ROWID')
  db.exec(
    'CREATE TABLE entries (seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, what TEXT NOT NULL, outcome TEXT NOT NULL, sum INTEGER NOT NULL)',
  )
  db.exec('CREATE TABLE live (part INTEGER PRIMARY KEY, body BLOB NOT NULL, sum INTEGER NOT NULL)')
  createEnded(db)
  putMeta(db, 'header', { ...header, format })
  db.exec('COMMIT')
}

interface Meta {
  readonly header: JournalHeader & { readonly format: number }
  readonly snapshot: Mark
}

export function putMeta<Name extends keyof Meta>(db: Database, name: Name, value: Meta[Name]): void {
  const body = JSON.stringify(value)
  db.run('INSERT OR REPLACE INTO meta VALUES (?, ?, ?)', [name, body, crc32(body)])
}

export function readMeta<Name extends keyof Meta>(db: Database, name: Name): Meta[Name] | undefined {
  const row = db.get('SELECT value, sum FROM meta WHERE name = ?', [name])
  if (row === null) return undefined
  const value = text(row['value'])
  if (crc32(value) !== whole(row['sum'])) throw new DamagedJournal(`its ${name} is not what was written`)
  return JSON.parse(value) as Meta[Name]
}

export const headText = ({ seq, sum }: JournalHead): string =>
  `${String(seq).padStart(16)} ${String(sum).padStart(10)}\n`

export function readHead(folder: string): JournalHead | undefined {
  const path = join(folder, headFile)
  if (!existsSync(path)) return undefined
  const [, seq, sum] = /^ *(\d+) +(\d+)\n$/.exec(readFileSync(path, 'latin1')) ?? []
  if (seq === undefined || sum === undefined)
    throw new DamagedJournal(`the file "${headFile}" beside it cannot be read`)
  return { seq: Number.parseInt(seq, 10), sum: Number.parseInt(sum, 10) }
}

/**
 * SQLite locks here by a folder beside the file, which a killed process leaves behind. The caller must hold the
 * folder's lock.
 */
export function dropStaleLock(path: string): void {
  rmSync(`${path}.lock`, { recursive: true, force: true })
}
