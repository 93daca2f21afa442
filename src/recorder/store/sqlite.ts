/**
 * SQLite in one file, for one process. The caller must lock the folder: this portable build of SQLite cannot share a
 * file between processes.
 */
import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import sqlite, { type Database as SqliteFile } from 'node-sqlite3-wasm'
import first from './migrations/sqlite-001.sql?raw'
import second from './migrations/sqlite-002.sql?raw'
import third from './migrations/sqlite-003.sql?raw'
import fourth from './migrations/sqlite-004.sql?raw'
import fifth from './migrations/sqlite-005.sql?raw'
import sixth from './migrations/sqlite-006.sql?raw'
import seventh from './migrations/sqlite-007.sql?raw'
import { DamagedHistory, sqliteRowSum } from './row-sum.ts'
import type { Database, Sql } from './sql.ts'

/** Run once each, in order. The file stores the number of completed ones. */
const migrations: readonly string[] = [first, second, third, fourth, fifth, sixth, seventh]

/** `path` may be `:memory:`. Throws `DamagedHistory` if the file is damaged. */
export function openSqlite(path: string): Database {
  // Left by a killed process. The caller guarantees that no other has the file open.
  if (path !== ':memory:') rmSync(`${path}.lock`, { recursive: true, force: true })
  const isThere = path !== ':memory:' && existsSync(path)
  if (isThere && statSync(path).size === 0 && !existsSync(`${path}-wal`)) throw new DamagedHistory('the file is empty')
  if (path !== ':memory:' && !isThere) make(path)
  const file = isThere ? openFile(path) : openFresh(path)
  if (isThere) closing(file, () => check(file))
  const all: Sql['all'] = async (text, values = []) => file.all(text.replace(/\$(\d+)/g, '?$1'), [...values])
  const locks = new Set<string>()
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <Value>(run: () => Promise<Value>): Promise<Value> => {
    const own = turn.then(run)
    turn = own.catch(() => undefined)
    return own
  }
  return {
    all: (text, values) => inTurn(() => all(text, values)),
    clock: undefined,
    forShare: '',
    forUpdate: '',
    transaction: run =>
      inTurn(async () => {
        file.exec('BEGIN IMMEDIATE')
        try {
          const value = await run({ all })
          file.exec('COMMIT')
          return value
        } catch (error) {
          if (file.inTransaction) file.exec('ROLLBACK')
          throw error
        }
      }),
    async lock(name) {
      if (locks.has(name)) return undefined
      locks.add(name)
      return { isHeld: () => locks.has(name), release: async () => void locks.delete(name) }
    },
    prepare: async () => undefined,
    dropEmptyParts: async () => [],
    ping: async () => void (await inTurn(() => all('SELECT 1 AS one'))),
    async close() {
      await turn
      if (file.isOpen) file.close()
    },
  }
}

function openFile(path: string): SqliteFile {
  const file = new sqlite.Database(path)
  closing(file, () => {
    file.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
    file.function('row_sum', sqliteRowSum, { deterministic: true })
    migrate(file)
  })
  return file
}

function closing(file: SqliteFile, run: () => void): void {
  try {
    run()
  } catch (error) {
    file.close()
    const said = error instanceof Error ? error.message : String(error)
    throw /malformed|not a database|corrupt/i.test(said) ? new DamagedHistory(said) : error
  }
}

/** Uses a temporary name until complete, so that a full disk at the first start leaves no damaged history. */
function make(path: string): void {
  const fresh = `${path}.new`
  for (const rest of ['', '-wal', '-journal', '.lock']) rmSync(`${fresh}${rest}`, { recursive: true, force: true })
  openFresh(fresh).close()
  // Closing does not report that the log could not be written back.
  if (existsSync(`${fresh}-wal`)) throw diskError('its log could not be written back')
  renameSync(fresh, path)
}

/** Damage in a new file can only come from the disk. */
function openFresh(path: string): SqliteFile {
  try {
    return openFile(path)
  } catch (error) {
    throw error instanceof DamagedHistory ? diskError(error.message) : error
  }
}

/** The same form as SQLite's own errors. */
const diskError = (said: string): Error =>
  Object.assign(new Error(`disk I/O error (${said})`), { name: 'SQLite3Error' })
/** SQLITE_IOERR. Its subtypes use the bits above these. */
const [ioError, kinds] = [10, 256]

const schemaOf = (file: SqliteFile): string =>
  JSON.stringify(file.all('SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name'))

function check(file: SqliteFile): void {
  const [found] = file.all('PRAGMA integrity_check(1)').map(row => Object.values(row)[0])
  // An unreadable page may still be intact.
  const code = /unable to get the page\. error code=(\d+)/.exec(String(found))?.[1]
  if (code !== undefined && Number.parseInt(code, 10) % kinds === ioError) throw diskError(String(found))
  if (found !== 'ok') throw new DamagedHistory(String(found))
  const fresh = new sqlite.Database(':memory:')
  fresh.function('row_sum', sqliteRowSum, { deterministic: true })
  migrate(fresh)
  const isSame = schemaOf(file) === schemaOf(fresh)
  fresh.close()
  if (!isSame) throw new DamagedHistory('its tables are not as they were made')
  const short = file.get(
    `SELECT account FROM row_counts WHERE rows <> (SELECT count(*) FROM journal_rows
     WHERE journal_rows.venue = row_counts.venue AND journal_rows.account = row_counts.account)`,
  )
  if (short !== null && short !== undefined) throw new DamagedHistory('rows of the journal are missing')
  // Positions are queried by minute, so a changed minute is never read. Its checksum is compared here.
  const moved = file.get(
    `SELECT minute FROM sample_positions WHERE sum <> row_sum(venue || char(10) || account || char(10) || minute
     || char(10) || coalesce(base, '') || char(10) || lower(hex(body))) LIMIT 1`,
  )
  if (moved !== null && moved !== undefined)
    throw new DamagedHistory('a row of sample_positions does not fit its checksum')
}

function migrate(file: SqliteFile): void {
  const done = file.get('PRAGMA user_version')?.['user_version']
  if (typeof done === 'number' && (done < 0 || done > migrations.length))
    throw new DamagedHistory('it was written by a later version of this program')
  for (const [index, text] of migrations.entries()) {
    if (typeof done === 'number' && index < done) continue
    file.exec(`BEGIN; ${text}; PRAGMA user_version = ${index + 1}; COMMIT`)
  }
}
