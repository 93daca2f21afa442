/**
 * Builds a sample from positions, balances and prices that were fetched together. If any part is unreadable there is no
 * sample: the history has a gap with a reason.
 */
import type { AnswerOf } from '../contract/endpoints.ts'
import { type Decimal, isZero } from '../domain/decimal.ts'
import { lostIndexes, ratesIn } from '../domain/equity.ts'
import type { Quotes } from '../domain/market-data.ts'
import { quoteOfHeld, type Sample, type SampleInput, sampleOf, usdOf } from '../domain/sample.ts'
import type { LoadedRows } from '../domain/unread-row.ts'

export type SampleResult =
  | {
      readonly kind: 'sample'
      readonly sample: Sample
      readonly fundingRates: ReadonlyMap<string, Decimal>
      readonly listingOf: SampleInput['listingOf']
    }
  | { readonly kind: 'unread'; readonly unread: readonly { readonly what: string; readonly rows: number }[] }
  | { readonly kind: 'failed' }

export interface SampleAnswers {
  readonly positions: AnswerOf<'positions'>
  readonly balances: AnswerOf<'balances'>
  readonly summary: LoadedRows<Quotes> | undefined
  readonly listingOf: SampleInput['listingOf']
  readonly before?: Pick<Sample, 'indexes'> | undefined
}

export function sampleOfAnswers(answers: SampleAnswers): Exclude<SampleResult, { readonly kind: 'failed' }> {
  const { positions, balances, summary, listingOf } = answers
  const { positions: held, server_utc_timestamp } = positions.positions_response
  // The positions include fills up to this time. Prices may arrive seconds later.
  const atMs = server_utc_timestamp / 1_000
  const cash = balances.balance_response
  const sample = sampleOf({
    atMs,
    positions: held.rows,
    balances: cash.rows,
    indexOf: ratesIn(summary?.data),
    listingOf,
  })
  // An unreadable index is not the same as one that the venue lacks.
  const lacksIndex = sample.equity.leftOut.length > 0 ? (summary?.rejectedRows.length ?? 0) : 0
  const unread = [
    { what: 'positions', rows: held.rejected.length },
    { what: 'balances', rows: cash.rejected.length },
    { what: 'market prices', rows: lacksIndex },
    { what: 'index prices', rows: lostOf(sample, answers).length },
  ].filter(each => each.rows > 0)
  return unread.length > 0
    ? { kind: 'unread', unread }
    : { kind: 'sample', sample, fundingRates: ratesOf(sample, summary?.data), listingOf }
}

function lostOf(sample: Sample, { summary, listingOf, before }: SampleAnswers): string[] {
  if (before === undefined) return []
  const cash = Object.entries(sample.cash).flatMap(([asset, amount]) => (isZero(amount) ? [] : [asset]))
  return lostIndexes([...cash, ...(sample.positions ?? []).map(quoteOfHeld)], {
    had: asset => Object.hasOwn(before.indexes, asset),
    rateOf: asset => usdOf(asset, sample.indexes),
    isListed: symbol =>
      summary?.data.has(symbol) === true || listingOf === undefined || listingOf(symbol) !== undefined,
  })
}

function ratesOf(sample: Sample, summary: Quotes | undefined): ReadonlyMap<string, Decimal> {
  const rates = new Map<string, Decimal>()
  for (const { symbol } of sample.positions ?? []) {
    const rate = summary?.get(symbol)?.funding_rate
    if (rate !== undefined) rates.set(symbol, rate)
  }
  return rates
}
