/**
 * Adds what was kept of an account elsewhere to what this browser keeps: rows by their id, executions by trade id, the younger of two notes, samples of
 * minutes that have none. Adding the same twice changes nothing.
 */
import type { Sample } from '../../domain/sample.ts'
import { minuteMs } from '../../domain/time.ts'
import { database, timely } from '../browser/db.ts'
import { ownerRange, ownerTexts } from '../venue/owner.ts'
import type { OwnerKey } from '../../domain/owner.ts'
import type { JournalOrder } from '../../domain/journal-order.ts'
import type { JournalNote, JournalRow } from '../../domain/journal-row.ts'
import { withoutAbsent } from './journal-step.ts'
import { mergeRows } from './merge-rows.ts'

const writeWithinMs = 30_000

export interface SavedElsewhere {
  readonly rows: readonly JournalRow[]
  readonly orders: readonly JournalOrder[]
  readonly notes: readonly JournalNote[]
  readonly samples: readonly Sample[]
}

/** How many were new. */
export interface Merged {
  readonly rows: number
  readonly orders: number
  readonly notes: number
  readonly samples: number
}

/** Rejects when the database would not take it, or does not answer: added again, what is missing comes in. */
export async function mergeSaved(owner: OwnerKey, { rows, orders, notes, samples }: SavedElsewhere): Promise<Merged> {
  return {
    rows: rows.length === 0 ? 0 : await timely(mergeRows(owner, rows), writeWithinMs),
    orders: orders.length === 0 ? 0 : await timely(mergeOrders(owner, orders), writeWithinMs),
    notes: notes.length === 0 ? 0 : await timely(mergeNotes(owner, notes), writeWithinMs),
    samples: samples.length === 0 ? 0 : await timely(mergeSamples(owner, samples), writeWithinMs),
  }
}

/** What either knows; of what they tell differently, the one that knows of more steps and fills. */
export function mergedOrder(a: JournalOrder, b: JournalOrder): JournalOrder {
  const weight = (order: JournalOrder): number => order.steps.length + order.executions.length + (order.endedAtMs === undefined ? 0 : 1)
  const [more, less] = weight(a) >= weight(b) ? [a, b] : [b, a]
  const trades = new Set(more.executions.map(each => each.trade_id))
  const merged: JournalOrder = {
    ...less,
    ...more,
    executions: [...more.executions, ...less.executions.filter(each => !trades.has(each.trade_id))],
    steps: [...new Set([...more.steps, ...less.steps])],
  }
  return merged.endedAtMs === undefined ? merged : withoutAbsent({ ...merged, openSinceMs: undefined })
}

async function mergeOrders(owner: OwnerKey, fresh: readonly JournalOrder[]): Promise<number> {
  const transaction = (await database()).transaction('journalOrders', 'readwrite')
  const known = new Map((await transaction.store.getAll(ownerTexts(owner))).map(order => [order.client_order_id, order]))
  let added = 0
  const writes = fresh.map(order => {
    const before = known.get(order.client_order_id)
    if (before === undefined) added += 1
    return transaction.store.put(before === undefined ? order : mergedOrder(before, order))
  })
  await Promise.all([...writes, transaction.done])
  return added
}

async function mergeNotes(owner: OwnerKey, fresh: readonly JournalNote[]): Promise<number> {
  const transaction = (await database()).transaction('journalNotes', 'readwrite')
  const known = new Map((await transaction.store.getAll(ownerTexts(owner))).map(note => [note.subject, note]))
  const younger = fresh.filter(note => note.atMs > (known.get(note.subject)?.atMs ?? Number.NEGATIVE_INFINITY))
  await Promise.all([...younger.map(note => transaction.store.put(note)), transaction.done])
  return younger.length
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
