/**
 * Records what moved the account's cash beside its fills: settlements, funding, fees, transfers. Each sample is compared with the last one whose cash was
 * explained. While samples and trades do not match yet (a fill right at the sample, fills that are still being read), the next sample decides over both. A
 * sample that waits says from which one on cash is unexplained, so that the next visit goes on from there.
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
/** And so many samples: after a gap the first ones may all lie amid fills. */
const mostWaiting = 5

/** `knownAtMs`: of the sample that showed it. */
type NoteCash = (event: CashEvent, knownAtMs: number) => void

export class CashRecorder {
  readonly #trades: RecentTrades
  readonly #note: NoteCash
  #from: Sample | undefined
  #waitingSinceMs: number | undefined
  #waiting = 0

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

  /** The sample with what has to be stored of it beside: `cashFromMs`, if it leaves cash unexplained. */
  marked(sample: Sample): Sample {
    const fromMs = this.#from?.atMs
    return fromMs === undefined || fromMs >= sample.atMs ? sample : { ...sample, cashFromMs: fromMs }
  }

  /** `areFillsKnown`: false while fills until the sample may still be missing. */
  sample(to: Sample, fundingRates: ReadonlyMap<string, Decimal>, listingOf?: SampleInput['listingOf'], areFillsKnown = true): void {
    const from = this.#from
    const isNear = this.#isNear(to)
    if (from?.positions === undefined) return isNear ? undefined : this.#next(to)
    this.#waitingSinceMs ??= to.atMs
    this.#waiting += 1
    const hasWaited = to.atMs - this.#waitingSinceMs > mostWaitMs && this.#waiting > mostWaiting
    const canTell = !isNear && (areFillsKnown || hasWaited)
    const found = canTell ? cashEvents({ from, to, trades: this.#trades.between(from.atMs, to.atMs), fundingRates, listingOf }) : undefined
    if (found !== undefined) for (const event of found) this.#note(event, to.atMs)
    if (found !== undefined) return this.#next(to)
    if (!hasWaited) return
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
    this.#waiting = 0
    this.#trades.forget(sample.atMs)
  }
}
