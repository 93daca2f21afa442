/** The surfaces of now, one set for the whole page. */
import { useSyncExternalStore } from 'react'
import { useInstruments } from '../../api/market/instruments.ts'
import { useMarketSummary } from '../../api/market/market-hooks.ts'
import type { Resource } from '../../api/polling/resource.ts'
import { useMarketClock } from './market-clock.ts'
import { createPageSurfaces } from './page-surfaces.ts'
import type { Quotes, Surfaces } from '../../account/surfaces.ts'

const page = createPageSurfaces()

export interface Market {
  readonly quotes: Resource<Quotes>
  readonly surfaces: Surfaces
}

/** `isPolled` where quotes are needed; else what is there serves. */
export function useMarket(isPolled = true): Market {
  const quotes = useMarketSummary(isPolled)
  const { index } = useInstruments()
  const atMs = useMarketClock(quotes.data)
  useSyncExternalStore(page.shown.subscribe, page.shown.get, page.shown.get)
  return { quotes, surfaces: page.read(index, quotes.data, atMs) }
}
