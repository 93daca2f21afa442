/**
 * The exchange with a memory: nobody learns what came of a command before it is written. `write` returns once the entries survive the end
 * of the process; where it throws, the exchange takes nothing more, since what it holds in memory is ahead of what would come back.
 *
 * Ticks that brought nothing about that anybody is told of need not survive by themselves: they are written before the next command
 * or telling tick (what came later was decided after them), and now and then, so that a long quiet time is not lost as a whole.
 */
import type { EpochMicros } from '../../domain/time.ts'
import type { Applied, Command, Exchange } from '../exchange.ts'
import type { JournalEntry } from './journal-entry.ts'

export interface JournaledExchange extends Exchange {
  /** Writes the ticks that wait. */
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
  const apply = (command: Command, now: EpochMicros): Applied => {
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
