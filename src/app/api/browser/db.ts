/**
 * The browser's database. It may be refused (private window, full disk, policy), be blocked by another tab, or not
 * answer. Opening then rejects, and each caller handles that. `database()` and `timely` limit every wait. A newer
 * version in another tab gets access immediately, and this page asks for a reload.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Sample, SamplePosition } from '../../../core/domain/sample.ts'
import type { JournalOrder } from '../../../core/domain/journal-order.ts'
import type { JournalNote, JournalRow } from '../../../core/domain/journal-row.ts'
import type { Intent } from '../../../core/domain/intent.ts'
import type { OwnerKey } from '../../../core/domain/owner.ts'
import { systemTimers } from '../../../core/client/timers.ts'

export interface CachedText {
  readonly text: string
  readonly etag: string | undefined
  readonly savedAtMs: number
}

export interface LooseRow {
  readonly seq?: number
  readonly owner: OwnerKey
  readonly row: JournalRow
}

/** Journal rows as one JSON array: one long text is read much faster than a thousand objects. */
export interface JournalChunk {
  readonly owner: OwnerKey
  readonly n: number
  readonly count: number
  readonly fromMs: number
  readonly toMs: number
  readonly kinds: readonly string[]
  readonly text: string
}

export interface Schema extends DBSchema {
  intents: { key: string; value: Intent }
  texts: { key: string; value: CachedText }
  /** At most one per minute, keyed by minute (ms). Positions are separate, since charts do not read them. */
  samples: { key: [OwnerKey, number]; value: Omit<Sample, 'positions'> }
  samplePositions: { key: [OwnerKey, number]; value: readonly SamplePosition[] }
  journalRows: { key: number; value: LooseRow; indexes: { byOwner: [OwnerKey, number] } }
  journalChunks: { key: [OwnerKey, number]; value: JournalChunk; indexes: { sizes: [OwnerKey, number] } }
  /** The index `filled` contains only orders with a fill, `open` only open ones. */
  journalOrders: {
    key: [OwnerKey, string]
    value: JournalOrder
    indexes: { sent: [OwnerKey, number]; filled: [OwnerKey, number]; open: [OwnerKey, number] }
  }
  journalNotes: { key: [OwnerKey, string]; value: JournalNote }
}

export type Database = IDBPDatabase<Schema>

const version = 3
interface Opening {
  readonly db: Promise<Database>
  blockedWhy?: string | undefined
  /** A caller has waited in vain; the next ones wait shorter, until it answers. */
  isLate: boolean
}
let opening: Opening | undefined

export class DatabaseFault extends Error {
  override readonly name = 'DatabaseFault'
}

const otherTab =
  'Another tab of Legwork holds an older version of the browser’s database. Close that tab, or reload it.'
const noAnswer = 'The browser’s database does not answer. Close other tabs of Legwork, or restart the browser.'
const outdated = 'A newer version of Legwork is open in another tab. Reload this page.'

const openWithinMs = 3_000
const openAgainWithinMs = 300

/**
 * The open database, or a rejection within seconds. A failed opening is retried by the next caller; a slow one is
 * shared.
 * @example const chunks = await (await database()).count('journalChunks')
 */
export function database(): Promise<Database> {
  const mine = (opening ??= begin())
  return within(mine.db, mine.isLate ? openAgainWithinMs : openWithinMs, () => {
    mine.isLate = true
    return mine.blockedWhy ?? noAnswer
  })
}

function begin(): Opening {
  const mine: Opening = { db: open(() => (mine.blockedWhy = otherTab)), isLate: false }
  mine.db.then(
    () => Object.assign(mine, { isLate: false, blockedWhy: undefined }),
    () => (opening = undefined),
  )
  return mine
}

const workWithinMs = 5_000

/** Rejects after `ms`. The operation may still finish unnoticed. */
export const timely = <Value>(run: Promise<Value>, ms = workWithinMs): Promise<Value> =>
  within(run, ms, () => opening?.blockedWhy ?? noAnswer)

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

/** Async, so that browsers that throw immediately also reject. */
async function open(blocked: () => void): Promise<Database> {
  const db = openDB<Schema>('legwork', version, {
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
    blocked,
    blocking(_current, wanted, event) {
      // A null version means deletion; it can be created again.
      if (wanted === null) opening = undefined
      else refuseAll()
      ;(event.target as IDBDatabase).close()
    },
    terminated() {
      opening = undefined
    },
  })
  return await db.catch((error: unknown) => {
    throw error instanceof Error && error.name === 'VersionError' ? new DatabaseFault(outdated) : error
  })
}

/** A newer page version upgrades the database, which this page can then no longer use. */
function refuseAll(): void {
  opening = { db: Promise.reject(new DatabaseFault(outdated)), isLate: false }
  opening.db.catch(() => undefined)
}

/** An index of version 2, slower than reading the rows. */
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
 * Aborts a transaction after a failure in it, so that nothing is stored. Returns the cause: on a full disk most
 * requests only report that they were aborted.
 */
export function abortQuietly(transaction: Abortable, error: unknown): unknown {
  const reason = transaction.error ?? error
  transaction.done.catch(() => undefined)
  try {
    transaction.abort()
  } catch {
    // Already finished, as intended.
  }
  return reason
}

export function forgetDatabase(): void {
  opening = undefined
}

/**
 * Closes it; the next caller opens it again.
 * @internal For tests.
 */
export async function closeDatabase(): Promise<void> {
  const open = opening
  forgetDatabase()
  await open?.db.then(
    db => db.close(),
    () => undefined,
  )
}

export const isFull = (error: unknown): boolean => error instanceof Error && error.name === 'QuotaExceededError'

export function faultText(error: unknown): string {
  if (error instanceof DatabaseFault) return error.message
  if (isFull(error)) return 'The browser’s storage is full. Export the journal and erase it, or free some space.'
  const message = error instanceof Error && error.message !== '' ? error.message : 'no reason given'
  return `The browser’s database takes nothing (${message}).`
}
