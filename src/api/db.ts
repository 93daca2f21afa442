/**
 * The browser's database. Private windows, a full disk or a policy may refuse it: opening rejects then, and each user of it says what
 * that means. A newer version in another tab is let through at once.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Sample, SamplePosition } from '../domain/sample.ts'
import type { JournalOrder } from './journal/journal-order.ts'
import type { JournalNote, JournalRow } from './journal/journal-row.ts'
import type { Intent } from './order-desk/intent.ts'
import type { OwnerKey } from './owner.ts'

/** A listing as it came, with what its server named it. */
export interface KeptText {
  readonly text: string
  readonly etag: string | undefined
  readonly savedAtMs: number
}

/** A row of the journal that is not packed yet; `seq` is given by the database. */
export interface LooseRow {
  readonly seq?: number
  readonly owner: OwnerKey
  readonly row: JournalRow
}

/** Rows of the journal as one JSON array: a database reads one long text much faster than a thousand objects. */
export interface JournalChunk {
  readonly owner: OwnerKey
  /** Rises with the age of what was written. */
  readonly n: number
  readonly count: number
  readonly fromMs: number
  readonly toMs: number
  readonly kinds: readonly string[]
  readonly text: string
}

export interface Schema extends DBSchema {
  intents: { key: string; value: Intent }
  /** By venue and name of the call. */
  texts: { key: string; value: KeptText }
  /** One a minute at most, by its minute (ms); positions lie apart, since charts do not read them. */
  samples: { key: [OwnerKey, number]; value: Omit<Sample, 'positions'> }
  samplePositions: { key: [OwnerKey, number]; value: readonly SamplePosition[] }
  journalRows: { key: number; value: LooseRow; indexes: { byOwner: [OwnerKey, number] } }
  journalChunks: { key: [OwnerKey, number]; value: JournalChunk; indexes: { counts: [OwnerKey, number, number] } }
  /** `filled` and `open` hold only those that are. */
  journalOrders: {
    key: [OwnerKey, string]
    value: JournalOrder
    indexes: { sent: [OwnerKey, number]; filled: [OwnerKey, number]; open: [OwnerKey, number] }
  }
  journalNotes: { key: [OwnerKey, string]; value: JournalNote }
}

export type Database = IDBPDatabase<Schema>

const version = 2
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
    upgrade(db, from) {
      if (from < 1) {
        db.createObjectStore('intents', { keyPath: 'client_order_id' })
        db.createObjectStore('texts')
      }
      if (from < 2) createHistory(db)
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

function createHistory(db: Database): void {
  db.createObjectStore('samples')
  db.createObjectStore('samplePositions')
  db.createObjectStore('journalRows', { keyPath: 'seq', autoIncrement: true }).createIndex('byOwner', ['owner', 'seq'])
  db.createObjectStore('journalChunks', { keyPath: ['owner', 'n'] }).createIndex('counts', ['owner', 'n', 'count'])
  const orders = db.createObjectStore('journalOrders', { keyPath: ['owner', 'client_order_id'] })
  orders.createIndex('sent', ['owner', 'sentAtMs'])
  orders.createIndex('filled', ['owner', 'firstFillMs'])
  orders.createIndex('open', ['owner', 'openSinceMs'])
  db.createObjectStore('journalNotes', { keyPath: ['owner', 'subject'] })
}

/** Closes it, so that the next caller opens it anew. */
export async function closeDatabase(): Promise<void> {
  const open = opening
  opening = undefined
  if (open !== undefined) (await open).close()
}

/** Plain words for why a database takes nothing. */
export function faultWords(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'QuotaExceededError') return 'The browser’s storage is full. Export the journal and erase it, or free some space.'
  const message = error instanceof Error && error.message !== '' ? error.message : 'no reason given'
  return `The browser’s database takes nothing (${message}).`
}
