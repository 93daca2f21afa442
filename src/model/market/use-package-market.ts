/**
 * The market that prices of packages are judged by, the same for every screen: the venue's quotes and the surfaces of them, nothing typed. A
 * venue without a market summary is asked for the order book of each leg.
 */
import { useMemo } from 'react'
import { useBookQuotes } from '../../api/market/market-hooks.ts'
import type { PackageMarket } from '../../pricing/portfolio/package-guard.ts'
import { useMarket } from './use-market.ts'

export function usePackageMarket(legs: readonly { readonly symbol: string }[]): PackageMarket {
  const { quotes, surfaces } = useMarket()
  const books = useBookQuotes(legs.map(leg => leg.symbol))
  const data = books ?? quotes.data
  return useMemo(() => ({ quotes: data, surfaceOf: surfaces.of, nowMs: surfaces.atMs }), [data, surfaces])
}
