/** The closing order: size capped at the position, price between mid and natural, effect on the portfolio. */
import { useCallback, useMemo, useState } from 'react'
import { useServerClock } from '../../../api/venue/clock.ts'
import type { Position } from '../../../../core/domain/account.ts'
import { type Decimal, gt } from '../../../../core/domain/decimal.ts'
import type { InstrumentIndex } from '../../../../core/domain/instrument-index.ts'
import { parseInstrumentName, valuedProduct } from '../../../../core/domain/instrument.ts'
import { emptyEntry, type OrderEntry, summariseEntry } from '../../../../core/domain/package/order-entry.ts'
import {
  closePrice,
  closeSteps,
  type CloseTerms,
  closingOfOrder,
  closingSize,
  entriesOf,
  realisedBy,
} from '../../../../core/domain/package/closing.ts'
import { priceStepOf } from '../../../../core/domain/package/package-leg.ts'
import { priceText } from '../../../../core/domain/price-entry.ts'
import { useKnownPositions } from '../../../model/account/use-portfolio.ts'
import { usePackageMarket } from '../../../model/market/use-package-market.ts'
import { naturalOf } from '../../../../core/pricing/market/leg-quotes.ts'
import { netOf, packageFaults, type PackageMarket } from '../../../../core/pricing/portfolio/package-guard.ts'
import { type OrderEffect, orderEffect } from '../../../../core/pricing/portfolio/part-effect.ts'
import { entryErrors } from '../../../ui/order/entry/entry-text.ts'
import { usePriceOverride } from '../../../ui/order/entry/price-override.ts'

export interface CloseChoice {
  /** Undefined to close everything requested. */
  readonly quantity: string | undefined
  /** Undefined if the price follows the slider. */
  readonly price: string | undefined
  /** Quarters of the way from mid to natural. */
  readonly part: number
  readonly tif: OrderEntry['tif']
}

const opening: CloseChoice = { quantity: undefined, price: undefined, part: closeSteps, tif: 'IOC' }

function entryOf(
  terms: CloseTerms,
  choice: CloseChoice,
  size: Decimal | undefined,
  sliding: Decimal | undefined,
): OrderEntry {
  return {
    ...emptyEntry,
    legs: terms.legs,
    side: terms.side,
    mode: 'firm',
    tif: choice.tif,
    cycles: '2',
    quantity: choice.quantity ?? size ?? '',
    price: choice.price ?? (sliding === undefined ? '' : priceText(sliding, terms.side, terms.legs.length === 1)),
  }
}

function effectOf(
  terms: CloseTerms,
  price: Decimal | undefined,
  positions: readonly Position[] | undefined,
  { surfaceOf, nowMs }: PackageMarket,
): (OrderEffect & { readonly base: string }) | undefined {
  const bases = new Set(terms.legs.map(leg => parseInstrumentName(leg.symbol)?.base))
  const [base] = bases
  const surface = base === undefined || bases.size > 1 ? undefined : surfaceOf(base)
  if (base === undefined || surface === undefined || positions === undefined) return undefined
  return { base, ...orderEffect({ ...terms, price, positions, surface, nowMs }) }
}

export function useCloseOrder(asked: CloseTerms, index: InstrumentIndex) {
  const [choice, setChoice] = useState(opening)
  const change = useCallback((next: Partial<CloseChoice>) => setChoice(before => ({ ...before, ...next })), [])
  const { nowMs } = useServerClock()
  const market = usePackageMarket(asked.legs)
  const instruments = asked.legs.map(leg => index.bySymbol(leg.symbol))
  const step = priceStepOf(instruments)
  const net = netOf(asked.legs, market.quotes)
  const natural = naturalOf(net, asked.side)?.price
  const prices = { mid: net.mid?.price, natural }
  const sliding = step === undefined ? undefined : closePrice(prices, choice.part, asked.side, step)
  const positions = useKnownPositions()
  const closing = useMemo(() => closingOfOrder(asked, positions ?? []), [asked, positions])
  const entry = entryOf(asked, choice, closingSize(asked, closing, instruments), sliding)
  const summary = summariseEntry(entry, { lookup: index, nowMs: nowMs() })
  const { price, quantity, sendable } = summary
  const faults = price === undefined || !sendable ? [] : packageFaults({ ...asked, price, step }, market)
  const guarded = { side: asked.side, price, faults }
  const terms = quantity === undefined ? asked : { ...asked, quantity }
  const typeOf = (symbol: string) => positions?.find(each => each.symbol === symbol)?.product_type
  const entryPriceOf = entriesOf(positions ?? [], symbol => index.bySymbol(symbol))
  return {
    choice,
    change,
    entry,
    summary,
    errors: entryErrors(summary.problems),
    terms,
    prices,
    closing,
    arePositionsKnown: positions !== undefined,
    /** More than the position: the rest would open the opposite. */
    isBeyond: quantity !== undefined && closing !== undefined && gt(quantity, closing.held),
    guarded,
    override: usePriceOverride(guarded),
    realised: price === undefined ? undefined : realisedBy(terms, price, entryPriceOf),
    effect: effectOf(terms, price, positions, market),
    /** False if a leg's valuation rule is unknown, so the proceeds are too. */
    isValued: asked.legs.every(
      ({ symbol }) => valuedProduct(symbol, index.bySymbol(symbol), typeOf(symbol)) !== undefined,
    ),
    instruments,
    step,
  }
}

export type CloseOrder = ReturnType<typeof useCloseOrder>
