/** The price check of a package against the current market: one rule for every screen with a price field. */
import { type Decimal, decimalFromNumber, neg, roundToStep, toNumber } from '../../domain/decimal.ts'
import { shortName } from '../../domain/instrument.ts'
import type { Quotes } from '../../domain/market-data.ts'
import { packagePrice } from '../../domain/normalise.ts'
import { hasExpired } from '../../domain/order-ends.ts'
import type { Side } from '../../domain/order.ts'
import type { PackageLeg } from '../../domain/package/package-leg.ts'
import type { PriceFault } from '../../domain/price-entry.ts'
import type { BaseSurface } from '../market/base-surface.ts'
import {
  type LegQuote,
  legQuote,
  type NetPrice,
  type NetPrices,
  netPrices,
  withinQuotes,
} from '../market/leg-quotes.ts'
import { packageShape, structureBounds } from '../package-legs.ts'
import { payoffBefore } from '../payoff-before.ts'
import { payoffScene, presentScenario } from './payoff-model.ts'

/**
 * Per package, signed as bought. Undefined if a volatility or the underlying's price is missing, or if legs are on two
 * bases.
 */
export function packageWorth(legs: readonly PackageLeg[], surface: BaseSurface, nowMs: number): number | undefined {
  const scene = payoffScene({ legs, cost: 0, surface, nowMs, scenario: presentScenario })
  if (scene === undefined) return undefined
  const [worth] = payoffBefore(
    scene.legs,
    0,
    { atMs: scene.nowMs, volatilityShift: 0 },
    Float64Array.of(scene.underlying),
  )
  return worth !== undefined && Number.isFinite(worth) ? worth : undefined
}

/** The model's price of one instrument, within its quotes. Undefined if the model cannot price it. */
export function modelPrice(symbol: string, quote: LegQuote, surface: BaseSurface, nowMs: number): Decimal | undefined {
  const worth = packageWorth([{ symbol, ratio: 1 }], surface, nowMs)
  return worth === undefined ? undefined : decimalFromNumber(withinQuotes(worth, quote))
}

/**
 * Cost of one package at the mids, with the model's price for each unquoted leg, which the source names. Undefined if a
 * leg has neither or has expired. For display only: no order is priced by it.
 */
export function midWithModel(
  legs: readonly (PackageLeg & { readonly quote: LegQuote })[],
  surface: BaseSurface,
  nowMs: number,
): NetPrice | undefined {
  const missing = legs.filter(leg => leg.quote.reference === undefined).map(leg => leg.symbol)
  if (legs.length === 0 || hasExpired(missing, nowMs)) return undefined
  const priced = legs.flatMap(({ symbol, ratio, quote }) => {
    const price = quote.reference?.price ?? modelPrice(symbol, quote, surface, nowMs)
    return price === undefined ? [] : [{ ratio, price }]
  })
  if (priced.length < legs.length) return undefined
  const model = missing.length === 0 ? '' : `the model for ${missing.map(shortName).join(', ')}`
  return {
    price: packagePrice(priced),
    source: [missing.length < legs.length ? 'mids' : '', model].filter(part => part !== '').join(', '),
  }
}

/**
 * Checks whether a price is plausible: against the legs' market, the model, and what the legs can pay at all. A fault
 * blocks the order until it is corrected or overridden by typing a word. Prices are per package, signed as bought: a
 * buyer pays a positive one, a seller receives it.
 */
export interface GuardInputs {
  readonly side: Side
  readonly price: Decimal
  readonly mid: Decimal | undefined
  readonly buyNatural: Decimal | undefined
  readonly sellNatural: Decimal | undefined
  readonly bounds: { readonly least: number | 'unlimited'; readonly most: number | 'unlimited' } | undefined
  readonly modelValue?: number | undefined
  readonly step?: Decimal | undefined
}

const tolerance = 0.1

/** Faults, worst first; empty for a plausible price. */
export function priceFaults(inputs: GuardInputs): readonly PriceFault[] {
  const { side, price, mid, buyNatural, sellNatural, bounds } = inputs
  const sign = side === 'buy' ? 1 : -1
  const value = toNumber(price)
  const natural = (side === 'buy' ? buyNatural : sellNatural) ?? mid
  const worseBy = (other: number): number => (value - other) * sign
  const faults: PriceFault[] = []
  if (mid !== undefined && natural !== undefined) {
    const contradicts = value * toNumber(mid) < 0
    if (contradicts && worseBy(toNumber(natural)) > 0) faults.push({ kind: 'wrong_way', mid, mended: neg(price) })
  }
  const bound = side === 'buy' ? bounds?.most : bounds?.least
  if (typeof bound === 'number' && worseBy(bound) > 0) faults.push({ kind: 'sure_loss', bound, mended: natural })
  const spread =
    buyNatural === undefined || sellNatural === undefined
      ? 0
      : Math.max(0, toNumber(buyNatural) - toNumber(sellNatural))
  /** Percent beyond `other`; undefined within a tenth of it, or within `room`. */
  const beyond = (other: number, room: number): number | undefined => {
    const away = worseBy(other)
    if (away <= Math.max(Math.abs(other) * tolerance, room)) return undefined
    return other === 0 ? Number.POSITIVE_INFINITY : (away / Math.abs(other)) * 100
  }
  // For a package that costs almost nothing, a tenth is less than its spread.
  const ofLegs = natural === undefined ? undefined : beyond(toNumber(natural), spread / 2)
  if (natural !== undefined && ofLegs !== undefined)
    faults.push({ kind: 'beyond_legs', natural, percent: ofLegs, mended: natural })
  const { modelValue } = inputs
  // The model is between bid and ask, not always at the mid, so the market's own asks are accepted.
  const ofModel = modelValue === undefined ? undefined : beyond(modelValue, spread)
  if (modelValue !== undefined && ofModel !== undefined)
    faults.push({ kind: 'beyond_model', modelValue, percent: ofModel, mended: onStep(modelValue, side, inputs.step) })
  return faults
}

/** The model's price, rounded to the step in the trader's favour. */
function onStep(worth: number, side: Side, step: Decimal | undefined): Decimal | undefined {
  const exact = decimalFromNumber(worth)
  return exact === undefined || step === undefined
    ? undefined
    : roundToStep(exact, step, side === 'buy' ? 'down' : 'up')
}

export interface PackageMarket {
  readonly quotes: Quotes | undefined
  readonly surfaceOf: (base: string) => BaseSurface | undefined
  readonly nowMs: number
}

export interface PricedOrder {
  readonly legs: readonly PackageLeg[]
  readonly side: Side
  readonly price: Decimal
  readonly step?: Decimal | undefined
}

export const netOf = (legs: readonly PackageLeg[], quotes: PackageMarket['quotes']): NetPrices =>
  netPrices(legs.map(({ symbol, ratio }) => ({ ratio, quote: legQuote(quotes?.get(symbol)) })))

export function worthOf(legs: readonly PackageLeg[], { surfaceOf, nowMs }: PackageMarket): number | undefined {
  const shape = packageShape(legs)
  const surface = shape.kind === 'priced' ? surfaceOf(shape.base) : undefined
  return surface === undefined ? undefined : packageWorth(legs, surface, nowMs)
}

export function packageFaults({ legs, side, price, step }: PricedOrder, market: PackageMarket): readonly PriceFault[] {
  const net = netOf(legs, market.quotes)
  return priceFaults({
    side,
    price,
    mid: net.mid?.price,
    buyNatural: net.buyNatural?.price,
    sellNatural: net.sellNatural?.price,
    bounds: structureBounds(legs),
    modelValue: worthOf(legs, market),
    step,
  })
}
