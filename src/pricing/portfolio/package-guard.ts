/** The price guard over a package at the market of now: one way to judge a price, whatever screen it is typed on. */
import type { PackageLeg } from '../../domain/package/package-leg.ts'
import type { Decimal } from '../../domain/decimal.ts'
import type { MarketSummary } from '../../domain/market-data.ts'
import type { Side } from '../../domain/order.ts'
import type { PriceFault } from '../../domain/price-fault.ts'
import type { BaseSurface } from '../market/base-surface.ts'
import { type NetPrices, legQuote, netPrices } from '../market/leg-quotes.ts'
import { modelWorth } from './model-worth.ts'
import { packageShape } from '../package-legs.ts'
import { priceFaults } from '../price-guard.ts'
import { structureBounds } from '../structure-bounds.ts'

export interface PackageMarket {
  /** Undefined while no quotes have come. */
  readonly quotes: ReadonlyMap<string, MarketSummary> | undefined
  /** Of a base; undefined where there is none. */
  readonly surfaceOf: (base: string) => BaseSurface | undefined
  /** The moment of quotes and surfaces. */
  readonly nowMs: number
}

export interface PricedOrder {
  readonly legs: readonly PackageLeg[]
  readonly side: Side
  /** Per package, signed as bought. */
  readonly price: Decimal
  /** What prices of the package are multiples of. */
  readonly step?: Decimal | undefined
}

/** What the legs cost one by one. */
export const netOf = (legs: readonly PackageLeg[], quotes: PackageMarket['quotes']): NetPrices =>
  netPrices(legs.map(({ symbol, ratio }) => ({ ratio, quote: legQuote(quotes?.get(symbol)) })))

/** Per package, signed as bought; undefined where the model has no answer. */
export function worthOf(legs: readonly PackageLeg[], { surfaceOf, nowMs }: PackageMarket): number | undefined {
  const shape = packageShape(legs)
  const surface = shape.kind === 'priced' ? surfaceOf(shape.base) : undefined
  return surface === undefined ? undefined : modelWorth(legs, surface, nowMs)
}

/** Each blocks; what is worst first. */
export function packageFaults({ legs, side, price, step }: PricedOrder, market: PackageMarket): readonly PriceFault[] {
  const net = netOf(legs, market.quotes)
  return priceFaults({
    side,
    price,
    mid: net.mid?.price,
    buyNatural: net.buyNatural?.price,
    sellNatural: net.sellNatural?.price,
    bounds: structureBounds(legs),
    worth: worthOf(legs, market),
    step,
  })
}
