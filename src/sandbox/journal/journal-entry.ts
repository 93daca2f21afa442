/**
 * What a journal is made of, and how an exchange is brought back by it. An entry says what was asked of the exchange, when it took effect,
 * and what came of it; doing the entries again in their order on an exchange over the same market gives the same state and outcomes.
 */
import type { EpochMicros } from '../../domain/time.ts'
import type { ClockState } from '../control/venue-clock.ts'
import type { Applied, Command, Exchange, ExchangeEvent, Outcome } from '../exchange.ts'
import type { PriceShift } from '../market/price-shifts.ts'
import { eventsDigest } from './events-digest.ts'
import { type Difference, firstDifference } from './first-difference.ts'

/** What was set by hand: the venue's clock and prices. */
export interface ControlState {
  readonly clock: ClockState
  readonly shifts: readonly PriceShift[]
}

export type JournalEntry =
  | {
      readonly kind: 'command'
      readonly at: EpochMicros
      readonly command: Command
      readonly outcome: Outcome
      readonly events: readonly ExchangeEvent[]
    }
  /** Ticks that nobody was told of, each with its time. */
  | { readonly kind: 'ticks'; readonly at: EpochMicros; readonly times: readonly EpochMicros[] }
  | { readonly kind: 'control'; readonly at: EpochMicros; readonly control: ControlState }

/**
 * An entry as it is kept. `what` is JSON. `outcome` is, for a command, the JSON of what was answered; then, for a command or ticks, a new
 * line and the digest of what was brought about. Entries of journals before format 3 have no such line, and ticks of these no outcome.
 */
export interface StoredEntry {
  readonly at: EpochMicros
  readonly what: string
  readonly outcome: string
}

type What =
  | Command
  | { readonly kind: 'ticks'; readonly times: readonly EpochMicros[] }
  | { readonly kind: 'control'; readonly control: ControlState }

const nothingHappened = `\n${eventsDigest([])}`

export function storedEntry(entry: JournalEntry): StoredEntry {
  const { kind, at } = entry
  if (kind === 'command') {
    return { at, what: JSON.stringify(entry.command), outcome: `${JSON.stringify(entry.outcome)}\n${eventsDigest(entry.events)}` }
  }
  const what: What = kind === 'ticks' ? { kind, times: entry.times } : { kind, control: entry.control }
  return { at, what: JSON.stringify(what), outcome: kind === 'ticks' ? nothingHappened : '' }
}

/**
 * Does a stored entry again. Answers where the exchange comes to anything but what was answered and told when it was written: then the
 * state is not the one that was, and is of no use.
 */
export function replayEntry(
  { at, what, outcome }: StoredEntry,
  exchange: Exchange,
  setControl: (control: ControlState) => void,
): Difference | undefined {
  const read = JSON.parse(what) as What
  if (read.kind === 'control') {
    setControl(read.control)
    return undefined
  }
  if (read.kind === 'ticks') {
    for (const time of read.times) {
      const applied = exchange.apply({ kind: 'tick' }, time)
      const found = outcome === '' ? undefined : (differenceInTime(applied, time) ?? differenceInEvents(applied, nothingHappened.slice(1)))
      if (found !== undefined) return found
    }
    return undefined
  }
  const applied = exchange.apply(read, at)
  const [answered = '', digest] = outcome.split('\n')
  const isAsAnswered = JSON.stringify(applied.outcome) === answered
  return (
    differenceInTime(applied, at) ??
    (isAsAnswered ? undefined : firstDifference(JSON.parse(answered), JSON.parse(JSON.stringify(applied.outcome)), 'answer')) ??
    (digest === undefined ? undefined : differenceInEvents(applied, digest))
  )
}

const differenceInTime = (applied: Applied, at: EpochMicros): Difference | undefined => firstDifference(at, applied.at, 'time')

function differenceInEvents({ events }: Applied, digest: string): Difference | undefined {
  const now = eventsDigest(events)
  if (now === digest) return undefined
  return { path: 'executions and other events', before: `digest ${digest}`, after: `digest ${now}` }
}
