/**
 * Where a recorder keeps what it saw, and what reads it. Each record is one row by its key, however often it is written (`rows.ts`). One writer an account at a
 * time, by a lock that ends with its process: it has a number that grows with each who takes over (its fence), and each of its writes is held against that in
 * the same transaction, so one that was cut off from its lock writes nothing more.
 */
import type { z } from '../../domain/zod.ts'
import type { FirstPositions } from '../../domain/sample.ts'
import type { JournalFilter } from '../../history/journal-matcher.ts'
import type { JournalOrder } from '../../domain/journal-order.ts'
import type { JournalRow } from '../../domain/journal-row.ts'
import type { Noted } from '../../history/noted.ts'
import type { Appended } from '../../history/journal-step.ts'
import type { sharedNoteSchema } from '../../history/recorder-interface.ts'
import type { Owner } from '../../domain/owner.ts'
import type { Sample } from '../../domain/sample.ts'
import type { Grain, Retention } from '../accounts/retention.ts'
import type { AlertReader, AlertWriter, Outgoing } from './alert-store.ts'

/** A writer that gave no sign of life for so long is not following. */
export const silentAfterMs = 15_000

export type LightSample = Omit<Sample, 'positions'>
export type SharedNote = z.output<typeof sharedNoteSchema>

/** Inclusive, ms since 1970 UTC. */
export interface Span {
  readonly fromMs: number
  readonly toMs: number
}

export interface RowsPage {
  /** Newest first. */
  readonly rows: readonly JournalRow[]
  /** Asks for what comes after; undefined where there is no more. */
  readonly before: string | undefined
  readonly total: number
}

export interface RowsAsked extends JournalFilter {
  readonly limit: number
  readonly before?: string | undefined
}

export interface OrdersAsked {
  readonly which: 'filled' | 'open' | 'rfqs'
  /** Before that time, of the same order. */
  readonly toMs?: number | undefined
  readonly most: number
}

export interface Audited {
  readonly atMs: number
  readonly subject: string
  readonly account: string
  readonly call: string
  readonly status: number
}

export interface HistoryReader extends AlertReader {
  /** From `fromMs` to before `toMs`, by rising time; only the first of each hour or stretch of a day where a coarser grain is asked for. */
  samples(owner: Owner, fromMs: number, toMs: number, grain?: Grain, most?: number): Promise<readonly LightSample[]>
  /** Of these minutes, with their positions where those are kept. */
  fullSamples(owner: Owner, timesMs: readonly number[]): Promise<readonly Sample[]>
  firstPositions(owner: Owner): Promise<FirstPositions | undefined>
  rows(owner: Owner, asked: RowsAsked): Promise<RowsPage>
  /** The youngest, youngest first. */
  orders(owner: Owner, asked: OrdersAsked): Promise<readonly JournalOrder[]>
  ordersById(owner: Owner, ids: readonly string[]): Promise<readonly JournalOrder[]>
  /** When the account was followed, by rising time. */
  spans(owner: Owner): Promise<readonly Span[]>
  /** Up to when every fill is stored, ms by the venue's clock; undefined where that is not known. */
  fillsUntil(owner: Owner): Promise<number | undefined>
  /** How long ago its writer last gave a sign of life, ms by one clock for all who share the database; undefined where nobody writes. */
  silentMs(owner: Owner): Promise<number | undefined>
  notes(owner: Owner): Promise<readonly SharedNote[]>
}

export type NoteWritten =
  | { readonly ok: true; readonly note: SharedNote | undefined }
  /** `isFull`: the account has as many notes as it may. */
  | { readonly ok: false; readonly note: SharedNote | undefined; readonly isFull?: true }

export interface Store extends HistoryReader {
  /** Makes this process the writer of an account; undefined while another one is. */
  takeWriter(owner: Owner, holder: string): Promise<Writer | undefined>
  /**
   * Refused, with what is there, where the note is not the one of `seenAtMs` (undefined: none), and where it would be one more than `most`. Without text and
   * tags it is removed.
   */
  writeNote(owner: Owner, note: SharedNote, seenAtMs: number | undefined, most?: number): Promise<NoteWritten>
  audit(entry: Audited): Promise<void>
  audited(): Promise<readonly Audited[]>
  /** Drops what concerns no single account and has grown too old: who read what, and parts of tables that nothing is in any more. */
  tidy(nowMs: number, retention: Retention): Promise<void>
  ping(): Promise<void>
  close(): Promise<void>
}

/** Every method rejects with `LostWriter` once another process took over; nothing of that write is kept then. */
export interface Writer {
  /** `news`: what is to be sent of the rows that are new, in the same transaction. */
  append(seen: readonly Noted[], news?: News): Promise<Appended>
  /** False where its minute has one. */
  saveSample(sample: Sample): Promise<boolean>
  /** That the account was followed up to this time, without a break since `fromMs`. */
  saw(span: Span, fillsUntilMs?: number): Promise<void>
  /** Drops what has grown too old; answers how many samples. */
  thin(nowMs: number, retention: Retention): Promise<number>
  /** A sign of life, for readers. */
  beat(): Promise<void>
  release(): Promise<void>
  readonly alerts: AlertWriter
}

/** `fresh`: rows that were not there. */
export type News = (fresh: readonly JournalRow[]) => { readonly outgoing: readonly Outgoing[]; readonly nowMs: number } | undefined

export class LostWriter extends Error {
  override readonly name = 'LostWriter'
}
