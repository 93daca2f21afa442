/** Where the price of an underlying comes from. */
import { type Decimal, cmp, dec } from '../../domain/decimal.ts'
import type { Instrument } from '../../domain/instrument.ts'
import type { MarketSummary } from '../../domain/market-data.ts'
import type { Override } from './typed-inputs.ts'

export interface ReferencePrice {
  readonly price: Decimal
  /** "index", "mid of BTC-USD-PERPETUAL", "typed", … */
  readonly source: string
  readonly typed?: Override<ReferencePrice> | undefined
}

/** Price of the underlying: the venue's index where it gives one, else a mid or last trade of spot, perpetual or the nearest future. */
export function referencePrice(
  linear: readonly (Instrument | undefined)[],
  options: readonly (Instrument | undefined)[],
  quotes: ReadonlyMap<string, MarketSummary>,
  midOf: (summary: MarketSummary) => { price: Decimal; source: string } | undefined,
): ReferencePrice | undefined {
  for (const instrument of [...linear, ...options]) {
    const index = instrument === undefined ? undefined : quotes.get(instrument.symbol)?.index_price
    if (index !== undefined && cmp(index, dec('0')) > 0) return { price: index, source: 'index' }
  }
  for (const instrument of linear) {
    const summary = instrument === undefined ? undefined : quotes.get(instrument.symbol)
    const found = summary === undefined ? undefined : midOf(summary)
    if (found !== undefined && instrument !== undefined) return { price: found.price, source: `${found.source} of ${instrument.symbol}` }
  }
  return undefined
}
