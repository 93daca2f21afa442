/**
 * Values in USD. Only the venue's index values an asset: a last trade or a mid is a price someone paid, not what a coin is worth.
 * What has no index is named as left out, never valued at zero.
 */
import { type Decimal, isZero, mul, one, sign, sum } from './decimal.ts'
import type { MarketSummary } from './market-data.ts'

export type Summaries = ReadonlyMap<string, Pick<MarketSummary, 'index_price'>>

export interface UsdRate {
  readonly rate: Decimal
  /** "USD itself", "index of BTC-USD". */
  readonly source: string
}

/** USD of one unit of an asset; undefined without an index. */
export type RateOf = (asset: string) => Decimal | undefined

/** Instruments whose index values an asset in USD, in the order they are asked. */
export const indexSymbols = (asset: string): readonly string[] => [`${asset}-USD`, `${asset}-USD-PERPETUAL`]

/** USD of one unit of an asset; undefined where the market summary gives no index above zero. */
export function usdRate(asset: string, summaries: Summaries | undefined): UsdRate | undefined {
  if (asset === 'USD') return { rate: one, source: 'USD itself' }
  for (const symbol of indexSymbols(asset)) {
    const index = summaries?.get(symbol)?.index_price
    if (index !== undefined && sign(index) > 0) return { rate: index, source: `index of ${symbol}` }
  }
  return undefined
}

/** The same as numbers only. */
export const ratesIn =
  (summaries: Summaries | undefined): RateOf =>
  asset =>
    usdRate(asset, summaries)?.rate

/**
 * Assets that had an index and have none now. Such an asset is missing, not worth nothing; one whose market the venue no longer lists has no
 * index to wait for.
 */
export const lostIndexes = (
  assets: Iterable<string>,
  { had, rateOf, isListed }: { had(asset: string): boolean; rateOf: RateOf; isListed(symbol: string): boolean },
): string[] => [...new Set(assets)].filter(each => had(each) && rateOf(each) === undefined && indexSymbols(each).some(isListed)).sort()

/** What of a row goes into a total, and what it is called where nothing values it. */
export interface Counted<Row> {
  readonly name: (row: Row) => string
  readonly asset: (row: Row) => string
  readonly amount: (row: Row) => Decimal
}

/** A total in USD and what it leaves out for want of an index. */
export interface UsdTotal {
  readonly value: Decimal
  /** Names of what is held but not valued, each once. */
  readonly leftOut: readonly string[]
}

/** Sum of rows valued in USD; an amount of zero leaves nothing out. Rows of an asset are added up first: sums of decimals are exact. */
export function usdTotal<Row>(rows: readonly Row[], { name, asset, amount }: Counted<Row>, rateOf: RateOf): UsdTotal {
  const byAsset = new Map<string, Row[]>()
  for (const row of rows) {
    const group = byAsset.get(asset(row))
    if (group === undefined) byAsset.set(asset(row), [row])
    else group.push(row)
  }
  const values: Decimal[] = []
  const leftOut = new Set<string>()
  for (const [each, members] of byAsset) {
    const rate = rateOf(each)
    if (rate !== undefined) values.push(mul(sum(members.map(amount)), rate))
    else for (const row of members) if (!isZero(amount(row))) leftOut.add(name(row))
  }
  return { value: sum(values), leftOut: [...leftOut] }
}
