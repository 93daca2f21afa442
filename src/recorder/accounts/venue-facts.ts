/** Data of the venue rather than of an account: its listing, requested once an hour, and current market figures. */
import type { Timers } from '../../core/client/timers.ts'
import { indexInstruments, type InstrumentIndex } from '../../core/domain/instrument-index.ts'
import { hourMs } from '../../core/domain/time.ts'
import type { LoadedRows } from '../../core/domain/unread-row.ts'
import type { MarketNow } from '../../core/history/reference-points.ts'
import type { Quotes } from '../../core/domain/market-data.ts'
import type { AccountSession } from './account-session.ts'

const summaryTimeoutMs = 10_000
const listingTimeoutMs = 30_000

export class VenueFacts {
  readonly #session: AccountSession
  readonly #timers: Timers
  #lacksSummary = false
  #quotes: { readonly data: Quotes; readonly readMs: number } | undefined
  #index: InstrumentIndex | undefined
  #listedMs = Number.NEGATIVE_INFINITY
  #asking: Promise<void> | undefined

  constructor(session: AccountSession, timers: Timers) {
    this.#session = session
    this.#timers = timers
  }

  get known(): InstrumentIndex | undefined {
    return this.#index
  }

  get marketNow(): MarketNow {
    const { data = new Map(), readMs } = this.#quotes ?? {}
    return { quotes: data, readMs, universe: this.#index }
  }

  async listing(): Promise<InstrumentIndex | undefined> {
    if (this.#timers.monotonicMs() - this.#listedMs >= hourMs) {
      this.#asking ??= this.#ask().finally(() => {
        this.#asking = undefined
      })
      await this.#asking
    }
    return this.#index
  }

  async #ask(): Promise<void> {
    const nowMs = this.#timers.monotonicMs()
    const answered = await this.#session.client.call('exchangeInfo', { timeoutMs: listingTimeoutMs })
    if (!answered.ok) return
    this.#listedMs = nowMs
    this.#index = indexInstruments(answered.answer.entities_and_rules_response.symbols.rows)
  }

  async summary(): Promise<LoadedRows<Quotes> | undefined | 'failed'> {
    if (this.#lacksSummary) return undefined
    const answered = await this.#session.client.call('marketSummary', { timeoutMs: summaryTimeoutMs })
    if (answered.ok) {
      const data = new Map(answered.answer.rows.map(row => [row.symbol, row]))
      this.#quotes = { data, readMs: this.#session.clock.nowMs() }
      return { data, rejectedRows: answered.answer.rejected }
    }
    this.#lacksSummary = answered.fault.kind === 'not_supported'
    return this.#lacksSummary ? undefined : 'failed'
  }
}
