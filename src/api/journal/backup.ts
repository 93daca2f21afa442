/**
 * Everything that this browser keeps of an account as one JSON file, and back. A restore adds what is not there yet: rows by their id,
 * executions by trade id, the younger of two notes, samples of minutes that have none; restoring twice changes nothing.
 */
import { isoTime } from '../../domain/csv.ts'
import type { Sample } from '../../domain/sample.ts'
import { minuteMs } from '../../domain/time.ts'
import type { z } from '../../domain/zod.ts'
import type { BadRow } from '../../contract/rows.ts'
import { serverNowMs } from '../venue/clock.ts'
import type { Owner } from '../venue/client.ts'
import { database, timely } from '../browser/db.ts'
import { readFullSamples } from '../history/sample-store.ts'
import { ownerRange, ownerTexts } from '../venue/owner.ts'
import { type OwnerKey, ownerKey } from '../venue/owner-key.ts'
import { forEachInSlices, yieldToPage } from '../browser/pause.ts'
import { backupFormat, backupSchema, backupVersion, noteSchema, orderSchema, rowSchema, sampleSchema } from './backup-schema.ts'
import { historyChanged } from './erase.ts'
import type { JournalOrder } from './journal-order.ts'
import { journalTexts } from './journal-reader.ts'
import type { JournalNote } from './journal-row.ts'
import { mergeRows } from './merge-rows.ts'
import { withoutAbsent } from './journal-step.ts'

const samplesAtOnce = 500
/** Of each read and each write, not of the whole: years of history take their time. */
const readWithinMs = 15_000
const writeWithinMs = 30_000

async function* eachTimely(texts: AsyncGenerator<string>): AsyncGenerator<string> {
  for (;;) {
    const next = await timely(texts.next(), readWithinMs)
    if (next.done === true) return
    yield next.value
  }
}

/** Rejects when the database would not be read, or does not answer. */
export async function exportBackup(owner: Owner): Promise<Blob> {
  const key = ownerKey(owner)
  const db = await database()
  const head = {
    format: backupFormat,
    version: backupVersion,
    venue: owner.venueKey,
    account: owner.account,
    exported_at: isoTime(serverNowMs()),
  }
  const parts = [`${JSON.stringify(head).slice(0, -1)},"rows":[`]
  let isFirst = true
  for await (const text of eachTimely(journalTexts(key))) {
    parts.push(isFirst ? '' : ',', text.slice(1, -1))
    isFirst = false
  }
  const orders = await timely(db.getAll('journalOrders', ownerTexts(key)), readWithinMs)
  const notes = await timely(db.getAll('journalNotes', ownerTexts(key)), readWithinMs)
  parts.push('],"orders":', JSON.stringify(orders), ',"notes":', JSON.stringify(notes), ',"samples":[')
  const times = (await timely(db.getAllKeys('samples', ownerRange(key)), readWithinMs)).map(each => each[1])
  for (let at = 0; at < times.length; at += samplesAtOnce) {
    const samples = await timely(readFullSamples(key, times.slice(at, at + samplesAtOnce)), readWithinMs)
    parts.push(at === 0 ? '' : ',', JSON.stringify(samples).slice(1, -1))
    await yieldToPage()
  }
  parts.push(']}')
  return new Blob(parts, { type: 'application/json' })
}

export type Restored =
  | {
      readonly ok: true
      /** How many were new. */
      readonly rows: number
      readonly orders: number
      readonly notes: number
      readonly samples: number
      readonly setAside: readonly BadRow[]
    }
  | { readonly ok: false; readonly message: string }

/** Rejects when the database would not take it, or does not answer: restored again, it adds what is missing. A file that is none is told. */
export async function restoreBackup(owner: Owner, text: string): Promise<Restored> {
  const read = readBackup(text)
  if (read === undefined) return { ok: false, message: 'This file is not a backup of this program.' }
  if (read.venue !== owner.venueKey || read.account !== owner.account) {
    return { ok: false, message: `This backup is of the account ${read.account} on ${read.venue}. Sign in there to restore it.` }
  }
  const setAside: BadRow[] = []
  const rows = await sound(read.rows, rowSchema, 'rows', setAside)
  const orders = await sound(read.orders, orderSchema, 'orders', setAside)
  const notes = await sound(read.notes, noteSchema, 'notes', setAside)
  const samples = await sound(read.samples, sampleSchema, 'samples', setAside)
  const key = ownerKey(owner)
  const result = {
    rows: await timely(mergeRows(key, rows), writeWithinMs),
    orders: await timely(
      mergeOrders(
        key,
        orders.map(order => ({ ...order, owner: key }) as unknown as JournalOrder),
      ),
      writeWithinMs,
    ),
    notes: await timely(
      mergeNotes(
        key,
        notes.map(note => ({ ...note, owner: key })),
      ),
      writeWithinMs,
    ),
    samples: await timely(mergeSamples(key, samples as Sample[]), writeWithinMs),
  }
  await historyChanged(key)
  return { ok: true, ...result, setAside }
}

function readBackup(text: string): z.output<typeof backupSchema> | undefined {
  try {
    const read = backupSchema.safeParse(JSON.parse(text))
    return read.success ? read.data : undefined
  } catch {
    return undefined
  }
}

async function sound<Schema extends z.ZodType>(
  values: readonly unknown[],
  schema: Schema,
  name: string,
  setAside: BadRow[],
): Promise<z.output<Schema>[]> {
  const rows: z.output<Schema>[] = []
  await forEachInSlices(values, (value, index) => {
    const read = schema.safeParse(value)
    if (read.success) rows.push(read.data)
    else {
      const [issue] = read.error.issues
      setAside.push({ index, path: [name, ...(issue?.path ?? [])].join('.'), message: issue?.message ?? 'not valid' })
    }
  })
  return rows
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
