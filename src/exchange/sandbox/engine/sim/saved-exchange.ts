/**
 * An exchange with journal and snapshots in memory, as the server stores them on disk: after a kill it is restored from
 * what was written.
 */
import type { EpochMicros } from '../../../../core/domain/time.ts'
import type { AppliedCommand, Command, Exchange } from '../../exchange.ts'
import {
  journaled,
  type JournaledExchange,
  type JournalEntry,
  replayEntry,
  type StoredEntry,
  storedEntry,
} from '../../journal/journal-entry.ts'
import type { Market } from '../../market/market.ts'
import { createExchange } from '../create-exchange.ts'
import { answersOf, type Questions } from './answers.ts'
import { assure, assureSame } from './assure.ts'
import { createMemoryArchive } from './memory-archive.ts'

export class SavedExchange {
  readonly #market: Market
  readonly #entries: StoredEntry[] = []
  readonly #archive = createMemoryArchive()
  #live: readonly string[] | undefined
  #from = 0
  #isAllWritten = true
  exchange: JournaledExchange

  constructor(market: Market) {
    this.#market = market
    this.exchange = this.#journaled(createExchange({ market, archive: this.#archive }))
  }

  #journaled(exchange: Exchange): JournaledExchange {
    const write = (entries: readonly JournalEntry[]): void => void this.#entries.push(...entries.map(storedEntry))
    return journaled(exchange, write)
  }

  entries(): readonly StoredEntry[] {
    return this.#entries
  }

  apply(command: Command, now: EpochMicros): AppliedCommand {
    const before = this.#entries.length
    const applied = this.exchange.apply(command, now)
    this.#isAllWritten = this.#entries.length > before
    const isQuiet = command.kind === 'tick' && applied.events.length === 0
    assure(this.#isAllWritten || isQuiet, 'what is answered is written', () => command)
    if (this.#isAllWritten && !isQuiet) {
      const { what, at } = storedEntry({
        kind: 'command',
        at: applied.at,
        command,
        outcome: applied.outcome,
        events: applied.events,
      })
      const last = this.#entries.at(-1)
      assure(last?.what === what && last.at === at, 'what is written last is what was asked last', () => [last, what])
    }
    return applied
  }

  snapshot(): void {
    this.exchange.flush()
    const { ended, live } = this.exchange.takeSnapshot()
    for (const each of ended) this.#archive.add(each)
    this.exchange.forgetEnded()
    this.#live = live
    this.#from = this.#entries.length
  }

  /**
   * Kills and restores the exchange. The restored one, from the last snapshot and later entries, must equal the killed
   * one, and so must a replay of the whole journal, for every possible query. Lost ticks that were never reported do
   * not matter. Returns how it was restored.
   */
  kill(asked: Questions, now: EpochMicros): string {
    // Without a snapshot the archive is empty; with one, this exchange has all its past in memory and the other almost
    // none.
    const back = createExchange({
      market: this.#market,
      ...(this.#live === undefined ? { archive: this.#archive } : {}),
    })
    replayAll(back, this.#entries)
    if (this.#isAllWritten)
      assureSame(this.exchange.digest(), back.digest(), 'the journal from its beginning comes to what was killed')
    let answering = back
    if (this.#live !== undefined) {
      answering = createExchange({
        market: this.#market,
        restore: { live: this.#live, ended: [] },
        archive: this.#archive,
      })
      replayAll(answering, this.#entries.slice(this.#from))
      // A snapshot between commands has a later time than the last command.
      for (const each of [back, answering]) each.liveRfqs(now)
      assureSame(back.digest(), answering.digest(), 'the last snapshot and what came after it come to what was killed')
    }
    assureSame(
      answersOf(this.exchange, asked, now),
      answersOf(answering, asked, now),
      'what is asked after a kill is answered as before',
    )
    this.exchange = this.#journaled(answering)
    if (!this.#isAllWritten) return 'with ticks unwritten'
    if (this.#live === undefined) return 'without a snapshot'
    return this.#from === this.#entries.length ? 'right after a snapshot' : 'from a snapshot and entries'
  }
}

function replayAll(exchange: Exchange, entries: readonly StoredEntry[]): void {
  for (const entry of entries) {
    const difference = replayEntry(entry, exchange, () => undefined)
    assure(difference === undefined, 'a replay comes to the same outcomes', () => [difference, entry.what])
  }
}
