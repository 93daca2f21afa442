/**
 * Price of one instrument: from its quotes, else from its base's surface. Not in `surfaces.ts`, so that a screen which
 * prices nothing starts without the payoff model.
 */
import { type Decimal, roundPrice } from '../domain/decimal.ts'
import { parseInstrumentName } from '../domain/instrument.ts'
import type { MarketSummary } from '../domain/market-data.ts'
import { legQuote } from '../pricing/market/leg-quotes.ts'
import { modelPrice } from '../pricing/portfolio/package-guard.ts'
import type { Surfaces } from './surfaces.ts'

export function priceAt(
  surfaces: Surfaces,
  symbol: string,
  summary: MarketSummary | undefined,
): { readonly price: Decimal; readonly source: string } | undefined {
  const quote = legQuote(summary)
  if (quote.reference !== undefined) return quote.reference
  const name = parseInstrumentName(symbol)
  const surface = name?.product === 'option' ? surfaces.of(name.base) : undefined
  const price = surface === undefined ? undefined : modelPrice(symbol, quote, surface, surfaces.atMs)
  return price === undefined ? undefined : { price: roundPrice(price, 8), source: 'surface' }
}
