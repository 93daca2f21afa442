/** What the legs of a package make by their own mids, where each has one. */
import { useMemo } from 'react'
import { useBookQuotes, useMarketSummary } from '../../api/market/market-hooks.ts'
import { type NetPrice, legQuote, netPrices } from '../../pricing/market/leg-quotes.ts'
import type { PackageLeg } from '../../domain/package/package-leg.ts'

/** Per package, signed as bought; undefined while a leg has neither mid nor last trade. */
export function useLegsMid(legs: readonly PackageLeg[], enabled: boolean): NetPrice | undefined {
  const summary = useMarketSummary(enabled).data
  const books = useBookQuotes(enabled ? legs.map(leg => leg.symbol) : [])
  const quotes = books ?? summary
  return useMemo(
    () =>
      quotes === undefined ? undefined : netPrices(legs.map(({ symbol, ratio }) => ({ ratio, quote: legQuote(quotes.get(symbol)) }))).mid,
    [quotes, legs],
  )
}
