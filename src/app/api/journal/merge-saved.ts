/**
 * Merges data stored elsewhere into this browser's: rows by id, executions by trade id, the newer of two notes, samples
 * of empty minutes. Merging twice changes nothing.
 */
import { type JournalOrder, recordOfJournal } from '../../../core/domain/journal-order.ts'
import type { JournalNote, JournalRow } from '../../../core/domain/journal-row.ts'
import { joinedExecutions, addEvidence, type OwnOrder } from '../../../core/domain/own-order.ts'
import type { OwnerKey } from '../../../core/domain/owner.ts'
import type { Sample } from '../../../core/domain/sample.ts'
import { minuteMs } from '../../../core/domain/time.ts'
import { joinedKnown } from '../../../core/history/known-times.ts'
import { joinedPoints } from '../../../core/history/reference-points.ts'
import { database, type JournalChunk, timely } from '../browser/db.ts'
import { ownerRange, ownerTexts } from '../venue/owner.ts'
import { yieldToPage } from '../browser/pause.ts'
import { rowsOfChunk } from './journal-reader.ts'
import { chunkOf, chunkRows } from './journal-chunk.ts'
import { withoutAbsent } from '../../../core/domain/json.ts'

/**
 * Merges rows into the stored ones by time and packs everything again. Rows appended meanwhile stay loose and come
 * after. One transaction replaces what was read, so a failure changes nothing. Returns the number of new rows.
 */
export async function mergeRows(owner: OwnerKey, fresh: readonly JournalRow[]): Promise<number> {
  for (;;) {
    const added = await mergeOnce(owner, fresh)
    if (added !== undefined) return added
  }
}

/** Undefined if another tab packed rows meanwhile; must be retried. */
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
  const own = distinctRows(saved)
  const rows = distinctRows([...own, ...fresh])
  const isSame = rows.length === own.length && rows.every((row, place) => row === own[place])
  if (isSame) return 0
  // A stable sort keeps the written order within an instant.
  rows.sort((a, b) => a.atMs - b.atMs)
  const packed: JournalChunk[] = []
  for (let at = 0; at < rows.length; at += chunkRows) {
    // Lower than any number the database assigns to loose rows, which name later chunks.
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
  return rows.length - own.length
}

/** Returns each row once, in its first version, with the earliest known time. */
function distinctRows(rows: readonly JournalRow[]): JournalRow[] {
  const byId = new Map<string, JournalRow>()
  for (const row of rows) {
    const before = byId.get(row.id)
    if (before === undefined) byId.set(row.id, row)
    else if (isKnownSooner(row, before)) byId.set(row.id, withoutAbsent({ ...before, knownAtMs: row.knownAtMs }))
  }
  return [...byId.values()]
}

export const isKnownSooner = (row: JournalRow, than: JournalRow): boolean =>
  than.knownAtMs !== undefined && (row.knownAtMs ?? row.atMs) < than.knownAtMs

const writeWithinMs = 30_000

export interface SavedElsewhere {
  readonly rows: readonly JournalRow[]
  readonly orders: readonly JournalOrder[]
  readonly notes: readonly JournalNote[]
  readonly samples: readonly Sample[]
}

export interface MergeCounts {
  readonly rows: number
  readonly orders: number
  readonly notes: number
  readonly samples: number
}

export async function mergeSaved(
  owner: OwnerKey,
  { rows, orders, notes, samples }: SavedElsewhere,
): Promise<MergeCounts> {
  return {
    rows: rows.length === 0 ? 0 : await timely(mergeRows(owner, rows), writeWithinMs),
    orders: orders.length === 0 ? 0 : await timely(mergeOrders(owner, orders), writeWithinMs),
    notes: notes.length === 0 ? 0 : await timely(mergeNotes(owner, notes), writeWithinMs),
    samples: samples.length === 0 ? 0 : await timely(mergeSamples(owner, samples), writeWithinMs),
  }
}

const least = (a = Number.POSITIVE_INFINITY, b = Number.POSITIVE_INFINITY): number | undefined => finite(Math.min(a, b))
const most = (a = Number.NEGATIVE_INFINITY, b = Number.NEGATIVE_INFINITY): number | undefined => finite(Math.max(a, b))
const finite = (value: number): number | undefined => (Number.isFinite(value) ? value : undefined)

/** States only move forward. */
function furthestState(a: JournalOrder, b: JournalOrder): Pick<JournalOrder, 'order_state' | 'cancel_state'> {
  const records = [a, b].flatMap(order => (order.order_state === undefined ? [] : (recordOfJournal(order) ?? [])))
  const known = records.reduce<OwnOrder | undefined>(
    (before, record) => addEvidence(before, record.client_order_id, { kind: 'record', record }),
    undefined,
  )
  return { order_state: known?.record?.order_state, cancel_state: known?.record?.cancel_state }
}

/** Combines both; in conflicts the record with more steps and fills wins. */
export function mergedOrder(a: JournalOrder, b: JournalOrder): JournalOrder {
  const weight = (order: JournalOrder): number =>
    order.steps.length + order.executions.length + (order.endedAtMs === undefined ? 0 : 1)
  const [more, less] = weight(a) >= weight(b) ? [a, b] : [b, a]
  const merged: JournalOrder = {
    ...withoutAbsent(less),
    ...withoutAbsent(more),
    ...furthestState(more, less),
    executions: joinedExecutions(more.executions, less.executions),
    steps: [...new Set([...more.steps, ...less.steps])],
    firstFillMs: least(more.firstFillMs, less.firstFillMs),
    refreshedAtMs: most(more.refreshedAtMs, less.refreshedAtMs),
    points: joinedPoints(more.points, less.points),
    ...joinedKnown(more, less),
    bookings:
      more.bookings === undefined && less.bookings === undefined ? undefined : { ...less.bookings, ...more.bookings },
  }
  return withoutAbsent(merged.endedAtMs === undefined ? merged : { ...merged, openSinceMs: undefined })
}

async function mergeOrders(owner: OwnerKey, fresh: readonly JournalOrder[]): Promise<number> {
  const transaction = (await database()).transaction('journalOrders', 'readwrite')
  const known = new Map(
    (await transaction.store.getAll(ownerTexts(owner))).map(order => [order.client_order_id, order]),
  )
  let added = 0
  const changed = new Set<string>()
  for (const order of fresh) {
    const id = order.client_order_id
    const before = known.get(id)
    if (before === undefined) added += 1
    known.set(id, before === undefined ? order : mergedOrder(before, order))
    changed.add(id)
  }
  const writes = [...changed].flatMap(id => known.get(id) ?? []).map(order => transaction.store.put(order))
  await Promise.all([...writes, transaction.done])
  return added
}

async function mergeNotes(owner: OwnerKey, fresh: readonly JournalNote[]): Promise<number> {
  const transaction = (await database()).transaction('journalNotes', 'readwrite')
  const known = new Map((await transaction.store.getAll(ownerTexts(owner))).map(note => [note.subject, note]))
  const younger = new Map<string, JournalNote>()
  for (const note of fresh) {
    if (note.atMs > ((younger.get(note.subject) ?? known.get(note.subject))?.atMs ?? Number.NEGATIVE_INFINITY))
      younger.set(note.subject, note)
  }
  await Promise.all([...[...younger.values()].map(note => transaction.store.put(note)), transaction.done])
  return younger.size
}

async function mergeSamples(owner: OwnerKey, fresh: readonly Sample[]): Promise<number> {
  const transaction = (await database()).transaction(['samples', 'samplePositions'], 'readwrite')
  const [samples, details] = [transaction.objectStore('samples'), transaction.objectStore('samplePositions')]
  const known = new Set((await samples.getAllKeys(ownerRange(owner))).map(each => each[1]))
  let added = 0
  const writes = fresh.flatMap(({ positions, ...light }) => {
    const minute = Math.floor(light.atMs / minuteMs) * minuteMs
    if (known.has(minute)) return []
    known.add(minute)
    added += 1
    const key: [OwnerKey, number] = [owner, minute]
    return [samples.put(light, key), ...(positions === undefined ? [] : [details.put(positions, key)])]
  })
  await Promise.all([...writes, transaction.done])
  return added
}
