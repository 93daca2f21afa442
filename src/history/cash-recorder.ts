/**
 * Takes down what moved the account's cash beside its fills: settlements, funding, transfers. Each sample is held against the last that it could be told
 * apart from; where samples and trades do not go together yet (a fill right at the sample, one not yet looked up), the next one decides over both.
 */
import type { CashEvent } from '../domain/cash-event.ts'
import { cashEvents, unseenCash } from '../domain/cash-events.ts'
import type { Decimal } from '../domain/decimal.ts'
import type { Sample, SampleInput } from '../domain/sample.ts'
import { minuteMs } from '../domain/time.ts'
import type { RecentTrades } from './recent-trades.ts'

/** A fill this near a sample may stand in its positions and not in its cash, or the other way round. */
export const nearMs = 3_000
/** Trades that nobody reports are given up then: how much cash moved is noted, and that its cause was not seen. */
const mostWaitMs = 10 * minuteMs

/** `knownAtMs`: of the sample that showed it. */
type NoteCash = (event: CashEvent, knownAtMs: number) => void

export class CashRecorder {
  readonly #trades: RecentTrades
  readonly #note: NoteCash
  #from: Sample | undefined
  #waitingSinceMs: number | undefined

  /** `from`: the last sample taken before, of this browser. */
  constructor(trades: RecentTrades, note: NoteCash, from?: Sample) {
    this.#trades = trades
    this.#note = note
    // Amid fills its cash and its positions may be of different moments.
    this.#from = from === undefined || this.#isNear(from) ? undefined : from
  }

  #isNear({ atMs }: Sample): boolean {
    return this.#trades.between(atMs - nearMs, atMs + nearMs).length > 0
  }

  /** The last sample that the next is compared with. */
  get last(): Sample | undefined {
    return this.#from
  }

  sample(to: Sample, fundingRates: ReadonlyMap<string, Decimal>, listingOf?: SampleInput['listingOf']): void {
    const from = this.#from
    const isNear = this.#isNear(to)
    if (from?.positions === undefined) return isNear ? undefined : this.#next(to)
    const found = isNear ? undefined : cashEvents({ from, to, trades: this.#trades.between(from.atMs, to.atMs), fundingRates, listingOf })
    if (found !== undefined) for (const event of found) this.#note(event, to.atMs)
    this.#waitingSinceMs ??= to.atMs
    if (found !== undefined) return this.#next(to)
    if (to.atMs - this.#waitingSinceMs <= mostWaitMs) return
    for (const event of unseenCash({ from, to, trades: this.#trades.between(from.atMs, to.atMs), fundingRates, listingOf }))
      this.#note(event, to.atMs)
    // A sample amid fills is nothing to begin from either.
    this.#from = undefined
    if (!isNear) this.#next(to)
  }

  #next(sample: Sample): void {
    if (sample.positions === undefined) return
    this.#from = sample
    this.#waitingSinceMs = undefined
    this.#trades.forget(sample.atMs)
  }
}
