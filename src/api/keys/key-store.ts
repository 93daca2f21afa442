/**
 * Keys that a trader let this browser keep, in a database of their own: what reads, exports or restores the other one never sees them. The
 * private half is a key that cannot be read out.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { TokenSettings } from '../../client/token-maker.ts'

export interface NamedKey extends TokenSettings {
  readonly id: string
  readonly venueKey: string
  readonly name: string
  readonly privateKey: CryptoKey
  /** When it last signed in, ms; 0 after the venue refused it, so that no reload tries it again. */
  readonly usedAtMs: number
}

interface Schema extends DBSchema {
  keys: { key: string; value: NamedKey }
}

const databaseName = 'legwork-keys'

/** Opened for one piece of work: a database that stands open would keep other tabs from erasing it. */
async function within<Result>(work: (db: IDBPDatabase<Schema>) => Promise<Result>): Promise<Result> {
  const db = await openDB<Schema>(databaseName, 1, {
    upgrade(fresh) {
      fresh.createObjectStore('keys', { keyPath: 'id' })
    },
  })
  try {
    return await work(db)
  } finally {
    db.close()
  }
}

/** Every function rejects where the browser keeps nothing. */
export const keyStore = {
  all: (venueKey: string): Promise<readonly NamedKey[]> =>
    within(async db => (await db.getAll('keys')).filter(each => each.venueKey === venueKey)),
  put: (key: NamedKey): Promise<void> => within(async db => void (await db.put('keys', key))),
  remove: (id: string): Promise<void> => within(db => db.delete('keys', id)),
  removeAll: (venueKey: string): Promise<void> =>
    within(async db => {
      const transaction = db.transaction('keys', 'readwrite')
      const all = await transaction.store.getAll()
      const own = all.filter(each => each.venueKey === venueKey)
      await Promise.all([...own.map(each => transaction.store.delete(each.id)), transaction.done])
    }),
}
