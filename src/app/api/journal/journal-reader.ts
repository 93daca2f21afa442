/**
 * Reads the journal newest first with a filter. Skips chunks that cannot match by their head and text, so that a search
 * of years parses little. Long searches yield to the page.
 */
import { database, type JournalChunk } from '../browser/db.ts'
import { ownerRange } from '../venue/owner.ts'
import type { OwnerKey } from '../../../core/domain/owner.ts'
import { yieldToPage } from '../browser/pause.ts'
import { chunkRows } from './journal-chunk.ts'
import { type JournalFilter, journalMatcher, searchTerms } from '../../../core/history/journal-matcher.ts'
import type { JournalRow } from '../../../core/domain/journal-row.ts'

export interface JournalPage {
  readonly rows: readonly JournalRow[]
  readonly hasMore: boolean
  readonly total: number
}

/** True if a chunk may contain a match; false only if it certainly does not. */
export function chunkMatcher(filter: JournalFilter): (chunk: JournalChunk) => boolean {
  const { kinds, fromMs = Number.NEGATIVE_INFINITY, toMs = Number.POSITIVE_INFINITY, subjects, noted } = filter
  // A word that JSON escapes, or that a note contains, cannot be searched in the raw text.
  const notes = Object.values(noted ?? {})
    .join('\n')
    .toLowerCase()
  const words = searchTerms(filter.text).filter(word => /^[\w.:@/+-]+$/.test(word) && !notes.includes(word))
  return chunk => {
    if (
      chunk.toMs < fromMs ||
      chunk.fromMs >= toMs ||
      (kinds !== undefined && !kinds.some(kind => chunk.kinds.includes(kind)))
    )
      return false
    if (subjects !== undefined && !subjects.some(subject => chunk.text.includes(subject))) return false
    if (words.length === 0) return true
    const text = chunk.text.toLowerCase()
    return words.every(word => text.includes(word))
  }
}

export const rowsOfChunk = (chunk: Pick<JournalChunk, 'text'>): readonly JournalRow[] =>
  JSON.parse(chunk.text) as readonly JournalRow[]

interface Chunks {
  readonly ns: readonly number[]
  readonly rows: number
}

/** The chunks of an owner. Nearly all are full, so only the sizes of the others are read. */
async function chunksOfOwner(owner: OwnerKey): Promise<Chunks> {
  const { store } = (await database()).transaction('journalChunks')
  const sizes = store.index('sizes')
  const others = IDBKeyRange.bound([owner], [owner, chunkRows], false, true)
  const [keys, full, partRows] = await Promise.all([
    store.getAllKeys(ownerRange(owner)),
    sizes.count([owner, chunkRows]),
    sizeSum(await sizes.openKeyCursor(others)),
  ])
  return { ns: keys.map(key => key[1]), rows: full * chunkRows + partRows }
}

interface SizeCursor {
  readonly key: readonly [OwnerKey, number]
  continue(): Promise<SizeCursor | null>
}

async function sizeSum(first: SizeCursor | null): Promise<number> {
  let sum = 0
  for (let cursor = first; cursor !== null; cursor = await cursor.continue()) sum += cursor.key[1]
  return sum
}

export async function looseRows(owner: OwnerKey): Promise<readonly JournalRow[]> {
  return (await (await database()).getAllFromIndex('journalRows', 'byOwner', ownerRange(owner))).map(each => each.row)
}

const sliceMs = 12

/** The newest `limit` matches. Rejects with an `AbortError` if aborted. */
export async function readJournal(
  owner: OwnerKey,
  filter: JournalFilter,
  limit: number,
  signal?: AbortSignal,
): Promise<JournalPage> {
  const [loose, chunks] = await Promise.all([looseRows(owner), chunksOfOwner(owner)])
  const total = chunks.rows + loose.length
  const matches = journalMatcher(filter)
  const mayMatch = chunkMatcher(filter)
  const found: JournalRow[] = []
  // A row that was packed and then reported again appears twice.
  const ids = new Set<string>()
  const take = (rows: readonly JournalRow[]): void => {
    for (let index = rows.length - 1; index >= 0 && found.length <= limit; index -= 1) {
      const row = rows[index]
      if (row === undefined || ids.has(row.id) || !matches(row)) continue
      ids.add(row.id)
      found.push(row)
    }
  }
  take(loose)
  let began = performance.now()
  for await (const chunk of chunksOf(owner, chunks.ns.toReversed(), () => found.length > limit)) {
    if (mayMatch(chunk)) take(rowsOfChunk(chunk))
    if (performance.now() - began <= sliceMs) continue
    await yieldToPage()
    signal?.throwIfAborted()
    began = performance.now()
  }
  return { rows: found.slice(0, limit), hasMore: found.length > limit, total }
}

async function* chunksOf(
  owner: OwnerKey,
  ns: readonly number[],
  isEnough: () => boolean,
): AsyncGenerator<JournalChunk> {
  const db = await database()
  const fetchAt = (index: number): Promise<JournalChunk | undefined> => {
    const n = ns[index]
    return n === undefined ? Promise.resolve(undefined) : db.get('journalChunks', [owner, n])
  }
  let next = fetchAt(0)
  for (let index = 0; index < ns.length; index += 1) {
    if (isEnough()) return
    const chunk = await next
    next = fetchAt(index + 1)
    if (chunk !== undefined) yield chunk
  }
}

export async function* journalTexts(owner: OwnerKey): AsyncGenerator<string> {
  const { ns } = await chunksOfOwner(owner)
  for await (const chunk of chunksOf(owner, ns, () => false)) yield chunk.text
  const loose = await looseRows(owner)
  if (loose.length > 0) yield JSON.stringify(loose)
}
