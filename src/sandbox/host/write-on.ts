/**
 * An exchange that writes its journal on. Snapshots are taken when doing again what came after the last one would take noticeable time, and
 * seldom enough that taking them costs a small part of the whole, or when much has ended: what a snapshot gives as ended is found in the
 * archive from then on, where there is one, and memory forgets it.
 */
import type { VenueClock } from '../control/venue-clock.ts'
import { latestRules } from '../engine/rules.ts'
import type { Exchange } from '../exchange.ts'
import { type ControlState, type JournalEntry, storedEntry } from '../journal/journal-entry.ts'
import { journaled } from '../journal/journaled.ts'
import type { SandboxMarket } from '../market/create-market.ts'
import type { BroughtBack } from './bring-back.ts'
import type { JournalWriter } from './stored-exchange.ts'

export interface WrittenExchange {
  readonly exchange: Exchange
  readonly market: SandboxMarket
  readonly clock: VenueClock
  /** Entries that were done again at the start. */
  readonly replayed: number
  /** Writes clock and prices as they are set now. */
  saveControl(): void
  /** To be called now and then, about once a second. */
  pulse(): void
  close(): void
}

/** What doing again may take before a snapshot is worth it, ms; and how much longer than taking the last snapshot took. */
const replayMs = 500
const timesSnapshot = 5
/** Orders that ended, and refusals, that wait in memory for the next snapshot: some 40 MB. */
const mostEndedByDefault = 20_000

/** `steadyMs`: the host's clock that never goes back, ms. */
export function writeOn(
  { market, exchange, clock, archive, replayed, tookMs }: BroughtBack,
  writer: JournalWriter,
  steadyMs: () => number,
  mostEnded = mostEndedByDefault,
): WrittenExchange {
  const forgetEnded = (): void => {
    if (writer.archive === undefined) return
    archive.from = writer.archive
    exchange.forgetEnded()
  }
  // A journal of an earlier format brought what had ended into memory.
  forgetEnded()
  let sinceSnapshotMs = tookMs
  let snapshotMs = 0
  let isSnapshotOld = replayed > 0
  const control = (): ControlState => ({ clock: clock.state(), shifts: market.shifts() })
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
  // Whoever ends before the next snapshot should not pay for this start again.
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
