/** Where the price of an underlying comes from. */
import { type Decimal, gt, zero } from '../../domain/decimal.ts'
import type { Instrument } from '../../domain/instrument.ts'
import type { MarketSummary } from '../../domain/market-data.ts'
import type { Override } from './typed-inputs.ts'

export interface ReferencePrice {
  readonly price: Decimal
  /** "index", "mid of BTC-USD-PERPETUAL", "typed", … */
  readonly source: string
  readonly typed?: Override<ReferencePrice> | undefined
}

function indexAmong(instruments: readonly (Instrument | undefined)[], quotes: ReadonlyMap<string, MarketSummary>): Decimal | undefined {
  for (const instrument of instruments) {
    const index = instrument === undefined ? undefined : quotes.get(instrument.symbol)?.index_price
    if (index !== undefined && gt(index, zero)) return index
  }
  return undefined
}

/**
 * Price of the underlying: the venue's index where it gives one, else a mid or last trade of spot, perpetual or the nearest future. `options` are
 * asked for only where nothing linear has an index.
 */
export function referencePrice(
  linear: readonly (Instrument | undefined)[],
  options: () => readonly (Instrument | undefined)[],
  quotes: ReadonlyMap<string, MarketSummary>,
  midOf: (summary: MarketSummary) => { price: Decimal; source: string } | undefined,
): ReferencePrice | undefined {
  const index = indexAmong(linear, quotes) ?? indexAmong(options(), quotes)
  if (index !== undefined) return { price: index, source: 'index' }
  for (const instrument of linear) {
    const summary = instrument === undefined ? undefined : quotes.get(instrument.symbol)
    const found = summary === undefined ? undefined : midOf(summary)
    if (found !== undefined && instrument !== undefined) return { price: found.price, source: `${found.source} of ${instrument.symbol}` }
  }
  return undefined
}
