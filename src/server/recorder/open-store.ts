/**
 * Where a recorder keeps its history: PostgreSQL where `DATABASE_URL` says so, else SQLite in a folder that one process
 * at a time owns.
 */
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openPostgres } from '../../recorder/store/postgres.ts'
import { DamagedHistory } from '../../recorder/store/row-sum.ts'
import { sqlStore } from '../../recorder/store/sql-store.ts'
import type { Database } from '../../recorder/store/sql.ts'
import { openSqlite } from '../../recorder/store/sqlite.ts'
import type { Store } from '../../recorder/store/store.ts'
import { reportFailure } from '../http/failures.ts'
import { lockFolder, makeDataFolder } from '../journal/data-folder.ts'

export type StoreLocation = { readonly kind: 'postgres'; readonly url: string } | { readonly kind: 'sqlite'; readonly folder: string }

const againMs = 1_000
const againAfterFailureMs = 3_000

/** Waits for a folder that another process has, and for a database that does not answer; undefined when given up. Rejects where the history is damaged. */
export async function openStore(location: StoreLocation, signal: AbortSignal, say: (line: string) => void): Promise<Store | undefined> {
  let isSaid = false
  while (!signal.aborted) {
    try {
      const database =
        location.kind === 'postgres'
          ? await openPostgres({ url: location.url, onError: brokenConnection })
          : await openFolder(location.folder)
      if (database !== undefined) return sqlStore(database)
      if (!isSaid)
        say(
          `Another recorder has ${location.kind === 'sqlite' ? location.folder : 'the database'}: this one waits, and takes over when it ends.`,
        )
      isSaid = true
      await wait(againMs, undefined, { signal })
    } catch (error) {
      if (signal.aborted) return undefined
      if (error instanceof DamagedHistory) throw error
      // A database's own words may name its user or address; they are for the operator.
      reportFailure('Opening the history', error instanceof Error ? error.message : error)
      await wait(againAfterFailureMs, undefined, { signal }).catch(() => undefined)
    }
  }
  return undefined
}

const brokenConnection = (error: unknown): void =>
  reportFailure('A connection of the history', error instanceof Error ? error.message : error)

async function openFolder(folder: string): Promise<Database | undefined> {
  const problem = makeDataFolder(folder)
  if (problem !== undefined) throw new Error(problem)
  const locked = await lockFolder(folder)
  if (!locked.ok) return undefined
  try {
    const database = openSqlite(join(folder, 'history.sqlite'))
    return {
      ...database,
      async close() {
        await database.close()
        locked.lock.release()
      },
    }
  } catch (error) {
    locked.lock.release()
    throw error
  }
}
