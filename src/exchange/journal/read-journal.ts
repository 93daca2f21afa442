import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import sqlite, { type Database } from 'node-sqlite3-wasm'
import { micros } from '../../core/domain/time.ts'
import { DamagedJournal, type ReadJournal } from '../sandbox/host/stored-exchange.ts'
import type { StoredEntry } from '../sandbox/journal/journal-entry.ts'
import { archiveIn, checkEnded } from './ended-table.ts'
import {
  applicationId,
  dropStaleLock,
  entrySum,
  firstWithKeys,
  format,
  asDamagedJournal,
  guardedRows,
  type JournalHead,
  headFile,
  journalFile,
  type Mark,
  readableFormats,
  readHead,
  readMeta,
  text,
  whole,
} from './journal-format.ts'

export interface FolderJournal extends ReadJournal {
  readonly length: number
  close(): void
}

export function readJournal(folder: string): FolderJournal | undefined {
  const path = join(folder, journalFile)
  const head = readHead(folder)
  if (!existsSync(path) || statSync(path).size === 0) {
    if (head !== undefined && head.seq > 0)
      throw new DamagedJournal(`it is gone, though ${head.seq} entries were written to it`)
    return undefined
  }
  dropStaleLock(path)
  const db = asDamagedJournal(() => new sqlite.Database(path, { readOnly: true }))
  try {
    return asDamagedJournal(() => readOpened(db, head))
  } catch (error) {
    db.close()
    throw error
  }
}

function readOpened(db: Database, head: JournalHead | undefined): FolderJournal | undefined {
  db.exec('PRAGMA locking_mode = EXCLUSIVE')
  if ((head?.seq ?? 0) === 0 && db.get('SELECT name FROM sqlite_master') === null) {
    db.close()
    return undefined
  }
  const id = whole(db.get('PRAGMA application_id')?.['application_id'])
  if (id !== applicationId) throw new DamagedJournal('it is not a journal of Legwork')
  const header = readMeta(db, 'header')
  if (header === undefined) throw new DamagedJournal('its header is missing')
  if (!readableFormats.includes(header.format))
    throw new DamagedJournal(`it has the format ${header.format}, and this program writes ${format}`)
  const mark = readMeta(db, 'snapshot')
  const last = whole(db.get('SELECT coalesce(max(seq), 0) AS seq FROM entries')?.['seq'])
  checkHead(db, last, head)
  const hasKeys = header.format >= firstWithKeys
  if (hasKeys) checkEnded(db, mark ?? { ended: 0, endedSum: 0 })
  const archive = hasKeys ? archiveIn(db) : undefined
  return {
    header,
    length: last,
    control: mark?.control,
    snapshot:
      mark === undefined
        ? undefined
        : { live: partsOf(db, 'live', mark.live, mark.liveSum), ended: hasKeys ? [] : endedParts(db, mark) },
    archive,
    entries: () => entriesOf(db, mark?.seq ?? 0, last),
    close() {
      archive?.close()
      db.close()
    },
  }
}

function checkHead(db: Database, last: number, head: JournalHead | undefined): void {
  if (head === undefined) return
  if (last < head.seq) {
    throw new DamagedJournal(
      `it ends with entry ${last}, though ${head.seq} were written: the end was lost (to go on with what is there, delete the file "${headFile}" beside it)`,
    )
  }
  const row = db.get('SELECT sum FROM entries WHERE seq = ?', [head.seq])
  if (head.seq > 0 && whole(row?.['sum']) !== head.sum)
    throw new DamagedJournal(`entry ${head.seq} is not the one that was written`)
}

function* entriesOf(db: Database, wanted: number, last: number): Iterable<StoredEntry> {
  let sum = sumOfHistory(db, wanted)
  let seq = wanted
  for (const row of guardedRows(db, 'SELECT seq, at, what, outcome, sum FROM entries WHERE seq > ? ORDER BY seq', [
    wanted,
  ])) {
    seq += 1
    const at = whole(row['at'])
    if (whole(row['seq']) !== seq || !Number.isSafeInteger(at)) throw new DamagedJournal(`entry ${seq} is missing`)
    const entry = { at: micros(at), what: text(row['what']), outcome: text(row['outcome']) }
    sum = entrySum(seq, entry, sum)
    if (sum !== whole(row['sum'])) throw new DamagedJournal(`entry ${seq} is not what was written`)
    yield entry
  }
  if (seq !== last) throw new DamagedJournal(`entry ${seq + 1} is missing`)
}

const blockLength = 1_000
/** The checksummed text of a whole block in one query, several times faster than row by row. */
const blockText = `
  SELECT CAST(group_concat(seq || ' ' || at || ' ' || what || char(10) || outcome, '') AS BLOB) AS body, count(*) AS count
  FROM (SELECT * FROM entries WHERE seq > ? AND seq <= ? ORDER BY seq)`

function sumOfHistory(db: Database, to: number): number {
  let sum = 0
  for (let from = 0; from < to; from += blockLength) {
    const until = Math.min(to, from + blockLength)
    const row = asDamagedJournal(() => db.get(blockText, [from, until]))
    const expected = asDamagedJournal(() => db.get('SELECT sum FROM entries WHERE seq = ?', [until]))
    const body = row?.['body']
    sum = crc32(body instanceof Uint8Array ? body : '', sum)
    if (whole(row?.['count']) !== until - from || whole(expected?.['sum']) !== sum)
      throw new DamagedJournal(`of the entries ${from + 1} to ${until}, one is not what was written`)
  }
  return sum
}

function* endedParts(db: Database, mark: Mark): Iterable<{ readonly body: string }> {
  for (const body of partsOf(db, 'ended', mark.ended, mark.endedSum)) yield { body }
}

function* partsOf(db: Database, table: 'live' | 'ended', count: number, expected: number): Iterable<string> {
  let sum = 0
  let part = 0
  for (const row of guardedRows(db, `SELECT part, body, sum FROM ${table} WHERE part <= ? ORDER BY part`, [count])) {
    part += 1
    const body = row['body'] instanceof Uint8Array ? row['body'] : new Uint8Array()
    sum = crc32(body, sum)
    if (whole(row['part']) !== part || whole(row['sum']) !== sum)
      throw new DamagedJournal('its snapshot is not what was written')
    yield Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString()
  }
  if (part !== count || sum !== expected) throw new DamagedJournal('its snapshot is not whole')
}
