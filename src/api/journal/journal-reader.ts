/**
 * Reading the journal, newest first, by filter. Chunks that cannot hold a match are passed over by their heads and by their text, so that
 * a search of years parses little; long searches pause for the page.
 */
import { database, type JournalChunk } from '../browser/db.ts'
import { ownerRange } from '../venue/owner.ts'
import type { OwnerKey } from '../../domain/owner.ts'
import { yieldToPage } from '../browser/pause.ts'
import { chunkRows } from './journal-chunk.ts'
import { type JournalFilter, journalMatcher, wordsOf } from '../../history/journal-matcher.ts'
import type { JournalRow } from '../../domain/journal-row.ts'

export interface JournalPage {
  /** Newest first. */
  readonly rows: readonly JournalRow[]
  readonly hasMore: boolean
  /** Rows of the account, filtered or not. */
  readonly total: number
}

/** May a chunk hold a match? Says no only where it surely holds none. */
export function chunkMatcher(filter: JournalFilter): (chunk: JournalChunk) => boolean {
  const { kinds, fromMs = Number.NEGATIVE_INFINITY, toMs = Number.POSITIVE_INFINITY, subjects, noted } = filter
  // A word that JSON writes otherwise, or that a note holds, is not looked for in the text.
  const notes = Object.values(noted ?? {})
    .join('\n')
    .toLowerCase()
  const words = wordsOf(filter.text).filter(word => /^[\w.:@/+-]+$/.test(word) && !notes.includes(word))
  return chunk => {
    if (chunk.toMs < fromMs || chunk.fromMs >= toMs || (kinds !== undefined && !kinds.some(kind => chunk.kinds.includes(kind))))
      return false
    if (subjects !== undefined && !subjects.some(subject => chunk.text.includes(subject))) return false
    if (words.length === 0) return true
    const text = chunk.text.toLowerCase()
    return words.every(word => text.includes(word))
  }
}

export const rowsOfChunk = (chunk: Pick<JournalChunk, 'text'>): readonly JournalRow[] => JSON.parse(chunk.text) as readonly JournalRow[]

interface Chunks {
  /** Oldest first. */
  readonly ns: readonly number[]
  /** Rows in all of them. */
  readonly rows: number
}

/** Which chunks there are. Nearly all are full, so the rows are told by counting those, and by the sizes of the few others. */
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

/** The newest `limit` matches. Rejects with an `AbortError` when given up. */
export async function readJournal(owner: OwnerKey, filter: JournalFilter, limit: number, signal?: AbortSignal): Promise<JournalPage> {
  const [loose, chunks] = await Promise.all([looseRows(owner), chunksOfOwner(owner)])
  const total = chunks.rows + loose.length
  const matches = journalMatcher(filter)
  const mayMatch = chunkMatcher(filter)
  const found: JournalRow[] = []
  // A row that was packed before it was told of again stands there twice.
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

/** Chunks in the order of `ns`, the next one being fetched while one is worked on. */
async function* chunksOf(owner: OwnerKey, ns: readonly number[], isEnough: () => boolean): AsyncGenerator<JournalChunk> {
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

/** Everything, oldest first, as texts of JSON arrays: chunks as they lie, then the loose rows. */
export async function* journalTexts(owner: OwnerKey): AsyncGenerator<string> {
  const { ns } = await chunksOfOwner(owner)
  for await (const chunk of chunksOf(owner, ns, () => false)) yield chunk.text
  const loose = await looseRows(owner)
  if (loose.length > 0) yield JSON.stringify(loose)
}
