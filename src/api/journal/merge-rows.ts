/**
 * Puts rows from a backup among those that are there, by time, and packs all anew. Rows that are appended meanwhile stay loose and come
 * after; one transaction replaces what was read, so a failure leaves everything as it was.
 */
import { database, type JournalChunk } from '../browser/db.ts'
import { ownerRange } from '../venue/owner.ts'
import type { OwnerKey } from '../../domain/owner.ts'
import { yieldToPage } from '../browser/pause.ts'
import { rowsOfChunk } from './journal-reader.ts'
import type { JournalRow } from '../../domain/journal-row.ts'
import { chunkOf, chunkRows } from './journal-chunk.ts'

/** How many of `fresh` were not there yet. */
export async function mergeRows(owner: OwnerKey, fresh: readonly JournalRow[]): Promise<number> {
  for (;;) {
    const added = await mergeOnce(owner, fresh)
    if (added !== undefined) return added
  }
}

/** Undefined when another tab packed rows meanwhile: then it must be done again. */
async function mergeOnce(owner: OwnerKey, fresh: readonly JournalRow[]): Promise<number | undefined> {
  const db = await database()
  const [chunks, loose] = await Promise.all([
    db.getAll('journalChunks', ownerRange(owner)),
    db.getAllFromIndex('journalRows', 'byOwner', ownerRange(owner)),
  ])
  const saved: JournalRow[] = []
  for (const chunk of chunks) {
    for (const row of rowsOfChunk(chunk)) saved.push(row)
    await yieldToPage()
  }
  for (const each of loose) saved.push(each.row)
  const before = distinctRows(saved).length
  const rows = distinctRows([...saved, ...fresh])
  if (rows.length === before) return 0
  // Rows of one instant stay in the order they were written.
  rows.sort((a, b) => a.atMs - b.atMs)
  const packed: JournalChunk[] = []
  for (let at = 0; at < rows.length; at += chunkRows) {
    // Below every number that the database gives to a loose row, which name later chunks.
    packed.push(chunkOf(owner, at / (rows.length + 1), rows.slice(at, at + chunkRows)))
    await yieldToPage()
  }
  const transaction = db.transaction(['journalChunks', 'journalRows'], 'readwrite')
  const [chunkStore, looseStore] = [transaction.objectStore('journalChunks'), transaction.objectStore('journalRows')]
  if ((await chunkStore.count(ownerRange(owner))) !== chunks.length) return undefined
  await Promise.all([
    chunkStore.delete(ownerRange(owner)),
    ...loose.map(each => (each.seq === undefined ? undefined : looseStore.delete(each.seq))),
    ...packed.map(chunk => chunkStore.put(chunk)),
    transaction.done,
  ])
  return rows.length - before
}

function distinctRows(rows: readonly JournalRow[]): JournalRow[] {
  const ids = new Set<string>()
  return rows.filter(row => !ids.has(row.id) && ids.add(row.id).size > 0)
}
