/**
 * Reading the journal, newest first, by filter. Chunks that cannot hold a match are passed over by their heads and by their text, so that
 * a search of years parses little; long searches pause for the page.
 */
import { database, type JournalChunk } from '../db.ts'
import { type OwnerKey, ownerRange } from '../owner.ts'
import { yieldToPage } from '../pause.ts'
import { type JournalKind, type JournalRow, subjectOf } from './journal-row.ts'

export interface JournalFilter {
  /** Words that a row, its note or its tags must all hold. */
  readonly text?: string | undefined
  readonly kinds?: readonly JournalKind[] | undefined
  readonly fromMs?: number | undefined
  /** Not included. */
  readonly toMs?: number | undefined
  /** Only these orders (or rows), by subject. */
  readonly subjects?: readonly string[] | undefined
  /** Notes and tags by subject, searched with the rows. */
  readonly noted?: Readonly<Record<string, string>> | undefined
}

export interface JournalPage {
  /** Newest first. */
  readonly rows: readonly JournalRow[]
  readonly hasMore: boolean
  /** Rows of the account, filtered or not. */
  readonly total: number
}

const wordsOf = (text: string | undefined): string[] =>
  (text ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter(word => word !== '')

const haystackOf = (row: JournalRow, note: string | undefined): string =>
  [
    row.title,
    row.symbol,
    row.kind,
    row.what,
    row.side,
    row.quantity,
    row.price,
    row.detail,
    row.client_order_id,
    row.order_id,
    row.trade_id,
    row.liquidity_flag,
    note,
  ]
    .join('\n')
    .toLowerCase()

const noteOf = (noted: JournalFilter['noted'], subject: string): string | undefined =>
  noted !== undefined && Object.hasOwn(noted, subject) ? noted[subject] : undefined

/** Does a row pass? Made once a search. */
export function journalMatcher(filter: JournalFilter): (row: JournalRow) => boolean {
  const words = wordsOf(filter.text)
  const { kinds, fromMs = Number.NEGATIVE_INFINITY, toMs = Number.POSITIVE_INFINITY, noted } = filter
  const subjects = filter.subjects === undefined ? undefined : new Set(filter.subjects)
  return row => {
    if (row.atMs < fromMs || row.atMs >= toMs || (kinds !== undefined && !kinds.includes(row.kind))) return false
    if (subjects !== undefined && !subjects.has(subjectOf(row))) return false
    if (words.length === 0) return true
    const haystack = haystackOf(row, noteOf(noted, subjectOf(row)))
    return words.every(word => haystack.includes(word))
  }
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

/** Keys and sizes of the chunks, oldest first. */
async function chunkHeads(owner: OwnerKey): Promise<{ readonly n: number; readonly count: number }[]> {
  const heads: { n: number; count: number }[] = []
  const range = IDBKeyRange.bound([owner], [owner, []])
  let cursor = await (await database()).transaction('journalChunks').store.index('counts').openKeyCursor(range)
  while (cursor !== null) {
    heads.push({ n: cursor.key[1], count: cursor.key[2] })
    cursor = await cursor.continue()
  }
  return heads
}

export async function looseRows(owner: OwnerKey): Promise<readonly JournalRow[]> {
  return (await (await database()).getAllFromIndex('journalRows', 'byOwner', ownerRange(owner))).map(each => each.row)
}

const sliceMs = 12

/** The newest `limit` matches. Rejects with an `AbortError` when given up. */
export async function readJournal(owner: OwnerKey, filter: JournalFilter, limit: number, signal?: AbortSignal): Promise<JournalPage> {
  const [loose, heads] = await Promise.all([looseRows(owner), chunkHeads(owner)])
  const total = heads.reduce((sum, head) => sum + head.count, loose.length)
  const matches = journalMatcher(filter)
  const mayMatch = chunkMatcher(filter)
  const found: JournalRow[] = []
  const take = (rows: readonly JournalRow[]): void => {
    for (let index = rows.length - 1; index >= 0 && found.length <= limit; index -= 1) {
      const row = rows[index]
      if (row !== undefined && matches(row)) found.push(row)
    }
  }
  take(loose)
  let began = performance.now()
  for await (const chunk of chunksOf(owner, heads.toReversed(), () => found.length > limit)) {
    if (mayMatch(chunk)) take(rowsOfChunk(chunk))
    if (performance.now() - began <= sliceMs) continue
    await yieldToPage()
    signal?.throwIfAborted()
    began = performance.now()
  }
  return { rows: found.slice(0, limit), hasMore: found.length > limit, total }
}

/** Chunks in the order of `heads`, the next one being fetched while one is worked on. */
async function* chunksOf(owner: OwnerKey, heads: readonly { readonly n: number }[], isEnough: () => boolean): AsyncGenerator<JournalChunk> {
  const db = await database()
  const fetchAt = (index: number): Promise<JournalChunk | undefined> => {
    const head = heads[index]
    return head === undefined ? Promise.resolve(undefined) : db.get('journalChunks', [owner, head.n])
  }
  let next = fetchAt(0)
  for (let index = 0; index < heads.length; index += 1) {
    if (isEnough()) return
    const chunk = await next
    next = fetchAt(index + 1)
    if (chunk !== undefined) yield chunk
  }
}

/** Everything, oldest first, as texts of JSON arrays: chunks as they lie, then the loose rows. */
export async function* journalTexts(owner: OwnerKey): AsyncGenerator<string> {
  const heads = await chunkHeads(owner)
  for await (const chunk of chunksOf(owner, heads, () => false)) yield chunk.text
  const loose = await looseRows(owner)
  if (loose.length > 0) yield JSON.stringify(loose)
}
