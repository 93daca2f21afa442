/** The filters as they were left: whoever comes back from another screen, or another day, finds them so. */
import type { Product } from '../../domain/instrument.ts'
import { parseTexts, useSavedChoice } from '../../ui/saved-choice.ts'
import { type MarketFilters, noFilters } from './market-filters.ts'

const products: readonly string[] = ['all', 'option', 'perpetual', 'future', 'spot', 'index'] satisfies (Product | 'all')[]

/** An expiry that has passed would hide everything. */
const isLive = (text: string, nowMs: number): boolean => text === '' || text === 'none' || Number.parseInt(text, 10) > nowMs

export function useMarketFilters(nowMs: () => number): [MarketFilters, (filters: MarketFilters) => void] {
  return useSavedChoice('markets', stored =>
    parseTexts(stored, noFilters, (name, text) => {
      if (name === 'product') return products.includes(text)
      if (name === 'watched') return text.length <= 30
      return name !== 'expiry' || isLive(text, nowMs())
    }),
  )
}
