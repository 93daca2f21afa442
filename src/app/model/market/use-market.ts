/**
 * The present surfaces, one set for the page at one time: the server's time when quotes came, renewed every five
 * seconds while they are used. Screens with the same quotes show the same values.
 */
import { noQuotes, type Quotes } from '../../../core/domain/market-data.ts'
import { useSyncExternalStore } from 'react'
import { subscribeSeenBeat } from '../../api/browser/heartbeat.ts'
import { useInstruments } from '../../api/market/instruments.ts'
import { useMarketSummary } from '../../api/market/market-hooks.ts'
import type { Resource } from '../../api/polling/resource.ts'
import { serverNowMs } from '../../api/venue/clock.ts'
import { createPageSurfaces } from './page-surfaces.ts'
import type { Surfaces } from '../../../core/account/surfaces.ts'

const stepMs = 5_000
const readAtMs = new WeakMap<object, number>()

/** Server time, ms; constant for the same quotes for five seconds. */
export function marketNowMs(quotes: object | undefined): number {
  const key = quotes ?? noQuotes
  const nowMs = serverNowMs()
  const known = readAtMs.get(key)
  if (known !== undefined && Math.abs(nowMs - known) < stepMs) return known
  readAtMs.set(key, nowMs)
  return nowMs
}

function useMarketClock(quotes: object | undefined): number {
  const read = (): number => marketNowMs(quotes)
  return useSyncExternalStore(subscribeSeenBeat, read, read)
}

const page = createPageSurfaces()

export interface Market {
  readonly quotes: Resource<Quotes>
  readonly surfaces: Surfaces
}

export function useMarket(isPolled = true): Market {
  const quotes = useMarketSummary(isPolled)
  const { index } = useInstruments()
  const atMs = useMarketClock(quotes.data)
  useSyncExternalStore(page.shown.subscribe, page.shown.get, page.shown.get)
  return { quotes, surfaces: page.read(index, quotes.data, atMs) }
}
