/** A price typed for legs that are traded already: what it comes to, and whether it can be meant by the market of now. */
import { useMemo } from 'react'
import { useInstruments } from '../../api/market/instruments.ts'
import type { Decimal } from '../../domain/decimal.ts'
import type { Side } from '../../domain/order.ts'
import { priceStepOf } from '../../domain/package/price-step.ts'
import { isBlankPrice, parsePriceEntry } from '../../domain/price-entry.ts'
import { usePackageMarket } from '../../model/market/use-package-market.ts'
import type { PackageLeg } from '../../domain/package/package-leg.ts'
import { netOf, packageFaults } from '../../pricing/package-guard.ts'
import { type GuardedPrice, type PriceOverride, usePriceOverride } from '../../ui/order/entry/price-override.ts'

interface TypedPrice {
  readonly legs: readonly PackageLeg[]
  readonly side: Side
  readonly text: string
}

interface PriceOfLegs {
  /** Per package, signed as bought; undefined while none is typed that can be read. */
  readonly price: Decimal | undefined
  readonly error: string | undefined
  /** Of the legs. */
  readonly mid: Decimal | undefined
  readonly guarded: GuardedPrice
  readonly override: PriceOverride
}

export function useGuardedPrice({ legs, side, text }: TypedPrice): PriceOfLegs {
  const { index } = useInstruments()
  const market = usePackageMarket()
  const price = parsePriceEntry(text, side)
  const faults = useMemo(() => {
    if (price === undefined) return []
    return packageFaults({ legs, side, price, step: priceStepOf(legs.map(leg => index?.bySymbol(leg.symbol))) }, market)
  }, [legs, side, price, index, market])
  const guarded = { side, price, faults }
  return {
    price,
    error: isBlankPrice(text) || price !== undefined ? undefined : 'Not a price: type 3,200',
    mid: netOf(legs, market.quotes).mid?.price,
    guarded,
    override: usePriceOverride(guarded),
  }
}
