/**
 * The journal in the browser's database. One transaction compares an observation with the stored order and appends the
 * new rows, so that several tabs and repeated polls write each row once. Many rows are packed into chunks.
 */
import type { IDBPTransaction } from 'idb'
import { type LooseRow, type Schema, abortQuietly, database, timely } from '../browser/db.ts'
import { ownerRange } from '../venue/owner.ts'
import type { OwnerKey } from '../../../core/domain/owner.ts'
import { chunkOf, chunkRows } from './journal-chunk.ts'
import type { JournalOrder } from '../../../core/domain/journal-order.ts'
import { type JournalChange, journalStep, ordersSeen } from '../../../core/history/journal-step.ts'
import type { HistoryNote } from '../../../core/history/noted.ts'
import type { JournalRow } from '../../../core/domain/journal-row.ts'

const tables = ['journalOrders', 'journalRows'] as const
type Append = IDBPTransaction<Schema, typeof tables, 'readwrite'>
/** Together with opening, shorter than the writer's wait, so that a write considered failed has been aborted. */
const appendWithinMs = 6_000

/** Rejects if the database fails; then nothing is stored. */
export async function appendJournal(owner: OwnerKey, seen: readonly HistoryNote[]): Promise<JournalChange> {
  const transaction = (await database()).transaction(tables, 'readwrite')
  try {
    return await timely(appendWithin(transaction, owner, seen), appendWithinMs)
  } catch (error) {
    throw abortQuietly(transaction, error)
  }
}

async function appendWithin(
  transaction: Append,
  owner: OwnerKey,
  seen: readonly HistoryNote[],
): Promise<JournalChange> {
  const orders = transaction.objectStore('journalOrders')
  const loose = transaction.objectStore('journalRows')
  const found = await Promise.all(ordersSeen(seen).map(id => orders.get([owner, id])))
  const known = new Map(found.flatMap(order => (order === undefined ? [] : [[order.client_order_id, order] as const])))
  const { rows, changed } = journalStep(known, seen, owner)
  const fresh = rows.some(isOfNoOrder) ? rowsNotIn(await loose.index('byOwner').getAll(ownerRange(owner)), rows) : rows
  await Promise.all([
    ...fresh.map(row => loose.add({ owner, row })),
    ...changed.map(order => orders.put(order)),
    transaction.done,
  ])
  for (const order of changed) known.set(order.client_order_id, order)
  return { rows: fresh, orders: [...known.values()] }
}

/**
 * Order rows are deduplicated by their order. Cash rows may be computed again by another tab or from an earlier
 * sample.
 */
const isOfNoOrder = (row: JournalRow): boolean => row.client_order_id === undefined

function rowsNotIn(loose: readonly LooseRow[], rows: readonly JournalRow[]): readonly JournalRow[] {
  const ids = new Set(loose.map(each => each.row.id))
  return rows.filter(row => !isOfNoOrder(row) || (!ids.has(row.id) && ids.add(row.id)))
}

const looseAtMost = 2_000

export async function packJournal(owner: OwnerKey): Promise<number> {
  const db = await database()
  let made = 0
  while ((await db.countFromIndex('journalRows', 'byOwner', ownerRange(owner))) > looseAtMost) {
    const transaction = db.transaction(['journalRows', 'journalChunks'], 'readwrite')
    const loose = transaction.objectStore('journalRows')
    const oldest = await loose.index('byOwner').getAll(ownerRange(owner), chunkRows)
    const [first] = oldest
    // Another tab may have packed them meanwhile.
    if (first?.seq === undefined || oldest.length < chunkRows) break
    const chunk = chunkOf(
      owner,
      first.seq,
      oldest.map(each => each.row),
    )
    const seqs = oldest.flatMap(each => each.seq ?? [])
    await Promise.all([
      transaction.objectStore('journalChunks').put(chunk),
      ...keyRuns(seqs).map(run => loose.delete(run)),
    ])
    await transaction.done
    made += 1
  }
  return made
}

/** Ascending numbers as gapless ranges, since a range is deleted in one call. */
function keyRuns(seqs: readonly number[]): IDBKeyRange[] {
  const runs: [from: number, to: number][] = []
  for (const seq of seqs) {
    const last = runs.at(-1)
    if (last !== undefined && last[1] === seq - 1) last[1] = seq
    else runs.push([seq, seq])
  }
  return runs.map(([from, to]) => IDBKeyRange.bound(from, to))
}

export async function openJournalOrders(owner: OwnerKey): Promise<readonly JournalOrder[]> {
  return (await database()).getAllFromIndex('journalOrders', 'open', ownerRange(owner))
}

export async function filledJournalOrders(owner: OwnerKey): Promise<readonly JournalOrder[]> {
  return (await database()).getAllFromIndex('journalOrders', 'filled', ownerRange(owner))
}

export async function sentJournalOrders(owner: OwnerKey, fromMs: number): Promise<readonly JournalOrder[]> {
  return (await database()).getAllFromIndex('journalOrders', 'sent', ownerRange(owner, fromMs))
}

export async function journalOrders(
  owner: OwnerKey,
  ids: readonly string[],
): Promise<ReadonlyMap<string, JournalOrder>> {
  const store = (await database()).transaction('journalOrders').objectStore('journalOrders')
  const found = await Promise.all(ids.map(id => store.get([owner, id])))
  return new Map(found.flatMap(order => (order === undefined ? [] : [[order.client_order_id, order] as const])))
}
