/**
 * A sample of what the venue answered when it was asked for positions, balances and prices at once. One of which any part could not be read is none: the
 * history has a gap there, and says why.
 */
import type { AnswerOf } from '../../contract/endpoints.ts'
import type { Decimal } from '../../domain/decimal.ts'
import type { MarketSummary } from '../../domain/market-data.ts'
import { type Sample, type SampleInput, sampleOf } from '../../domain/sample.ts'
import { ratesIn } from '../../domain/usd-value.ts'
import type { Loaded } from '../polling/resource.ts'

export type Summary = ReadonlyMap<string, MarketSummary>

export type Taken =
  | {
      readonly kind: 'sample'
      readonly sample: Sample
      /** Of perpetuals held, where the venue tells them. */
      readonly fundingRates: ReadonlyMap<string, Decimal>
      /** What the venue lists of an instrument, as the answers were read with it. */
      readonly listingOf: SampleInput['listingOf']
    }
  /** So many rows of positions, balances or market prices could not be read. */
  | { readonly kind: 'unread'; readonly unread: readonly { readonly what: string; readonly rows: number }[] }
  | { readonly kind: 'failed' }

export interface SampleAnswers {
  /** Server time. */
  readonly atMs: number
  readonly positions: AnswerOf<'positions'>
  readonly balances: AnswerOf<'balances'>
  /** Undefined where the venue has none. */
  readonly summary: Loaded<Summary> | undefined
  /** What the venue lists of an instrument, as far as that is known. */
  readonly listingOf: SampleInput['listingOf']
}

export function sampleOfAnswers(answers: SampleAnswers): Exclude<Taken, { readonly kind: 'failed' }> {
  const { atMs, positions, balances, summary, listingOf } = answers
  const held = positions.positions_response.positions
  const cash = balances.balance_response
  const sample = sampleOf({ atMs, positions: held.rows, balances: cash.rows, indexOf: ratesIn(summary?.data), listingOf })
  // An index that could not be read is not one that the venue lacks.
  const lacksIndex = sample.equity.leftOut.length > 0 ? (summary?.setAside.length ?? 0) : 0
  const unread = [
    { what: 'positions', rows: held.rejected.length },
    { what: 'balances', rows: cash.rejected.length },
    { what: 'market prices', rows: lacksIndex },
  ].filter(each => each.rows > 0)
  return unread.length > 0
    ? { kind: 'unread', unread }
    : { kind: 'sample', sample, fundingRates: ratesOf(sample, summary?.data), listingOf }
}

function ratesOf(sample: Sample, summary: Summary | undefined): ReadonlyMap<string, Decimal> {
  const rates = new Map<string, Decimal>()
  for (const { symbol } of sample.positions ?? []) {
    const rate = summary?.get(symbol)?.funding_rate
    if (rate !== undefined) rates.set(symbol, rate)
  }
  return rates
}
