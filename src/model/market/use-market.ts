/** The surfaces of now, one set for the whole page. */
import { useInstruments } from '../../api/market/instruments.ts'
import { useMarketSummary } from '../../api/market/market-hooks.ts'
import type { Resource } from '../../api/polling/resource.ts'
import { remembered } from '../remembered.ts'
import { useMarketClock } from './market-clock.ts'
import { type Quotes, type Surfaces, surfacesAt } from './surfaces.ts'

const shared = remembered(surfacesAt)

export interface Market {
  readonly quotes: Resource<Quotes>
  readonly surfaces: Surfaces
}

/** `isPolled` where quotes are needed; else what is there serves. */
export function useMarket(isPolled = true): Market {
  const quotes = useMarketSummary(isPolled)
  const { index } = useInstruments()
  const atMs = useMarketClock(quotes.data)
  return { quotes, surfaces: shared(index, quotes.data, atMs) }
}
