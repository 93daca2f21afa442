/**
 * Contents of a journal and its replay. An entry stores the command, its time and its outcome; replaying all entries in
 * order over the same market gives the same state and outcomes.
 */
import type { Decimal } from '../../../core/domain/decimal.ts'
import { isRecord } from '../../../core/domain/json.ts'
import type { EpochMicros } from '../../../core/domain/time.ts'
import type { ClockState } from '../control/venue-clock.ts'
import type { AppliedCommand, Command, Exchange, ExchangeEvent, Outcome } from '../exchange.ts'
import type { PriceShift } from '../market/create-market.ts'
import { hashText } from '../market/hash.ts'

/**
 * A digest of a command's events (sixteen letters), for comparing a replay with the original. It covers what happened
 * (trades, ends, payments), not how it is displayed, so that a later program may show more. Not cryptographic: two
 * 32-bit sums.
 */
function eventsDigest(events: readonly ExchangeEvent[]): string {
  let text = ''
  for (const event of events) text += `${event.at} ${essence(event)}\n`
  return hex(hashText(text)) + hex(hashText(`${text}.`))
}

const hex = (sum: number): string => sum.toString(16).padStart(8, '0')

function essence(event: ExchangeEvent): string {
  switch (event.kind) {
    case 'order_accepted':
      return `accepted ${event.account} ${event.order.order_id}`
    case 'execution': {
      const { order, index } = event
      const execution = order.executions[index]
      return `execution ${event.account} ${order.order_id} ${index} ${execution?.trade_id} ${execution?.liquidity_flag} ${order.order_state}`
    }
    case 'order_ended':
      return `ended ${event.account} ${event.order.order_id} ${event.reason} ${event.order.executions.length}`
    case 'settled':
      return `settled ${event.account} ${event.tradeable_entity_id} ${event.size} ${event.price} ${event.cash}`
    case 'funded':
      return `funded ${event.account} ${event.tradeable_entity_id} ${event.size} ${event.mark} ${event.rate} ${event.cash}`
    case 'trade': {
      const { trade_id, buyer, seller, quantity, price, legs } = event.trade
      const parts = legs.map(leg => `${leg.tradeable_entity_id}@${leg.quantity}@${leg.price}`).join('/')
      return `trade ${trade_id} ${buyer} ${seller} ${quantity} ${price} ${parts}`
    }
    default:
      return event satisfies never
  }
}

export interface Difference {
  /** "accounts[ann][1].cash[USD][1].amount"; empty if the whole values differ. */
  readonly path: string
  readonly before: string
  readonly after: string
}

/** Undefined if both are equal as JSON. A list entry that begins with a text is named by it. */
export function firstDifference(before: unknown, after: unknown, path = ''): Difference | undefined {
  if (Object.is(before, after)) return undefined
  if (Array.isArray(before) && Array.isArray(after)) return differenceOfLists(before, after, path)
  if (isRecord(before) && isRecord(after)) {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const found = firstDifference(before[name], after[name], path === '' ? name : `${path}.${name}`)
      if (found !== undefined) return found
    }
    return undefined
  }
  return { path, before: shown(before), after: shown(after) }
}

function differenceOfLists(
  before: readonly unknown[],
  after: readonly unknown[],
  path: string,
): Difference | undefined {
  for (let index = 0; index < Math.max(before.length, after.length); index += 1) {
    const [was, is] = [nameOf(before[index]), nameOf(after[index])]
    const place = `${path}[${was !== undefined && was === is ? was : index}]`
    const found = firstDifference(before[index], after[index], place)
    if (found !== undefined) return found
  }
  return undefined
}

const nameOf = (entry: unknown): string | undefined => {
  const first: unknown = Array.isArray(entry) && entry.length > 1 ? entry[0] : undefined
  return typeof first === 'string' ? first : undefined
}

const longest = 400

function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

export interface ControlState {
  readonly clock: ClockState
  readonly shifts: readonly PriceShift[]
  readonly bias?: Decimal | undefined
}

export type JournalEntry =
  | {
      readonly kind: 'command'
      readonly at: EpochMicros
      readonly command: Command
      readonly outcome: Outcome
      readonly events: readonly ExchangeEvent[]
    }
  | { readonly kind: 'ticks'; readonly at: EpochMicros; readonly times: readonly EpochMicros[] }
  | { readonly kind: 'control'; readonly at: EpochMicros; readonly control: ControlState }

/**
 * A stored entry. `what` is JSON. `outcome` is, for a command, the JSON of its answer; then for a command or ticks a
 * newline and the events' digest. Before format 3 the digest is missing, and ticks have no outcome.
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
    return {
      at,
      what: JSON.stringify(entry.command),
      outcome: `${JSON.stringify(entry.outcome)}\n${eventsDigest(entry.events)}`,
    }
  }
  const what: What = kind === 'ticks' ? { kind, times: entry.times } : { kind, control: entry.control }
  return { at, what: JSON.stringify(what), outcome: kind === 'ticks' ? nothingHappened : '' }
}

/**
 * Replays a stored entry. Returns the first difference from the original answer and events; the state is then unusable.
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
      const found =
        outcome === ''
          ? undefined
          : (differenceInTime(applied, time) ?? differenceInEvents(applied, nothingHappened.slice(1)))
      if (found !== undefined) return found
    }
    return undefined
  }
  const applied = exchange.apply(read, at)
  const [answered = '', digest] = outcome.split('\n')
  const isAsAnswered = JSON.stringify(applied.outcome) === answered
  return (
    differenceInTime(applied, at) ??
    (isAsAnswered
      ? undefined
      : firstDifference(JSON.parse(answered), JSON.parse(JSON.stringify(applied.outcome)), 'answer')) ??
    (digest === undefined ? undefined : differenceInEvents(applied, digest))
  )
}

const differenceInTime = (applied: AppliedCommand, at: EpochMicros): Difference | undefined =>
  firstDifference(at, applied.at, 'time')

function differenceInEvents({ events }: AppliedCommand, digest: string): Difference | undefined {
  const now = eventsDigest(events)
  if (now === digest) return undefined
  return { path: 'executions and other events', before: `digest ${digest}`, after: `digest ${now}` }
}

/**
 * An exchange with a journal: no outcome is returned before its command is written. `write` returns once the entries
 * survive the end of the process. If it throws, the exchange refuses everything, since its memory is ahead of the
 * journal. Ticks that pushed nothing are written before the next command or tick with events, and now and then, so that
 * a long quiet time is not lost.
 */
export interface JournaledExchange extends Exchange {
  flush(): void
}

const ticksAtOnce = 60

export function journaled(exchange: Exchange, write: (entries: readonly JournalEntry[]) => void): JournaledExchange {
  let ticks: EpochMicros[] = []
  let failure: unknown
  const put = (entries: readonly JournalEntry[]): void => {
    try {
      write(entries)
    } catch (error) {
      failure = error
      throw error
    }
  }
  const waiting = (): JournalEntry[] => {
    const at = ticks.at(-1)
    if (at === undefined) return []
    const entry: JournalEntry = { kind: 'ticks', at, times: ticks }
    ticks = []
    return [entry]
  }
  const flush = (): void => {
    const entries = waiting()
    if (entries.length > 0) put(entries)
  }
  const apply = (command: Command, now: EpochMicros): AppliedCommand => {
    if (failure !== undefined) throw new Error('the journal can no longer be written', { cause: failure })
    const applied = exchange.apply(command, now)
    const { at, outcome, events } = applied
    if (command.kind === 'tick' && events.length === 0) {
      if (at !== ticks.at(-1)) ticks.push(at)
      if (ticks.length >= ticksAtOnce) flush()
    } else put([...waiting(), { kind: 'command', at, command, outcome, events }])
    return applied
  }
  return { ...exchange, apply, flush }
}
