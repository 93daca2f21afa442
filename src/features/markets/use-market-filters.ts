/** The filters, kept while the page lives: whoever comes back from another screen finds them as they were. */
import { useState } from 'react'
import { type MarketFilters, noFilters } from './market-filters.ts'

let kept: MarketFilters = noFilters

export function useMarketFilters(): [MarketFilters, (filters: MarketFilters) => void] {
  const [filters, setFilters] = useState(kept)
  const change = (next: MarketFilters) => {
    kept = next
    setFilters(next)
  }
  return [filters, change]
}
