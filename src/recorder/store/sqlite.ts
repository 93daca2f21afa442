/**
 * SQLite in one file, of one process: whoever opens it has seen to it that nobody else does (a lock on its folder), since the build of SQLite that runs
 * everywhere shares no file between processes.
 */
import { rmSync } from 'node:fs'
import sqlite, { type Database as SqliteFile } from 'node-sqlite3-wasm'
import first from './migrations/sqlite-001.sql?raw'
import second from './migrations/sqlite-002.sql?raw'
import third from './migrations/sqlite-003.sql?raw'
import fourth from './migrations/sqlite-004.sql?raw'
import fifth from './migrations/sqlite-005.sql?raw'
import sixth from './migrations/sqlite-006.sql?raw'
import type { Database, Sql } from './sql.ts'

/** Each once, in turn; the file says how many it had. */
const migrations: readonly string[] = [first, second, third, fourth, fifth, sixth]

/** `path` may be `:memory:`. */
export function openSqlite(path: string): Database {
  // Of a process that was killed; that none has it open is the caller's word.
  if (path !== ':memory:') rmSync(`${path}.lock`, { recursive: true, force: true })
  const file = new sqlite.Database(path)
  file.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  migrate(file)
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

function migrate(file: SqliteFile): void {
  const done = file.get('PRAGMA user_version')?.['user_version']
  for (const [index, text] of migrations.entries()) {
    if (typeof done === 'number' && index < done) continue
    file.exec(`BEGIN; ${text}; PRAGMA user_version = ${index + 1}; COMMIT`)
  }
}
