/** What the quotes of one moment say of each base: a volatility surface with its underlying, made when it is first asked for and then shared. */
import type { InstrumentIndex } from '../../domain/instrument-index.ts'
import type { MarketSummary } from '../../domain/market-data.ts'
import { type BaseSurface, baseSurface } from '../../pricing/market/base-surface.ts'

export type Quotes = ReadonlyMap<string, MarketSummary>

export interface Surfaces {
  /** The moment that all of them are of, server time in ms. */
  readonly atMs: number
  /** Undefined while instruments or quotes are not there. */
  of(base: string): BaseSurface | undefined
}

export function surfacesAt(index: InstrumentIndex | undefined, quotes: Quotes | undefined, atMs: number): Surfaces {
  const made = new Map<string, BaseSurface>()
  return {
    atMs,
    of(base) {
      if (index === undefined || quotes === undefined) return undefined
      const known = made.get(base)
      if (known !== undefined) return known
      const surface = baseSurface({ universe: index, base, quotes, atMs })
      made.set(base, surface)
      return surface
    },
  }
}
