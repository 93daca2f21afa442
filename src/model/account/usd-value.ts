/**
 * Values in USD. Only the venue's index values an asset: a last trade or a mid is a price someone paid, not what a coin is worth.
 * What has no index is named as left out, never valued at zero.
 */
import { type Decimal, isZero, mul, one, sign, sum, zero } from '../../domain/decimal.ts'
import type { MarketSummary } from '../../domain/market-data.ts'
import { indexSymbols } from '../../domain/sample.ts'

export type Summaries = ReadonlyMap<string, Pick<MarketSummary, 'index_price'>>

export interface UsdRate {
  readonly rate: Decimal
  /** "USD itself", "index of BTC-USD". */
  readonly source: string
}

/** USD of one unit of an asset; undefined where the market summary gives no index. */
export function usdRate(asset: string, summaries: Summaries | undefined): UsdRate | undefined {
  if (asset === 'USD') return { rate: one, source: 'USD itself' }
  for (const symbol of indexSymbols(asset)) {
    const index = summaries?.get(symbol)?.index_price
    if (index !== undefined && sign(index) > 0) return { rate: index, source: `index of ${symbol}` }
  }
  return undefined
}

/** One amount of an asset that goes into a total. */
export interface Amount {
  readonly asset: string
  readonly amount: Decimal
}

/** A total in USD and what it leaves out for want of an index. */
export interface UsdTotal {
  readonly value: Decimal
  /** Assets held but not valued, each once. */
  readonly leftOut: readonly string[]
}

/** Sum of amounts valued in USD; an amount of zero leaves nothing out. */
export function usdTotal(amounts: readonly Amount[], summaries: Summaries | undefined): UsdTotal {
  const leftOut = new Set<string>()
  const values = amounts.map(({ asset, amount }) => {
    if (isZero(amount)) return zero
    const rate = usdRate(asset, summaries)
    if (rate === undefined) leftOut.add(asset)
    return rate === undefined ? zero : mul(amount, rate.rate)
  })
  return { value: sum(values), leftOut: [...leftOut].sort() }
}
