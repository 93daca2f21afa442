/** A stored exchange: restores from and writes to any kind of journal (a file, a browser's database). */
import { createVenueClock, type VenueClock } from '../control/venue-clock.ts'
import { createExchange } from '../engine/create-exchange.ts'
import type { Restorable } from '../engine/restore.ts'
import { firstRules, latestRules } from '../engine/rules.ts'
import type { Archive, Exchange, Snapshot } from '../exchange.ts'
import {
  type ControlState,
  type Difference,
  journaled,
  type JournalEntry,
  replayEntry,
  type StoredEntry,
  storedEntry,
} from '../journal/journal-entry.ts'
import type { LeftOut } from '../left-out.ts'
import { createMarket, type SandboxMarket } from '../market/create-market.ts'

export interface JournalHeader {
  readonly seed: string
  readonly market: 'live' | 'frozen'
  readonly instruments: number
  readonly frozenAtMs: number
  readonly openedAtMs: number
  readonly rules?: number
}

/** The journal is damaged or cannot be continued by this program; the message says why. */
export class DamagedJournal extends Error {}

/** The disk refused to read or write; the journal may be intact. */
export class FailedDisk extends Error {}

export interface ReadJournal {
  readonly header: JournalHeader
  readonly control: ControlState | undefined
  readonly snapshot: Restorable | undefined
  /** Ended orders that are not in `snapshot`, while the journal is open; absent if `snapshot` has all. */
  readonly archive?: Archive | undefined
  /** Entries after the snapshot. Throws `DamagedJournal` if any entry is damaged, as do the snapshot's parts. */
  entries(): Iterable<StoredEntry>
}

export interface JournalWriter {
  append(entries: readonly StoredEntry[]): void
  saveSnapshot(snapshot: Snapshot, control: ControlState): void
  syncSoon(): void
  /** Archive of everything returned as ended, so that memory may drop it; absent if memory keeps it. */
  readonly archive?: Archive | undefined
  close(): void
}

export interface HostTime {
  /** Wall clock, ms since 1970 UTC. */
  readonly wallMs: () => number
  /** Monotonic, ms. */
  readonly steadyMs: () => number
}

export interface EngineSettings {
  readonly rfqTimeoutSeconds: number
  readonly leftOut?: LeftOut | undefined
}

export interface RestoredExchange {
  readonly market: SandboxMarket
  readonly exchange: Exchange
  readonly clock: VenueClock
  readonly archive: LiveArchive
  readonly replayed: number
  readonly tookMs: number
}

export interface LiveArchive extends Archive {
  from: Archive
}

const emptyArchive: Archive = {
  byOrderId: () => undefined,
  byClientOrderId: () => undefined,
  traded: () => [],
  all: () => [],
}

const liveArchive = (from: Archive = emptyArchive): LiveArchive => ({
  from,
  byOrderId(id) {
    return this.from.byOrderId(id)
  },
  byClientOrderId(account, id) {
    return this.from.byClientOrderId(account, id)
  },
  traded(account, since) {
    return this.from.traded(account, since)
  },
  all() {
    return this.from.all()
  },
})

/**
 * Restores the exchange of a journal, or creates one as `header` says. Throws `DamagedJournal` for any failure, with a
 * message for the user.
 */
export function restoreExchange(
  journal: ReadJournal | undefined,
  header: JournalHeader,
  engine: EngineSettings,
  time: HostTime,
): RestoredExchange {
  try {
    return replay(journal, header, engine, time)
  } catch (error) {
    if (journal === undefined || error instanceof DamagedJournal || error instanceof FailedDisk) throw error
    throw new DamagedJournal(
      `this exchange cannot be brought back from it (${error instanceof Error ? error.message : String(error)})`,
    )
  }
}

function replay(
  journal: ReadJournal | undefined,
  header: JournalHeader,
  { rfqTimeoutSeconds, leftOut }: EngineSettings,
  { wallMs, steadyMs }: HostTime,
): RestoredExchange {
  const { seed, market: mode, instruments, frozenAtMs } = header
  const market = createMarket({ seed, mode, instruments, frozenAtMs })
  const clock = createVenueClock(wallMs)
  const setControl = (control: ControlState): void => {
    clock.restore(control.clock)
    for (const shift of control.shifts) if (!market.shifts().some(known => isSame(known, shift))) market.shift(shift)
    market.bias.usd = control.bias
  }
  if (journal?.control !== undefined) setControl(journal.control)
  const archive = liveArchive(journal?.archive)
  const rules = header.rules ?? firstRules
  const exchange = createExchange({ market, rfqTimeoutSeconds, leftOut, rules, restore: journal?.snapshot, archive })
  const from = steadyMs()
  let replayed = 0
  for (const entry of journal?.entries() ?? []) {
    replayed += 1
    const difference = replayEntry(entry, exchange, setControl)
    if (difference !== undefined) throw new DamagedJournal(isAnother(entry, difference))
  }
  return { market, exchange, clock, archive, replayed, tookMs: steadyMs() - from }
}

const isAnother = ({ what }: StoredEntry, { path, before, after }: Difference): string =>
  `what it says of ${what.slice(0, 80)}… is not what this exchange comes to: ${path} was ${before} and would now be ${after}; most likely another version of Legwork wrote it`

const isSame = (a: object, b: object): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * An exchange that continues its journal. It takes a snapshot when a replay would take noticeable time, or when many
 * orders have ended, but seldom enough to cost little. After a snapshot, ended orders are read from the archive, if
 * any, and memory drops them.
 */
export interface WrittenExchange {
  readonly exchange: Exchange
  readonly market: SandboxMarket
  readonly clock: VenueClock
  readonly replayed: number
  saveControl(): void
  pulse(): void
  close(): void
}

/** A replay longer than this (ms), or this many times longer than the last snapshot took, triggers a snapshot. */
const replayMs = 500
const timesSnapshot = 5
/** Ended orders and refusals kept in memory until a snapshot: about 40 MB. */
const mostEndedByDefault = 20_000

export function resumeExchange(
  { market, exchange, clock, archive, replayed, tookMs }: RestoredExchange,
  writer: JournalWriter,
  steadyMs: () => number,
  mostEnded = mostEndedByDefault,
): WrittenExchange {
  const forgetEnded = (): void => {
    if (writer.archive === undefined) return
    archive.from = writer.archive
    exchange.forgetEnded()
  }
  // A journal of an earlier format loaded ended orders into memory.
  forgetEnded()
  let sinceSnapshotMs = tookMs
  let snapshotMs = 0
  let isSnapshotOld = replayed > 0
  const control = (): ControlState => ({ clock: clock.state(), shifts: market.shifts(), bias: market.bias.usd })
  const write = (entries: readonly JournalEntry[]): void => {
    writer.append(entries.map(storedEntry))
    isSnapshotOld = true
  }
  const timed: Exchange = {
    ...exchange,
    apply(command, now) {
      const from = steadyMs()
      const applied = exchange.apply(command, now)
      sinceSnapshotMs += steadyMs() - from
      return applied
    },
  }
  const saved = journaled(timed, write)
  const snapshot = (): void => {
    const from = steadyMs()
    saved.flush()
    writer.saveSnapshot(exchange.takeSnapshot(), control())
    forgetEnded()
    snapshotMs = steadyMs() - from
    sinceSnapshotMs = 0
    isSnapshotOld = false
  }
  if (exchange.rules() < latestRules) saved.apply({ kind: 'adopt_rules', version: latestRules }, clock.now())
  // So that the next start does not repeat a long replay.
  if (tookMs > replayMs) snapshot()
  return {
    exchange: saved,
    market,
    clock,
    replayed,
    saveControl() {
      saved.flush()
      write([{ kind: 'control', at: clock.now(), control: control() }])
    },
    pulse() {
      const isMuch = writer.archive !== undefined && exchange.endedInMemory() > mostEnded
      if (isMuch || sinceSnapshotMs > Math.max(replayMs, timesSnapshot * snapshotMs)) snapshot()
      writer.syncSoon()
    },
    close() {
      saved.flush()
      if (isSnapshotOld) snapshot()
      writer.close()
    },
  }
}
