/**
 * Price history of an instrument or package from this browser's data: mids and fitted curves of samples, order books
 * recorded with own orders, and the present mid. Viewing it starts its sampling.
 */
import { useEffect, useMemo, useState } from 'react'
import { lookedAt } from '../../api/history/looked-at.ts'
import { useSamples } from '../../api/history/sample-hooks.ts'
import { useFilledOrders, useOwnerKey } from '../../api/journal/journal-hooks.ts'
import { useInstruments } from '../../api/market/instruments.ts'
import { type Decimal, toNumber } from '../../../core/domain/decimal.ts'
import { expiryOf, valuedProduct } from '../../../core/domain/instrument.ts'
import type { JournalOrder } from '../../../core/domain/journal-order.ts'
import { legsOfPoint } from '../../../core/domain/reference-point.ts'
import type { PackageLeg } from '../../../core/domain/package/package-leg.ts'
import type { SavedSample } from '../../../core/domain/sample.ts'
import { legQuote } from '../../../core/pricing/market/leg-quotes.ts'
import {
  curveReader,
  curveStepMs,
  type PriceHistory,
  priceHistory,
  type PriceMoment,
} from '../../../core/pricing/volatility/price-history.ts'
import { fairLeg } from '../../../core/pricing/quality/fair-value.ts'
import { usePackageMarket } from '../market/use-package-market.ts'

export interface ShownHistory extends PriceHistory {
  readonly nowMs: number
  /** Longest time between two fitted curves without a gap. */
  readonly curveStepMs: number
  readonly missing: string | undefined
}

const noSamples: readonly SavedSample[] = []
const noOrders: readonly JournalOrder[] = []

function notedMids(orders: readonly JournalOrder[]): PriceMoment[] {
  return orders.flatMap(order => {
    const legs = legsOfPoint(order)
    return (order.points ?? []).flatMap(({ atMs, market }): PriceMoment[] => {
      if (market === undefined) return []
      const mids = new Map(legs.map(({ symbol }, index) => [symbol, fairLeg(market.legs[index])]))
      return [{ atMs: market.readMs ?? atMs, priceOf: symbol => numberOf(mids.get(symbol)) }]
    })
  })
}

const numberOf = (value: Decimal | undefined): number | undefined => (value === undefined ? undefined : toNumber(value))

/** `legs` should be stable. Undefined while samples or instruments load. */
export function usePriceHistory(legs: readonly PackageLeg[]): ShownHistory | undefined {
  const owner = useOwnerKey()
  const loaded = useSamples()
  const samples = loaded.status === 'ready' ? loaded.value : noSamples
  const isRead = loaded.status !== 'waiting'
  const fault = loaded.status === 'failed' ? loaded.message : undefined
  const orders = useFilledOrders() ?? noOrders
  const { index } = useInstruments()
  const { quotes, nowMs } = usePackageMarket(legs)
  const [curvesOf] = useState(curveReader)
  useEffect(() => lookedAt.add(legs.map(leg => leg.symbol)), [legs])
  const noted = useMemo(() => notedMids(orders), [orders])
  return useMemo(() => {
    if (!isRead || index === undefined) return undefined
    const now: PriceMoment = { atMs: nowMs, priceOf: symbol => numberOf(legQuote(quotes?.get(symbol)).mid) }
    const isByCurve = (symbol: string): boolean => {
      const listed = index.bySymbol(symbol)
      return valuedProduct(symbol, listed) !== undefined && (listed?.quote_asset ?? 'USD') === 'USD'
    }
    const history = priceHistory({ legs, samples, seen: [...noted, now], isByCurve, curvesOf })
    return { ...history, nowMs, curveStepMs, missing: missingOf(legs, history, owner !== undefined, fault) }
  }, [legs, samples, isRead, fault, noted, index, quotes, nowMs, curvesOf, owner])
}

function missingOf(
  legs: readonly PackageLeg[],
  { atMs, mids, fair }: PriceHistory,
  isSignedIn: boolean,
  fault: string | undefined,
): string | undefined {
  const isDated = legs.every(leg => expiryOf(leg.symbol) !== undefined)
  const isKnown = (values: readonly number[]): boolean => values.some(value => !Number.isNaN(value))
  const parts = [
    fault,
    isSignedIn ? undefined : 'Nothing is sampled while you are signed out.',
    atMs.length === 0 ? 'No price is stored yet, and a leg has no bid or no ask now.' : undefined,
    atMs.length > 0 && !isKnown(mids) ? 'No mid is stored yet: a leg had no bid or no ask.' : undefined,
    isDated || legs.length === 1 ? undefined : 'A leg without an expiry has no fitted curve.',
    isDated && atMs.length > 0 && !isKnown(fair) ? 'Not every leg has a stored fitted curve.' : undefined,
  ].filter(part => part !== undefined)
  return parts.length === 0 ? undefined : parts.join(' ')
}
