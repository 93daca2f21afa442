/** Volatility surface and underlying price per base, from quotes of one time. Built on first use and shared. */
import type { InstrumentIndex } from '../domain/instrument-index.ts'
import { parseInstrumentName } from '../domain/instrument.ts'
import type { Quotes } from '../domain/market-data.ts'
import { type BaseSurface, baseSurface, underlyingPrice } from '../pricing/market/base-surface.ts'
import type { ReferencePrice } from '../pricing/market/reference-price.ts'
import { type UnitGreeks, unitGreeks } from '../pricing/portfolio/unit-greeks.ts'

export interface Surfaces {
  /** Time of all the quotes, server time in ms. */
  readonly atMs: number
  /** Undefined while instruments or quotes are missing, and while the surface is being built. */
  readonly of: (base: string) => BaseSurface | undefined
  /** True if instruments and quotes are there but the surface is not built yet. */
  readonly isPending: (base: string) => boolean
  /** Needs no surface. */
  readonly underlying: (base: string) => ReferencePrice | undefined
}

export function underlyingsAt(index: InstrumentIndex | undefined, quotes: Quotes | undefined): Surfaces['underlying'] {
  const found = new Map<string, ReferencePrice | undefined>()
  return base => {
    if (index === undefined || quotes === undefined) return undefined
    if (!found.has(base)) found.set(base, underlyingPrice({ universe: index, base, quotes }))
    return found.get(base)
  }
}

/** Builds surfaces synchronously, for callers without a screen to keep responsive. */
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
    isPending: () => false,
    underlying: underlyingsAt(index, quotes),
  }
}

export function unitAt(surfaces: Surfaces, symbol: string): UnitGreeks {
  const name = parseInstrumentName(symbol)
  const surface = name?.product === 'option' ? surfaces.of(name.base) : undefined
  const unit = unitGreeks(symbol, surface, surfaces.atMs)
  const isPending = !unit.isPriced && unit.why === 'no_market' && name !== undefined && surfaces.isPending(name.base)
  return isPending ? { isPriced: false, why: 'pending' } : unit
}
