/**
 * Writes a journal. An append returns once the operating system has the data, so it survives the process. A power cut
 * may lose the last moments (`syncSoon`).
 */
import { closeSync, existsSync, fsync, openSync, renameSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import sqlite, { type Database, type Statement } from 'node-sqlite3-wasm'
import type { Snapshot } from '../sandbox/exchange.ts'
import { FailedDisk, type JournalHeader, type JournalWriter } from '../sandbox/host/stored-exchange.ts'
import type { ControlState, StoredEntry } from '../sandbox/journal/journal-entry.ts'
import { appendEnded, archiveIn, createEndedTable, splitParts } from './ended-table.ts'
import {
  createTables,
  dropStaleLock,
  entrySum,
  firstWithKeys,
  format,
  type JournalHead,
  headFile,
  headText,
  journalFile,
  type Mark,
  putMeta,
  readMeta,
  whole,
} from './journal-format.ts'

const longestLog = 32 * 1024 * 1024

export function writeJournal(folder: string, header: JournalHeader): JournalWriter {
  const path = join(folder, journalFile)
  dropStaleLock(path)
  const db = new sqlite.Database(path)
  db.exec(
    'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0',
  )
  if (db.get(`SELECT name FROM sqlite_master WHERE name = 'meta'`) === null) createTables(db, header, createEndedTable)
  const before = readMeta(db, 'header')?.format
  if (before !== format) upgrade(db, header, before)
  return createWriter(db, folder, path)
}

function upgrade(db: Database, header: JournalHeader, before: number | undefined): void {
  db.exec('BEGIN')
  try {
    const mark = readMeta(db, 'snapshot')
    if (before === undefined || before < firstWithKeys) {
      const tail = splitParts(db)
      if (mark !== undefined) putMeta(db, 'snapshot', { ...mark, ...tail })
    }
    putMeta(db, 'header', { ...header, format })
    db.exec('COMMIT')
  } catch (error) {
    if (db.inTransaction) db.exec('ROLLBACK')
    throw error
  }
}

function createWriter(db: Database, folder: string, path: string): JournalWriter {
  const last = db.get('SELECT seq, sum FROM entries ORDER BY seq DESC LIMIT 1')
  let seq = last === null ? 0 : whole(last['seq'])
  let sum = last === null ? 0 : whole(last['sum'])
  let mark = readMeta(db, 'snapshot')
  const archive = archiveIn(db)
  const insert = db.prepare('INSERT INTO entries VALUES (?, ?, ?, ?, ?)')
  const head = openHead(join(folder, headFile), { seq, sum })
  const log = openSync(`${path}-wal`, 'a')
  let isDirty = false
  let isSyncing = false
  let isClosed = false
  let failure: Error | null = null
  const writeHead = (): void => {
    const text = headText({ seq, sum })
    if (writeSync(head, text, 0, 'latin1') !== text.length)
      throw new FailedDisk(`"${headFile}" could be written only in part`)
  }
  writeHead()
  return {
    append(entries) {
      ;({ seq, sum } = insertAll(db, insert, entries, { seq, sum }))
      writeHead()
      isDirty = true
    },
    saveSnapshot(snapshot, control) {
      mark = storeSnapshot(db, snapshot, { seq, control, before: mark })
      isDirty = true
    },
    syncSoon() {
      if (failure !== null) throw failure
      if (statSync(`${path}-wal`).size > longestLog) db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      if (!isDirty || isSyncing) return
      isDirty = false
      isSyncing = true
      fsync(log, error => {
        isSyncing = false
        failure = error
        if (isClosed) closeSync(log)
      })
    },
    archive,
    close() {
      isClosed = true
      archive.close()
      insert.finalize()
      db.close()
      closeSync(head)
      if (!isSyncing) closeSync(log)
    },
  }
}

/** A new file appears only when complete, so a failed start leaves none. */
function openHead(path: string, at: JournalHead): number {
  if (!existsSync(path)) {
    writeFileSync(`${path}.new`, headText(at), { mode: 0o600 })
    renameSync(`${path}.new`, path)
  }
  return openSync(path, 'r+')
}

function insertAll(db: Database, insert: Statement, entries: readonly StoredEntry[], at: JournalHead): JournalHead {
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
  let liveSum = 0
  db.exec('BEGIN')
  try {
    db.exec('DELETE FROM live')
    for (const [index, body] of live.entries()) {
      liveSum = crc32(body, liveSum)
      db.run('INSERT INTO live VALUES (?, ?, ?)', [index + 1, Buffer.from(body), liveSum])
    }
    const tail = appendEnded(db, ended, before ?? { ended: 0, endedSum: 0 })
    const mark: Mark = { seq, ...tail, live: live.length, liveSum, control }
    putMeta(db, 'snapshot', mark)
    db.exec('COMMIT')
    return mark
  } catch (error) {
    if (db.inTransaction) db.exec('ROLLBACK')
    throw error
  }
}
