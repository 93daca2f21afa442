/** What the quotes of one moment say of each base: a volatility surface with its underlying, made when it is first asked for and then shared. */
import { type Decimal, roundPrice } from '../domain/decimal.ts'
import type { InstrumentIndex } from '../domain/instrument-index.ts'
import { parseInstrumentName } from '../domain/instrument.ts'
import type { MarketSummary } from '../domain/market-data.ts'
import { type BaseSurface, baseSurface, underlyingPrice } from '../pricing/market/base-surface.ts'
import { legQuote } from '../pricing/market/leg-quotes.ts'
import type { ReferencePrice } from '../pricing/market/reference-price.ts'
import { modelPrice } from '../pricing/portfolio/package-guard.ts'
import { type UnitGreeks, unitGreeks } from '../pricing/portfolio/unit-greeks.ts'

export type Quotes = ReadonlyMap<string, MarketSummary>

export interface Surfaces {
  /** The moment that all of them are of, server time in ms. */
  readonly atMs: number
  /** Undefined while instruments or quotes are not there, and while it is being made. */
  readonly of: (base: string) => BaseSurface | undefined
  /** Instruments and quotes are there, and the surface is not yet. */
  readonly isPending: (base: string) => boolean
  /** Price of the base, for which no surface is needed. */
  readonly underlying: (base: string) => ReferencePrice | undefined
}

/** Prices of underlyings, each found once. */
export function underlyingsAt(index: InstrumentIndex | undefined, quotes: Quotes | undefined): Surfaces['underlying'] {
  const found = new Map<string, ReferencePrice | undefined>()
  return base => {
    if (index === undefined || quotes === undefined) return undefined
    if (!found.has(base)) found.set(base, underlyingPrice({ universe: index, base, quotes }))
    return found.get(base)
  }
}

/** Surfaces that are made at once, for who has no screen to keep moving. */
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

/**
 * Price of an instrument as it is quoted (`legQuote`); of an option that is not quoted on both sides the surface's, within the quotes that exist. Undefined
 * where neither is known.
 */
export function priceAt(
  surfaces: Surfaces,
  symbol: string,
  summary: MarketSummary | undefined,
): { readonly price: Decimal; readonly source: string } | undefined {
  const quote = legQuote(summary)
  if (quote.reference !== undefined) return quote.reference
  const name = parseInstrumentName(symbol)
  const surface = name?.product === 'option' ? surfaces.of(name.base) : undefined
  const price = surface === undefined ? undefined : modelPrice(symbol, quote, surface, surfaces.atMs)
  return price === undefined ? undefined : { price: roundPrice(price, 8), source: 'surface' }
}

/** Of one unit of an instrument; only an option needs the surface of its base. */
export function unitAt(surfaces: Surfaces, symbol: string): UnitGreeks {
  const name = parseInstrumentName(symbol)
  const surface = name?.product === 'option' ? surfaces.of(name.base) : undefined
  const unit = unitGreeks(symbol, surface, surfaces.atMs)
  const isPending = !unit.isPriced && unit.why === 'no_market' && name !== undefined && surfaces.isPending(name.base)
  return isPending ? { isPriced: false, why: 'pending' } : unit
}
