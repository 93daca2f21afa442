/**
 * The market for checking package prices on every screen: the venue's quotes and surfaces without typed inputs. Without
 * a market summary, requests each leg's order book.
 */
import { useMemo } from 'react'
import { useBookQuotes } from '../../api/market/market-hooks.ts'
import type { PackageMarket } from '../../../core/pricing/portfolio/package-guard.ts'
import { useMarket } from './use-market.ts'

export function usePackageMarket(legs: readonly { readonly symbol: string }[]): PackageMarket {
  const { quotes, surfaces } = useMarket()
  const books = useBookQuotes(legs.map(leg => leg.symbol))
  const data = books ?? quotes.data
  return useMemo(() => ({ quotes: data, surfaceOf: surfaces.of, nowMs: surfaces.atMs }), [data, surfaces])
}
