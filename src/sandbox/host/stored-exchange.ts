/**
 * What a host that stores an exchange reads from its journal and writes to it, whatever the journal lies in (a file, a browser's database):
 * `bring-back.ts` and `write-on.ts` are the same for all.
 */
import type { Restorable } from '../engine/restore.ts'
import type { Archive, Snapshot } from '../exchange.ts'
import type { ControlState, StoredEntry } from '../journal/journal-entry.ts'

/** What the exchange of a journal was made with. */
export interface JournalHeader {
  readonly seed: string
  readonly market: 'live' | 'frozen'
  readonly instruments: number
  /** Of a frozen market. */
  readonly frozenAtMs: number
  readonly openedAtMs: number
  /** Version of the rules that the exchange opened with (`engine/rules.ts`); absent: the first. */
  readonly rules?: number
}

/** What is read is not what was written, or this program cannot go on from it; the message says in what. */
export class DamagedJournal extends Error {}

export interface ReadJournal {
  readonly header: JournalHeader
  readonly control: ControlState | undefined
  readonly snapshot: Restorable | undefined
  /** What has ended and is not in `snapshot`, while the journal is open; absent where all of it is there. */
  readonly archive?: Archive | undefined
  /** Those after the snapshot. Throws `DamagedJournal` where any of all time is not what was written; so do the parts of the snapshot. */
  entries(): Iterable<StoredEntry>
}

export interface JournalWriter {
  append(entries: readonly StoredEntry[]): void
  /** Stores a snapshot of the exchange as it is after the last entry. */
  saveSnapshot(snapshot: Snapshot, control: ControlState): void
  /** Brings what was appended to the disk itself, without waiting for it. */
  syncSoon(): void
  /** Of all that snapshots gave as ended, so that memory need not have it; absent: it has all of it for good. */
  readonly archive?: Archive | undefined
  close(): void
}
