/**
 * An exchange with its journal and snapshots in memory, as the server keeps them on disk: killed at any moment it comes back from what was
 * written, and nothing else.
 */
import type { Applied, Command, Exchange } from '../../exchange.ts'
import type { EpochMicros } from '../../../domain/time.ts'
import { type JournalEntry, type StoredEntry, replayEntry, storedEntry } from '../../journal/journal-entry.ts'
import { type JournaledExchange, journaled } from '../../journal/journaled.ts'
import type { Market } from '../../market/market.ts'
import { createExchange } from '../create-exchange.ts'
import { assure } from './assure.ts'

export class Kept {
  readonly #market: Market
  readonly #entries: StoredEntry[] = []
  readonly #ended: string[] = []
  #live: readonly string[] | undefined
  /** Entries that the last snapshot makes unnecessary. */
  #from = 0
  #isAllWritten = true
  exchange: JournaledExchange

  constructor(market: Market) {
    this.#market = market
    this.exchange = this.#journaled(createExchange({ market }))
  }

  #journaled(exchange: Exchange): JournaledExchange {
    const write = (entries: readonly JournalEntry[]): void => void this.#entries.push(...entries.map(storedEntry))
    return journaled(exchange, write)
  }

  /** Nobody is told of anything that is not written. */
  apply(command: Command, now: EpochMicros): Applied {
    const before = this.#entries.length
    const applied = this.exchange.apply(command, now)
    this.#isAllWritten = this.#entries.length > before
    const isQuiet = command.kind === 'tick' && applied.events.length === 0
    assure(this.#isAllWritten || isQuiet, 'what is answered is written', () => command)
    if (this.#isAllWritten && !isQuiet) {
      const { what, at } = storedEntry({ kind: 'command', at: applied.at, command, outcome: applied.outcome })
      const last = this.#entries.at(-1)
      assure(last?.what === what && last.at === at, 'what is written last is what was asked last', () => [last, what])
    }
    return applied
  }

  snapshot(): void {
    this.exchange.flush()
    const { ended, live } = this.exchange.takeSnapshot()
    this.#ended.push(...ended)
    this.#live = live
    this.#from = this.#entries.length
  }

  /** Gone without a word, and back. Says what it came back from. */
  kill(): string {
    const killed = this.exchange.digest()
    const back = createExchange({
      market: this.#market,
      ...(this.#live === undefined ? {} : { restore: { live: this.#live, ended: this.#ended } }),
    })
    const since = this.#entries.slice(this.#from)
    replayAll(back, since)
    if (this.#isAllWritten) assure(back.digest() === killed, 'what comes back is what was killed', () => [back.digest(), killed])
    this.exchange = this.#journaled(back)
    if (!this.#isAllWritten) return 'with ticks unwritten'
    return this.#live === undefined ? 'without a snapshot' : since.length === 0 ? 'right after a snapshot' : 'from a snapshot and entries'
  }

  /** The journal from its beginning, on an exchange that nobody ever looked at, gives the same state; and so does the last snapshot. */
  checkJournal(): void {
    this.exchange.flush()
    const again = createExchange({ market: this.#market })
    replayAll(again, this.#entries)
    assure(again.digest() === this.exchange.digest(), 'a replay gives the same state', () => [again.digest(), this.exchange.digest()])
  }
}

function replayAll(exchange: Exchange, entries: readonly StoredEntry[]): void {
  for (const entry of entries)
    assure(
      replayEntry(entry, exchange, () => undefined),
      'a replay comes to the same outcomes',
      () => entry,
    )
}
