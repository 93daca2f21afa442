/** Data of a price history chart: stored prices, own fills, own resting orders. */
import { useMemo } from 'react'
import { useFilledOrders } from '../../api/journal/journal-hooks.ts'
import { useInstruments } from '../../api/market/instruments.ts'
import { dec, type Decimal } from '../../../core/domain/decimal.ts'
import { quoteOf } from '../../../core/domain/equity.ts'
import type { Fill } from '../../../core/domain/fill.ts'
import type { JournalOrder } from '../../../core/domain/journal-order.ts'
import type { OrderRecord } from '../../../core/domain/order.ts'
import { type PackageLeg, priceStepOf } from '../../../core/domain/package/package-leg.ts'
import { useFills } from '../account/use-realised.ts'
import { type OwnFill, ownFills, type OwnPart, ownParts, type OwnResting, ownResting } from './own-in-package.ts'
import { useOpenOrders } from '../orders/use-registry.ts'
import { type ShownHistory, usePriceHistory } from './use-price-history.ts'

export interface PriceOverTime {
  readonly prices: ShownHistory | undefined
  readonly fills: readonly OwnFill[]
  readonly parts: readonly OwnPart[]
  readonly orders: readonly OwnResting[]
  readonly currency: string
  readonly step: Decimal
}

const noFills: readonly Fill[] = []
const noOrders: readonly JournalOrder[] = []
const noRecords: readonly OrderRecord[] = []

export function usePriceOverTime(legs: readonly PackageLeg[]): PriceOverTime {
  const prices = usePriceHistory(legs)
  const orders = useFilledOrders() ?? noOrders
  const fills = useFills()?.fills ?? noFills
  const open = useOpenOrders().data ?? noRecords
  const { index } = useInstruments()
  const instruments = useMemo(() => legs.map(leg => index?.bySymbol(leg.symbol)), [legs, index])
  return {
    prices,
    fills: useMemo(() => ownFills(legs, orders, fills), [legs, orders, fills]),
    parts: useMemo(() => ownParts(legs, orders), [legs, orders]),
    orders: useMemo(() => ownResting(legs, open), [legs, open]),
    currency: quoteOf(legs[0]?.symbol ?? '', instruments[0]),
    step: priceStepOf(instruments) ?? dec('0.01'),
  }
}
