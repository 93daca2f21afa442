/**
 * Store of recorded data. Repeated writes of a record make one row (`rows.ts`). One writer per account, by a lock that
 * ends with its process. Each take-over increases the writer's number (fence). Each write checks it in its transaction,
 * so a writer that lost its lock writes nothing more.
 */
import type { z } from '../../core/domain/zod.ts'
import type { FirstPositions } from '../../core/domain/sample.ts'
import type { JournalFilter } from '../../core/history/journal-matcher.ts'
import type { JournalOrder } from '../../core/domain/journal-order.ts'
import type { JournalRow } from '../../core/domain/journal-row.ts'
import type { HistoryNote } from '../../core/history/noted.ts'
import type { JournalChange } from '../../core/history/journal-step.ts'
import type { sharedNoteSchema } from '../../core/history/recorder-interface.ts'
import type { Owner } from '../../core/domain/owner.ts'
import type { Sample } from '../../core/domain/sample.ts'
import type { Grain, Retention } from '../accounts/retention.ts'
import type { AlertReader, AlertWriter, OutgoingAlert } from './alert-store.ts'

/** A writer without a heartbeat for this long is not following. */
export const silentAfterMs = 15_000

export type LightSample = Omit<Sample, 'positions'>
export type SharedNote = z.output<typeof sharedNoteSchema>

/** Inclusive, ms since 1970 UTC. */
export interface Span {
  readonly fromMs: number
  readonly toMs: number
}

export interface RowsPage {
  readonly rows: readonly JournalRow[]
  readonly before: string | undefined
  readonly total: number
}

export interface RowsAsked extends JournalFilter {
  readonly limit: number
  readonly before?: string | undefined
}

export interface OrdersAsked {
  readonly which: 'filled' | 'open' | 'rfqs'
  /** Exclusive; compared with the time by which `which` sorts. */
  readonly toMs?: number | undefined
  readonly most: number
}

export interface AuditEntry {
  readonly atMs: number
  readonly subject: string
  readonly account: string
  readonly call: string
  readonly status: number
}

export interface HistoryReader extends AlertReader {
  /** `fromMs` inclusive, `toMs` exclusive, by time. A coarser `grain`: the first per hour or part of a day. */
  samples(owner: Owner, fromMs: number, toMs: number, grain?: Grain, most?: number): Promise<readonly LightSample[]>
  fullSamples(owner: Owner, timesMs: readonly number[]): Promise<readonly Sample[]>
  firstPositions(owner: Owner): Promise<FirstPositions | undefined>
  rows(owner: Owner, asked: RowsAsked): Promise<RowsPage>
  orders(owner: Owner, asked: OrdersAsked): Promise<readonly JournalOrder[]>
  ordersById(owner: Owner, ids: readonly string[]): Promise<readonly JournalOrder[]>
  spans(owner: Owner): Promise<readonly Span[]>
  /** Time until which every fill is stored, venue clock in ms. Undefined if unknown. */
  fillsUntil(owner: Owner): Promise<number | undefined>
  /** Ms since the writer's last heartbeat, by one clock for all processes. Undefined without a writer. */
  silentMs(owner: Owner): Promise<number | undefined>
  notes(owner: Owner): Promise<readonly SharedNote[]>
}

export type NoteWritten =
  | { readonly ok: true; readonly note: SharedNote | undefined }
  /** `isFull`: the account has reached its limit of notes. */
  | { readonly ok: false; readonly note: SharedNote | undefined; readonly isFull?: true }

export interface Store extends HistoryReader {
  takeWriter(owner: Owner, holder: string): Promise<Writer | undefined>
  /**
   * Refuses the note, and returns the stored one, if that is not of `seenAtMs` (undefined: no note), or above `most`.
   * Deletes a note without text and tags.
   */
  writeNote(owner: Owner, note: SharedNote, seenAtMs: number | undefined, most?: number): Promise<NoteWritten>
  audit(entry: AuditEntry): Promise<void>
  audited(): Promise<readonly AuditEntry[]>
  /** Deletes expired data that belongs to no account: audit entries and empty partitions. */
  tidy(nowMs: number, retention: Retention): Promise<void>
  ping(): Promise<void>
  close(): Promise<void>
}

/** Every method rejects with `LostWriter` once another process took over. Nothing is written then. */
export interface Writer {
  /** `news` creates messages for the new rows, in the same transaction. */
  append(seen: readonly HistoryNote[], news?: News): Promise<JournalChange>
  /** False if the minute already has a sample. */
  saveSample(sample: Sample): Promise<boolean>
  saveSeenSpan(span: Span, fillsUntilMs?: number): Promise<void>
  thin(nowMs: number, retention: Retention): Promise<number>
  beat(): Promise<void>
  release(): Promise<void>
  readonly alerts: AlertWriter
}

/** `fresh` are the rows that were not stored before. */
export type News = (
  fresh: readonly JournalRow[],
) => { readonly outgoing: readonly OutgoingAlert[]; readonly nowMs: number } | undefined

export class LostWriter extends Error {
  override readonly name = 'LostWriter'
}
