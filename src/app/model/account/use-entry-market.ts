/** Market and account data for an order being entered: the same for ticket, builder, amending and firming up. */
import { useMemo } from 'react'
import type { OrderFunds } from '../../../core/domain/account.ts'
import { type Decimal, roundToStep } from '../../../core/domain/decimal.ts'
import type { Instrument } from '../../../core/domain/instrument.ts'
import { estimatedPrice, type MarketEstimate, marketEstimate } from '../../../core/domain/market-estimate.ts'
import type { WirePackage } from '../../../core/domain/normalise.ts'
import type { EntrySummary, OrderEntry } from '../../../core/domain/package/order-entry.ts'
import { joinedSymbol, type Side } from '../../../core/domain/order.ts'
import { bookAsDrafted } from '../../../core/domain/own-quotes.ts'
import { priceStepOf } from '../../../core/domain/package/package-leg.ts'
import type { PriceFault } from '../../../core/domain/price-entry.ts'
import type { NetPrices } from '../../../core/pricing/market/leg-quotes.ts'
import { naturalOf } from '../../../core/pricing/market/leg-quotes.ts'
import { netOf, packageFaults } from '../../../core/pricing/portfolio/package-guard.ts'
import { useBookOfOrder } from '../market/use-book-of-order.ts'
import { usePackageMarket } from '../market/use-package-market.ts'
import { useOrderFunds } from './use-order-funds.ts'

export interface EntryMarket {
  /** Prices from the separate legs, per package, signed as bought. The mid is rounded to the price step. */
  readonly offers: {
    readonly bid: Decimal | undefined
    readonly mid: Decimal | undefined
    readonly ask: Decimal | undefined
  }
  readonly guarded: { readonly side: Side; readonly price: Decimal | undefined; readonly faults: readonly PriceFault[] }
  readonly estimate: MarketEstimate | undefined
  readonly funds: OrderFunds | undefined
  /** Price used for funds and margin: the order's own, else its estimate, for an RFQ the mid of its legs. */
  readonly weighed: Decimal | undefined
}

export interface EntryMarketInputs {
  readonly entry: OrderEntry
  readonly summary: EntrySummary
  readonly instruments: readonly (Instrument | undefined)[]
  readonly isReducing: boolean
  readonly replaces?: string | undefined
  readonly net?: NetPrices | undefined
}

export function useEntryMarket({
  entry,
  summary,
  instruments,
  isReducing,
  replaces,
  net: given,
}: EntryMarketInputs): EntryMarket {
  const { side = 'buy', legs } = entry
  const { price, sendable } = summary
  const market = usePackageMarket(legs)
  const net = given ?? netOf(legs, market.quotes)
  const step = priceStepOf(instruments)
  const faults = useMemo(
    () => (price === undefined || !sendable ? [] : packageFaults({ legs, side, price, step }, market)),
    [legs, side, price, sendable, step, market],
  )
  const estimate = useEstimate(entry, summary, net)
  const weighed = weighedPrice(entry, price, estimate, net)
  return {
    offers: offersOf(net, side, step),
    guarded: { side, price, faults },
    estimate,
    funds: useFunds({ entry, summary, instruments, isReducing, replaces }, weighed),
    weighed,
  }
}

/** A mid between two steps is not a valid price. A buyer gets the step below, a seller the step above. */
function offersOf(
  { mid, buyNatural, sellNatural }: NetPrices,
  side: Side,
  step: Decimal | undefined,
): EntryMarket['offers'] {
  const way = side === 'sell' ? 'up' : 'down'
  const price = mid === undefined || step === undefined ? mid?.price : roundToStep(mid.price, step, way)
  return { bid: sellNatural?.price, mid: price, ask: buyNatural?.price }
}

function useEstimate(
  { mode, type, side }: OrderEntry,
  { wire, quantity }: EntrySummary,
  net: NetPrices,
): MarketEstimate | undefined {
  const isAtMarket =
    mode === 'firm' && type === 'MARKET' && wire !== undefined && quantity !== undefined && side !== undefined
  const book = useBookOfOrder(isAtMarket ? wireSymbol(wire) : undefined)
  if (!isAtMarket) return undefined
  const natural = naturalOf(net, side)?.price
  return marketEstimate({ side, quantity, natural }, typeof book === 'string' ? book : bookAsDrafted(book, wire))
}

export const wireSymbol = ({ kind, legs }: Pick<WirePackage, 'kind' | 'legs'>): string | undefined =>
  kind === 'single' ? legs[0]?.symbol : joinedSymbol(legs.map(({ symbol, ratio }) => ({ symbol, ratio })))

function weighedPrice(
  { side, mode }: OrderEntry,
  typed: Decimal | undefined,
  estimate: MarketEstimate | undefined,
  net: NetPrices,
): Decimal | undefined {
  const natural = naturalOf(net, side) ?? net.mid
  return typed ?? (estimate === undefined ? (mode === 'rfq' ? net.mid : natural)?.price : estimatedPrice(estimate))
}

function useFunds(
  { entry, summary, instruments, isReducing, replaces }: EntryMarketInputs,
  price: Decimal | undefined,
) {
  const { side, legs } = entry
  const { quantity, sendable } = summary
  const known = instruments.flatMap(one => one ?? [])
  return useOrderFunds(
    sendable && price !== undefined && quantity !== undefined && side !== undefined
      ? { legs, side, quantity, price, instruments: known, isReducing, replaces }
      : undefined,
  ).funds
}
