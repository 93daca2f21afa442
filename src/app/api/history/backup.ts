/**
 * Exports everything stored of an account as one JSON file, and restores it. A restore adds what is missing: rows by
 * id, executions by trade id, the newer of two notes, samples of empty minutes. Restoring twice changes nothing.
 */
import type { BadRow } from '../../../core/contract/rows.ts'
import { isoTime } from '../../../core/domain/csv.ts'
import type { JournalOrder } from '../../../core/domain/journal-order.ts'
import { type Owner, ownerKey } from '../../../core/domain/owner.ts'
import type { Sample } from '../../../core/domain/sample.ts'
import type { z } from '../../../core/domain/zod.ts'
import {
  backupFormat,
  backupSchema,
  backupVersion,
  noteSchema,
  orderSchema,
} from '../../../core/history/backup-schema.ts'
import { rowSchema, sampleSchema } from '../../../core/history/saved-schema.ts'
import { database, timely } from '../browser/db.ts'
import { forEachInSlices, yieldToPage } from '../browser/pause.ts'
import { historyChanged } from '../journal/erase.ts'
import { journalTexts } from '../journal/journal-reader.ts'
import { mergeSaved } from '../journal/merge-saved.ts'
import { serverNowMs } from '../venue/clock.ts'
import { ownerRange, ownerTexts } from '../venue/owner.ts'
import { readFullSamples } from '../samples/sample-store.ts'

const samplesAtOnce = 500
const readWithinMs = 15_000

async function* eachTimely(texts: AsyncGenerator<string>): AsyncGenerator<string> {
  for (;;) {
    const next = await timely(texts.next(), readWithinMs)
    if (next.done === true) return
    yield next.value
  }
}

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

export type RestoreResult =
  | {
      readonly ok: true
      readonly rows: number
      readonly orders: number
      readonly notes: number
      readonly samples: number
      readonly rejectedRows: readonly BadRow[]
    }
  | { readonly ok: false; readonly message: string }

/** About ten times years of an active account; the browser reads the file as one text. */
const largestBytes = 200_000_000

/** Rejects if the database fails; a second restore adds what is missing. Reports a file of another kind. */
export async function restoreBackup(owner: Owner, file: Pick<Blob, 'size' | 'text'>): Promise<RestoreResult> {
  if (file.size > largestBytes)
    return { ok: false, message: `This file is over ${largestBytes / 1_000_000} MB, more than a backup may have.` }
  const read = readBackup(await file.text())
  if (read === undefined) return { ok: false, message: 'This file is not a backup of this program.' }
  if (read.venue !== owner.venueKey || read.account !== owner.account) {
    return {
      ok: false,
      message: `This backup is of the account ${read.account} on ${read.venue}. Sign in there to restore it.`,
    }
  }
  const rejectedRows: BadRow[] = []
  const rows = await sound(read.rows, rowSchema, 'rows', rejectedRows)
  const orders = await sound(read.orders, orderSchema, 'orders', rejectedRows)
  const notes = await sound(read.notes, noteSchema, 'notes', rejectedRows)
  const samples = await sound(read.samples, sampleSchema, 'samples', rejectedRows)
  const key = ownerKey(owner)
  const result = await mergeSaved(key, {
    rows,
    orders: orders.map(order => ({ ...order, owner: key }) as unknown as JournalOrder),
    notes: notes.map(note => ({ ...note, owner: key })),
    samples: samples as Sample[],
  })
  await historyChanged(key)
  return { ok: true, ...result, rejectedRows }
}

function readBackup(text: string): z.output<typeof backupSchema> | undefined {
  try {
    const read = backupSchema.safeParse(JSON.parse(text))
    return read.success ? read.data : undefined
  } catch {
    return undefined
  }
}

async function sound<Schema extends z.ZodMiniType>(
  values: readonly unknown[],
  schema: Schema,
  name: string,
  rejectedRows: BadRow[],
): Promise<z.output<Schema>[]> {
  const rows: z.output<Schema>[] = []
  await forEachInSlices(values, (value, index) => {
    const read = schema.safeParse(value)
    if (read.success) rows.push(read.data)
    else {
      const [issue] = read.error.issues
      rejectedRows.push({
        index,
        path: [name, ...(issue?.path ?? [])].join('.'),
        message: issue?.message ?? 'not valid',
      })
    }
  })
  return rows
}
