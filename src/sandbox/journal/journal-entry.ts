/**
 * What a journal is made of, and how an exchange is brought back by it. An entry says what was asked of the exchange, when it took effect,
 * and what came of it; doing the entries again in their order on an exchange over the same market gives the same state and outcomes.
 */
import type { EpochMicros } from '../../domain/time.ts'
import type { ClockState } from '../control/venue-clock.ts'
import type { Command, Exchange, Outcome } from '../exchange.ts'
import type { PriceShift } from '../market/price-shifts.ts'

/** What was set by hand: the venue's clock and prices. */
export interface ControlState {
  readonly clock: ClockState
  readonly shifts: readonly PriceShift[]
}

export type JournalEntry =
  | { readonly kind: 'command'; readonly at: EpochMicros; readonly command: Command; readonly outcome: Outcome }
  /** Ticks that nobody was told of, each with its time. */
  | { readonly kind: 'ticks'; readonly at: EpochMicros; readonly times: readonly EpochMicros[] }
  | { readonly kind: 'control'; readonly at: EpochMicros; readonly control: ControlState }

/** An entry as it is kept: JSON texts, the outcome empty where there is none. */
export interface StoredEntry {
  readonly at: EpochMicros
  readonly what: string
  readonly outcome: string
}

type What =
  | Command
  | { readonly kind: 'ticks'; readonly times: readonly EpochMicros[] }
  | { readonly kind: 'control'; readonly control: ControlState }

export function storedEntry(entry: JournalEntry): StoredEntry {
  const { kind, at } = entry
  if (kind === 'command') return { at, what: JSON.stringify(entry.command), outcome: JSON.stringify(entry.outcome) }
  const what: What = kind === 'ticks' ? { kind, times: entry.times } : { kind, control: entry.control }
  return { at, what: JSON.stringify(what), outcome: '' }
}

/**
 * Does a stored entry again. False where the exchange does not come to what was written: then it is not the exchange that wrote it.
 */
export function replayEntry({ at, what, outcome }: StoredEntry, exchange: Exchange, setControl: (control: ControlState) => void): boolean {
  const read = JSON.parse(what) as What
  if (read.kind === 'control') {
    setControl(read.control)
    return true
  }
  if (read.kind === 'ticks') {
    for (const time of read.times) exchange.apply({ kind: 'tick' }, time)
    return true
  }
  const applied = exchange.apply(read, at)
  return applied.at === at && JSON.stringify(applied.outcome) === outcome
}
