/**
 * Copies recorded data of an account into this browser's database, so that screens show both, each row once. Rows are
 * requested from slightly before the last time, since some arrive late; orders if one of their rows was new; samples
 * without positions, which are loaded on demand.
 */
import type { JournalOrder } from '../../../core/domain/journal-order.ts'
import type { JournalRow } from '../../../core/domain/journal-row.ts'
import { type Owner, ownerKey } from '../../../core/domain/owner.ts'
import type { Sample } from '../../../core/domain/sample.ts'
import { everySampleForMs, hourlySamplesForMs, thinnedOut } from '../../../core/domain/thinning.ts'
import { dayMs, hourMs } from '../../../core/domain/time.ts'
import { mostRows, type RecorderAnswer, type RecorderCallName } from '../../../core/history/recorder-interface.ts'
import { minuteOf, savePositions } from '../samples/sample-store.ts'
import { readJournal } from '../journal/journal-reader.ts'
import { isKnownSooner, type MergeCounts, mergeSaved } from '../journal/merge-saved.ts'
import { askRecorder } from './ask-recorder.ts'
import type { Span } from './recorder-state.ts'

/** Maximum delay of rows: settlements, and look-ups after a break. */
const lateMs = 2 * hourMs
const mostPages = 1_000
const idsAtOnce = 200

/** Request span and resolution by age of samples, not finer than this browser stores. */
const asked = [
  { fromAgeMs: hourlySamplesForMs, lengthMs: 1_000 * dayMs, every: 'day' },
  { fromAgeMs: everySampleForMs, lengthMs: 40 * dayMs, every: 'hour' },
  { fromAgeMs: Number.NEGATIVE_INFINITY, lengthMs: dayMs, every: 'minute' },
] as const
type Every = (typeof asked)[number]['every']

export class RecorderFailed extends Error {
  override readonly name = 'RecorderFailed'
}

interface RecordedSync {
  readonly owner: Owner
  readonly account: string
  readonly takenAtMs: number | undefined
  readonly nowMs: number
  readonly covered: readonly Span[]
  readonly signal: AbortSignal
}

/**
 * Returns the number of new items. Rejects with `RecorderFailed` or a database error. A repeated call adds what is
 * missing.
 */
export async function takeRecorded(taking: RecordedSync): Promise<MergeCounts> {
  const owner = ownerKey(taking.owner)
  const fromMs = taking.takenAtMs === undefined ? 0 : Math.max(0, taking.takenAtMs - lateMs)
  const rows = await newRows(taking, fromMs)
  const orders = await ordersOf(taking, rows)
  const merged = await mergeSaved(owner, { rows, orders, notes: [], samples: [] })
  let samples = 0
  for (const stretch of stretches(taking, fromMs)) samples += await takeSamples(taking, stretch)
  if (taking.takenAtMs === undefined) await takeFirst(taking)
  return { ...merged, samples }
}

async function ask<Name extends RecorderCallName>(
  { owner, account, signal }: RecordedSync,
  name: Name,
  query: Readonly<Record<string, unknown>>,
): Promise<RecorderAnswer<Name>> {
  signal.throwIfAborted()
  const reply = await askRecorder(name, owner, { query: { account, ...query } })
  signal.throwIfAborted()
  if (!reply.ok) throw new RecorderFailed(reply.text)
  return reply.answer
}

async function newRows(taking: RecordedSync, fromMs: number): Promise<readonly JournalRow[]> {
  const found: JournalRow[] = []
  let before: string | undefined
  for (let page = 0; page < mostPages; page += 1) {
    const answer: RecorderAnswer<'journal'> = await ask(taking, 'journal', { limit: mostRows, from: fromMs, before })
    for (const row of answer.rows.rows) found.push({ ...row, seenBy: 'recorder' })
    before = answer.before
    if (before === undefined) break
  }
  const oldest = found.at(-1)
  if (oldest === undefined) return found
  const saved = await readJournal(
    ownerKey(taking.owner),
    { fromMs: oldest.atMs },
    Number.MAX_SAFE_INTEGER,
    taking.signal,
  )
  const byId = new Map(saved.rows.map(row => [row.id, row]))
  return found
    .filter(row => {
      const own = byId.get(row.id)
      return own === undefined || isKnownSooner(row, own)
    })
    .toReversed()
}

async function ordersOf(taking: RecordedSync, rows: readonly JournalRow[]): Promise<readonly JournalOrder[]> {
  const ids = [...new Set(rows.flatMap(row => row.client_order_id ?? []))]
  const owner = ownerKey(taking.owner)
  const orders: JournalOrder[] = []
  for (let at = 0; at < ids.length; at += idsAtOnce) {
    const answer = await ask(taking, 'orders', { ids: ids.slice(at, at + idsAtOnce) })
    for (const order of answer.orders.rows) orders.push({ ...order, owner } as unknown as JournalOrder)
  }
  return orders
}

function* stretches({ covered, nowMs }: RecordedSync, fromMs: number): Generator<Span & { readonly every: Every }> {
  for (const span of covered.toReversed()) {
    const beginMs = Math.max(span.fromMs, fromMs)
    let endMs = span.toMs + 1
    while (endMs > beginMs) {
      const { lengthMs, every } = asked.find(each => nowMs - endMs >= each.fromAgeMs) ?? asked[2]
      const startMs = Math.max(beginMs, endMs - lengthMs)
      yield { fromMs: startMs, toMs: endMs, every }
      endMs = startMs
    }
  }
}

async function takeSamples(
  taking: RecordedSync,
  { fromMs, toMs, every }: Span & { readonly every: Every },
): Promise<number> {
  const { samples } = await ask(taking, 'samples', { from: fromMs, to: toMs, every })
  const gone = new Set(
    thinnedOut(
      samples.rows.map(sample => sample.atMs),
      taking.nowMs,
    ),
  )
  const saved = samples.rows.filter(sample => !gone.has(sample.atMs)) as Sample[]
  const merged = await mergeSaved(ownerKey(taking.owner), { rows: [], orders: [], notes: [], samples: saved })
  return merged.samples
}

async function takeFirst(taking: RecordedSync): Promise<void> {
  const { first } = await ask(taking, 'firstPositions', {})
  if (first === null) return
  const { samples } = await ask(taking, 'fullSamples', { at: [minuteOf(first.atMs)] })
  await savePositions(ownerKey(taking.owner), samples.rows as readonly Sample[])
}
