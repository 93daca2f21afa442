/** Erases an account's journal, notes and samples in this browser. Orders at the venue are not affected. */
import type { IDBPTransaction } from 'idb'
import { serverNowMs } from '../venue/clock.ts'
import { type Schema, abortQuietly, database, timely } from '../browser/db.ts'
import { savedChanged } from '../polling/saved.ts'
import { ownerRange, ownerTexts } from '../venue/owner.ts'
import type { OwnerKey } from '../../../core/domain/owner.ts'
import { readStored, writeStored } from '../browser/stored.ts'
import { announceRows } from './journal-tabs.ts'

const storageKey = 'legwork.journal-erased'

function erasures(): Readonly<Record<string, number>> {
  const stored = readStored('local', storageKey)
  return typeof stored === 'object' && stored !== null ? (stored as Readonly<Record<string, number>>) : {}
}

/** Older submissions are not restored from the order desk's memory. */
export function erasedAtMs(owner: OwnerKey): number {
  const at = erasures()[owner]
  return typeof at === 'number' ? at : Number.NEGATIVE_INFINITY
}

const stores = ['journalRows', 'journalChunks', 'journalOrders', 'journalNotes', 'samples', 'samplePositions'] as const
type Erasure = IDBPTransaction<Schema, typeof stores, 'readwrite'>

async function eraseWithin(owner: OwnerKey, transaction: Erasure): Promise<void> {
  const loose = transaction.objectStore('journalRows')
  const keys = await loose.index('byOwner').getAllKeys(ownerRange(owner))
  await Promise.all([
    ...keys.map(key => loose.delete(key)),
    transaction.objectStore('journalChunks').delete(ownerRange(owner)),
    transaction.objectStore('journalOrders').delete(ownerTexts(owner)),
    transaction.objectStore('journalNotes').delete(ownerTexts(owner)),
    transaction.objectStore('samples').delete(ownerRange(owner)),
    transaction.objectStore('samplePositions').delete(ownerRange(owner)),
  ])
  await transaction.done
}

const eraseWithinMs = 30_000

export async function eraseHistory(owner: OwnerKey): Promise<void> {
  const transaction = (await database()).transaction(stores, 'readwrite')
  try {
    await timely(eraseWithin(owner, transaction), eraseWithinMs)
  } catch (error) {
    throw abortQuietly(transaction, error)
  }
  writeStored('local', storageKey, { ...erasures(), [owner]: serverNowMs() })
  await historyChanged(owner)
}

export function historyChanged(owner: OwnerKey): Promise<void> {
  announceRows(owner, [])
  return readHistoryAgain(owner)
}

export async function readHistoryAgain(owner: OwnerKey): Promise<void> {
  await Promise.all(
    ['journal', 'notes', 'samples', 'full samples', 'first positions'].map(name => savedChanged([name, owner])),
  )
}
