/**
 * Records cash that moved without a fill: settlements, funding, fees, transfers. Compares each sample with the last one
 * that has explained cash. If samples and trades do not match yet (a fill close to a sample, late fills), it waits for
 * the next sample. A waiting sample stores the start of the unexplained cash, so that the next visit continues there.
 */
import type { CashEvent } from '../domain/cash-event.ts'
import { cashEvents, unseenCash } from '../domain/cash-events.ts'
import type { Decimal } from '../domain/decimal.ts'
import type { Sample, SampleInput } from '../domain/sample.ts'
import { minuteMs } from '../domain/time.ts'
import type { RecentTrades } from './recent-trades.ts'

/** A fill this close to a sample may be in its positions but not in its cash, or the reverse. */
export const nearMs = 3_000
/** After this wait, missing trades are not expected any more: the cash is recorded as moved by an unobserved cause. */
const mostWaitMs = 10 * minuteMs
/** Limit on waiting samples. It is above one because the first samples after a gap may all be close to fills. */
const mostWaiting = 5

/** `knownAtMs` is the time of the sample that showed it. */
type NoteCash = (event: CashEvent, knownAtMs: number) => void

export class CashRecorder {
  readonly #trades: RecentTrades
  readonly #note: NoteCash
  #from: Sample | undefined
  #waitingSinceMs: number | undefined
  #waiting = 0

  constructor(trades: RecentTrades, note: NoteCash, from?: Sample) {
    this.#trades = trades
    this.#note = note
    // Close to a fill, the sample's cash and positions may be of different times.
    this.#from = from === undefined || this.#isNear(from) ? undefined : from
  }

  #isNear({ atMs }: Sample): boolean {
    return this.#trades.between(atMs - nearMs, atMs + nearMs).length > 0
  }

  get last(): Sample | undefined {
    return this.#from
  }

  marked(sample: Sample): Sample {
    const fromMs = this.#from?.atMs
    return fromMs === undefined || fromMs >= sample.atMs ? sample : { ...sample, cashFromMs: fromMs }
  }

  /** `areFillsKnown` is false if fills before the sample may be missing. */
  sample(
    to: Sample,
    fundingRates: ReadonlyMap<string, Decimal>,
    listingOf?: SampleInput['listingOf'],
    areFillsKnown = true,
  ): void {
    const from = this.#from
    const isNear = this.#isNear(to)
    if (from?.positions === undefined) return isNear ? undefined : this.#next(to)
    this.#waitingSinceMs ??= to.atMs
    this.#waiting += 1
    const hasWaited = to.atMs - this.#waitingSinceMs > mostWaitMs && this.#waiting > mostWaiting
    const canTell = !isNear && (areFillsKnown || hasWaited)
    const found = canTell
      ? cashEvents({ from, to, trades: this.#trades.between(from.atMs, to.atMs), fundingRates, listingOf })
      : undefined
    if (found !== undefined) for (const event of found) this.#note(event, to.atMs)
    if (found !== undefined) return this.#next(to)
    if (!hasWaited) return
    for (const event of unseenCash({
      from,
      to,
      trades: this.#trades.between(from.atMs, to.atMs),
      fundingRates,
      listingOf,
    }))
      this.#note(event, to.atMs)
    // A sample close to fills is no reliable base either.
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
