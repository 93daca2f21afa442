/**
 * The browser's database. Private windows, a full disk or a policy may refuse it, another tab may hold it, and it may just not answer:
 * opening rejects then, and each user of it says what that means. Nothing waits for it without end: `database()` is bounded here, what is
 * done with it by `timely`. A newer version in another tab is let through at once, and this one asks to be reloaded.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Sample, SamplePosition } from '../../domain/sample.ts'
import type { JournalOrder } from '../../domain/journal-order.ts'
import type { JournalNote, JournalRow } from '../../domain/journal-row.ts'
import type { Intent } from '../../domain/intent.ts'
import type { OwnerKey } from '../../domain/owner.ts'
import { systemTimers } from '../../client/timers.ts'

/** A listing as it came, with what its server named it. */
export interface CachedText {
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
  texts: { key: string; value: CachedText }
  /** One a minute at most, by its minute (ms); positions lie apart, since charts do not read them. */
  samples: { key: [OwnerKey, number]; value: Omit<Sample, 'positions'> }
  samplePositions: { key: [OwnerKey, number]; value: readonly SamplePosition[] }
  journalRows: { key: number; value: LooseRow; indexes: { byOwner: [OwnerKey, number] } }
  journalChunks: { key: [OwnerKey, number]; value: JournalChunk; indexes: { sizes: [OwnerKey, number] } }
  /** `filled` and `open` hold only those that are. */
  journalOrders: {
    key: [OwnerKey, string]
    value: JournalOrder
    indexes: { sent: [OwnerKey, number]; filled: [OwnerKey, number]; open: [OwnerKey, number] }
  }
  journalNotes: { key: [OwnerKey, string]; value: JournalNote }
}

export type Database = IDBPDatabase<Schema>

const version = 3
let opening: Promise<Database> | undefined
/** Why an opening that goes on does not end, where the browser says so. */
let blockedWhy: string | undefined
/** A newer version of the page has taken the database over; this page's version of it is no more. */
let isOutdated = false

/** Why the database is not to be had, in plain words with a way on. */
export class DatabaseFault extends Error {
  override readonly name = 'DatabaseFault'
}

const otherTab = 'Another tab of Legwork holds an older version of the browser’s database. Close that tab, or reload it.'
const noAnswer = 'The browser’s database does not answer. Close other tabs of Legwork, or restart the browser.'
const outdated = 'A newer version of Legwork is open in another tab. Reload this page.'

const openWithinMs = 3_000
/** Once it did not answer, the next callers wait less: until it does. */
const openAgainWithinMs = 300
let isLate = false

/**
 * The open database, or a rejection within seconds. A failed opening is tried again by the next caller, a slow one is waited for by all.
 * @example const chunks = await (await database()).count('journalChunks')
 */
export function database(): Promise<Database> {
  if (isOutdated) return Promise.reject(new DatabaseFault(outdated))
  opening ??= open().then(
    db => {
      isLate = false
      blockedWhy = undefined
      return db
    },
    (error: unknown) => {
      opening = undefined
      if (error instanceof Error && error.name === 'VersionError') throw new DatabaseFault(outdated)
      throw error
    },
  )
  return within(opening, isLate ? openAgainWithinMs : openWithinMs, () => {
    isLate = true
    return blockedWhy ?? noAnswer
  })
}

const workWithinMs = 5_000

/** What is read or written, or a rejection within `ms`; what was begun may still end, and nobody hears of it. */
export const timely = <Value>(run: Promise<Value>, ms = workWithinMs): Promise<Value> => within(run, ms, () => blockedWhy ?? noAnswer)

async function within<Value>(run: Promise<Value>, ms: number, why: () => string): Promise<Value> {
  let cancel = (): void => undefined
  const late = new Promise<never>((_resolve, reject) => {
    cancel = systemTimers.after(ms, () => reject(new DatabaseFault(why())))
  })
  try {
    return await Promise.race([run, late])
  } finally {
    cancel()
  }
}

/** Some browsers throw at once where they keep nothing: async, so that it rejects like any other failure. */
async function open(): Promise<Database> {
  return openDB<Schema>('legwork', version, {
    upgrade(db, from, _to, transaction) {
      if (from < 1) {
        db.createObjectStore('intents', { keyPath: 'client_order_id' })
        db.createObjectStore('texts')
      }
      if (from < 2) createHistory(db)
      if (from < 3) {
        const chunks = transaction.objectStore('journalChunks')
        if (from === 2) chunks.deleteIndex(formerIndex)
        chunks.createIndex('sizes', ['owner', 'count'])
      }
    },
    blocked() {
      blockedWhy = otherTab
    },
    blocking(_current, wanted, event) {
      opening = undefined
      // Without a version wanted it is being deleted, and may be made again.
      isOutdated = wanted !== null
      ;(event.target as IDBDatabase).close()
    },
    terminated() {
      opening = undefined
    },
  })
}

/** Of version 2: read chunk by chunk, it took longer than the rows that were wanted. */
const formerIndex = 'counts'

function createHistory(db: Database): void {
  db.createObjectStore('samples')
  db.createObjectStore('samplePositions')
  db.createObjectStore('journalRows', { keyPath: 'seq', autoIncrement: true }).createIndex('byOwner', ['owner', 'seq'])
  db.createObjectStore('journalChunks', { keyPath: ['owner', 'n'] })
  const orders = db.createObjectStore('journalOrders', { keyPath: ['owner', 'client_order_id'] })
  orders.createIndex('sent', ['owner', 'sentAtMs'])
  orders.createIndex('filled', ['owner', 'firstFillMs'])
  orders.createIndex('open', ['owner', 'openSinceMs'])
  db.createObjectStore('journalNotes', { keyPath: ['owner', 'subject'] })
}

interface Abortable {
  readonly done: Promise<void>
  readonly error: DOMException | null
  abort(): void
}

/**
 * Gives a transaction up after a failure within it: nothing of it is kept, also where the browser would still have finished it. Answers
 * why it failed: of the requests that a full disk ends, most say only that they were aborted.
 */
export function abortQuietly(transaction: Abortable, error: unknown): unknown {
  const reason = transaction.error ?? error
  transaction.done.catch(() => undefined)
  try {
    transaction.abort()
  } catch {
    // It was over already, which is what was wanted.
  }
  return reason
}

/** As if this page had never asked for it; for a test's next one. */
export function forgetDatabase(): void {
  opening = undefined
  isOutdated = false
  isLate = false
  blockedWhy = undefined
}

/**
 * Closes it, so that the next caller opens it again.
 * @internal For tests.
 */
export async function closeDatabase(): Promise<void> {
  const open = opening
  forgetDatabase()
  if (open !== undefined) (await open).close()
}

/** The browser has no room for what was to be written. */
export const isFull = (error: unknown): boolean => error instanceof Error && error.name === 'QuotaExceededError'

/** Plain words for why a database takes nothing. */
export function faultText(error: unknown): string {
  if (error instanceof DatabaseFault) return error.message
  if (isFull(error)) return 'The browser’s storage is full. Export the journal and erase it, or free some space.'
  const message = error instanceof Error && error.message !== '' ? error.message : 'no reason given'
  return `The browser’s database takes nothing (${message}).`
}
