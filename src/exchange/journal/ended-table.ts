/**
 * Ended orders and refusals in the journal's file: one row each, indexed by ids and last execution. Bodies have a
 * running checksum; each start checks that the indexes match the rows. Before format 4 the table had multi-row parts
 * without keys.
 */
import { crc32 } from 'node:zlib'
import type { Database, Statement } from 'node-sqlite3-wasm'
import { endedOfPart } from '../sandbox/engine/snapshot.ts'
import type { Archive, EndedOrder } from '../sandbox/exchange.ts'
import { DamagedJournal, FailedDisk } from '../sandbox/host/stored-exchange.ts'
import { guardedRows, type Mark, text, whole } from './journal-format.ts'

export type EndedTail = Pick<Mark, 'ended' | 'endedSum'>

const columns =
  '(part INTEGER PRIMARY KEY, body BLOB NOT NULL, sum INTEGER NOT NULL, account TEXT NOT NULL, client_order_id TEXT NOT NULL, order_id TEXT, traded INTEGER)'

export function createEndedTable(db: Database): void {
  db.exec(`CREATE TABLE ended ${columns}`)
  createIndexes(db)
}

function createIndexes(db: Database): void {
  db.exec('CREATE UNIQUE INDEX ended_by_client ON ended (client_order_id, account)')
  db.exec('CREATE UNIQUE INDEX ended_by_order ON ended (order_id) WHERE order_id IS NOT NULL')
  db.exec('CREATE INDEX ended_by_time ON ended (account, traded) WHERE traded IS NOT NULL')
}

/** Ids are external text: as JSON, ids that differ by half a surrogate or after a NUL stay different in the file. */
const key = (id: string): string => JSON.stringify(id)

export function appendEnded(db: Database, rows: Iterable<EndedOrder>, before: EndedTail): EndedTail {
  let { ended, endedSum } = before
  const insert = db.prepare('INSERT INTO ended VALUES (?, ?, ?, ?, ?, ?, ?)')
  try {
    for (const { account, client_order_id, order_id, tradedAt, body } of rows) {
      ended += 1
      endedSum = crc32(body, endedSum)
      const ids = [key(account), key(client_order_id), order_id === undefined ? null : key(order_id)]
      insert.run([ended, Buffer.from(body), endedSum, ...ids, tradedAt ?? null])
    }
  } finally {
    insert.finalize()
  }
  return { ended, endedSum }
}

/** Converts an earlier format's parts; within a transaction of the caller. */
export function splitParts(db: Database): EndedTail {
  db.exec('ALTER TABLE ended RENAME TO ended_parts')
  db.exec(`CREATE TABLE ended ${columns}`)
  const rows = function* rowsOfParts(): Iterable<EndedOrder> {
    for (const { body } of guardedRows(db, 'SELECT body FROM ended_parts ORDER BY part'))
      yield* endedOfPart(textOf(body))
  }
  const tail = appendEnded(db, rows(), { ended: 0, endedSum: 0 })
  db.exec('DROP TABLE ended_parts')
  createIndexes(db)
  return tail
}

const rowsAtOnce = 1_000
/** The checksummed bodies of many rows in one query, several times faster than row by row. */
const bodiesText = `
  SELECT CAST(group_concat(CAST(body AS TEXT), '') AS BLOB) AS bodies, count(*) AS count
  FROM (SELECT body FROM ended WHERE part > ? AND part <= ? ORDER BY part)`

/** Throws `DamagedJournal` if a row was altered or the indexes do not match the rows. */
export function checkEnded(db: Database, { ended, endedSum }: EndedTail): void {
  let sum = 0
  for (let from = 0; from < ended; from += rowsAtOnce) {
    const until = Math.min(ended, from + rowsAtOnce)
    const row = db.get(bodiesText, [from, until])
    const bodies = row?.['bodies']
    sum = crc32(bodies instanceof Uint8Array ? bodies : '', sum)
    const written = whole(db.get('SELECT sum FROM ended WHERE part = ?', [until])?.['sum'])
    if (whole(row?.['count']) !== until - from || written !== sum)
      throw new DamagedJournal('what has ended is not what was written')
  }
  if (sum !== endedSum || whole(db.get('SELECT count(*) AS count FROM ended')?.['count']) !== ended)
    throw new DamagedJournal('what has ended is not whole')
  const found = text(db.get('PRAGMA integrity_check(1)')?.['integrity_check'])
  // Code 10 and its extensions: the disk could not read the page.
  const code = /error code=(\d+)/.exec(found ?? '')?.[1]
  if (code !== undefined && Number.parseInt(code, 10) % 256 === 10) throw new FailedDisk(`disk I/O error ${code}`)
  if (found !== 'ok') throw new DamagedJournal(found)
}

export interface DiskArchive extends Archive {
  close(): void
}

export function archiveIn(db: Database): DiskArchive {
  const found =
    'SELECT body, sum, (SELECT sum FROM ended AS e WHERE e.part = ended.part - 1) AS before FROM ended WHERE'
  const byOrder = db.prepare(`${found} order_id = ?`)
  const byClient = db.prepare(`${found} client_order_id = ? AND account = ?`)
  const one = (statement: Statement, ids: string[]): string | undefined => {
    // Reads to the end, although there is at most one row: an unfinished statement blocks the checkpoint of the log.
    const [row] = statement.all(ids)
    return row === undefined ? undefined : bodyOf(row)
  }
  return {
    byOrderId: id => one(byOrder, [key(id)]),
    byClientOrderId: (account, id) => one(byClient, [key(id), key(account)]),
    *traded(account, since) {
      const newestFirst = `${found} account = ? AND traded >= ? ORDER BY traded DESC`
      for (const row of guardedRows(db, newestFirst, [key(account), since])) yield bodyOf(row)
    },
    *all() {
      for (const row of guardedRows(db, `${found} TRUE`)) yield bodyOf(row)
    },
    close() {
      byOrder.finalize()
      byClient.finalize()
    },
  }
}

const textOf = (body: unknown): string =>
  body instanceof Uint8Array ? Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString() : ''

function bodyOf(row: Readonly<Record<string, unknown>>): string {
  const body = textOf(row['body'])
  if (crc32(body, whole(row['before'] ?? 0)) !== whole(row['sum']))
    throw new DamagedJournal('an order that ended is not what was written')
  return body
}
