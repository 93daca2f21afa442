/**
 * The browser's database. Private windows, a full disk or a policy may refuse it: opening rejects then, and each user of it says what
 * that means. A newer version in another tab is let through at once.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Intent } from './order-desk/intent.ts'

/** A listing as it came, with what its server named it. */
export interface KeptText {
  readonly text: string
  readonly etag: string | undefined
  readonly savedAtMs: number
}

export interface Schema extends DBSchema {
  intents: { key: string; value: Intent }
  /** By venue and name of the call. */
  texts: { key: string; value: KeptText }
}

export type Database = IDBPDatabase<Schema>

const version = 1
let opening: Promise<Database> | undefined

/** The open database; a failed opening is tried anew by the next caller. */
export function database(): Promise<Database> {
  opening ??= open().catch((error: unknown) => {
    opening = undefined
    throw error
  })
  return opening
}

function open(): Promise<Database> {
  return openDB<Schema>('legwork', version, {
    upgrade(db) {
      db.createObjectStore('intents', { keyPath: 'client_order_id' })
      db.createObjectStore('texts')
    },
    blocking(_current, _blocked, event) {
      opening = undefined
      ;(event.target as IDBDatabase).close()
    },
    terminated() {
      opening = undefined
    },
  })
}

/** Closes it, so that the next caller opens it anew. */
export async function closeDatabase(): Promise<void> {
  const open = opening
  opening = undefined
  if (open !== undefined) (await open).close()
}
