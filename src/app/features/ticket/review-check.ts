/**
 * Checks of a review, independent of the screen that made the order: price guard, best and worst outcome, estimate of a
 * market order. Reads order, market and current book.
 */
import { type Decimal, isZero, toNumber } from '../../../core/domain/decimal.ts'
import { effectLabel, exactText } from '../../../core/domain/effect-label.ts'
import {
  type BookOfOrder,
  estimatedPrice,
  type MarketEstimate,
  marketEstimate,
} from '../../../core/domain/market-estimate.ts'
import type { OrderFact } from '../../../core/domain/order-context.ts'
import { type OrderBody, type Side, sideSign } from '../../../core/domain/order.ts'
import type { PackageLeg } from '../../../core/domain/package/package-leg.ts'
import type { PriceFault } from '../../../core/domain/price-entry.ts'
import type { NetPrices } from '../../../core/pricing/market/leg-quotes.ts'
import { naturalOf } from '../../../core/pricing/market/leg-quotes.ts'
import {
  breakEvensAtCost,
  endsTogether,
  packageShape,
  volatilityFreeBounds,
} from '../../../core/pricing/package-legs.ts'
import type { BreakEven } from '../../../core/pricing/payoff.ts'
import {
  netOf,
  packageFaults,
  type PackageMarket,
  type PricedOrder,
} from '../../../core/pricing/portfolio/package-guard.ts'
import { payoffModel, presentScenario } from '../../../core/pricing/portfolio/payoff-model.ts'
import { reviewPriceText } from '../../ui/charts/price-text.ts'
import { averagePriceShown } from '../../ui/format/amounts.ts'
import { aboutText, extremeText, type ExtremeValue, undetermined } from '../../ui/order/extreme-text.ts'
import { isFirm, legsOf, sideOf } from './review-text.ts'

export interface ReviewCheck {
  /** Each blocks; worst first. */
  readonly faults: readonly PriceFault[]
  readonly facts: readonly OrderFact[]
  readonly warnings: readonly string[]
  readonly price: Decimal | undefined
  /** The price that the faults refer to: the order's, or the worst estimated one. */
  readonly judged: Decimal | undefined
}

export interface CheckInputs {
  readonly order: OrderBody
  readonly market: PackageMarket
  readonly book: BookOfOrder
  /** Quote asset of the legs. */
  readonly currency: string
  readonly hasExtremes: boolean
  /** True if the account owns the coins that a spot order delivers. */
  readonly deliversOwn?: boolean
  /** True if the screen passed the option premium of a hedged package. Its total mid means little. */
  readonly hasPremium?: boolean | undefined
  readonly step?: Decimal | undefined
}

export function checkReview(inputs: CheckInputs): ReviewCheck {
  const { order, market, book, hasExtremes, hasPremium = false, step } = inputs
  const side = sideOf(order)
  const legs = legsOf(order)
  const net = netOf(legs, market.quotes)
  const mid = hasPremium ? [] : midFacts(side, net, legs.length > 1)
  const atMarket = isFirm(order) && order.price === undefined ? marketFacts(order, net, book) : undefined
  // An RFQ has no price; its figures are at the mid of its legs.
  const price = order.price ?? (isFirm(order) ? atMarket?.price : net.mid?.price)
  const judged = order.price ?? atMarket?.worst
  const isInTheDark = atMarket !== undefined && price === undefined
  const faults = isFirm(order)
    ? faultsOf({ legs, side, price: judged, step }, market, { isInTheDark, unfilled: atMarket?.unfilled })
    : []
  const reported = hasExtremes ? { facts: [], warnings: [] } : riskOf(inputs, price)
  return {
    faults,
    facts: [...mid, ...(atMarket?.facts ?? []), ...reported.facts],
    warnings: [...(atMarket?.warnings ?? []), ...reported.warnings],
    price,
    judged,
  }
}

interface JudgedOrder extends Omit<PricedOrder, 'price'> {
  readonly price: Decimal | undefined
}

interface PriceGap {
  readonly isInTheDark: boolean
  /** For a market order: the size that the visible depth cannot fill. */
  readonly unfilled: Decimal | undefined
}

/** For a market order the worst estimated price is checked. A size that cannot be estimated is a fault. */
function faultsOf(
  { price, ...order }: JudgedOrder,
  market: PackageMarket,
  { isInTheDark, unfilled }: PriceGap,
): readonly PriceFault[] {
  if (isInTheDark) return [{ kind: 'no_estimate', mended: undefined }]
  const beyond =
    unfilled === undefined || isZero(unfilled) ? [] : [{ kind: 'beyond_depth', unfilled, mended: undefined } as const]
  return [...(price === undefined ? [] : packageFaults({ ...order, price }, market)), ...beyond]
}

const midFacts = (side: Side, { mid }: NetPrices, isPackage: boolean): readonly OrderFact[] =>
  mid === undefined
    ? []
    : [{ term: isPackage ? 'Leg mid' : 'Mid', value: `${effectLabel(side, mid.price).text} (${mid.source})` }]

/**
 * Extremes at expiry for the whole order from its legs alone. For legs of different expiries the profit is the model's
 * at the first expiry: the model-free bound is unrealistic.
 */
function riskOf(
  { order, market, currency, deliversOwn = false }: CheckInputs,
  price: Decimal | undefined,
): Pick<ReviewCheck, 'facts' | 'warnings'> {
  const sign = sideSign(sideOf(order))
  const held = legsOf(order).map(({ symbol, ratio }) => ({ symbol, ratio: ratio * sign }))
  const cost = sign * (price === undefined ? 0 : toNumber(price))
  const bounds = volatilityFreeBounds(held, cost)
  const breakEvens = breakEvensAtCost(held, cost)
  if (bounds === undefined)
    return { facts: ['Maximum profit', 'Maximum loss'].map(term => ({ term, value: undetermined })), warnings: [] }
  const quantity = toNumber(order.quantity)
  const unit = ` ${currency} in total`
  const text = (value: ExtremeValue): string =>
    price === undefined && value !== 'unlimited' ? 'not known: no price' : extremeText(value, quantity, unit)
  return {
    facts: [
      {
        term: 'Maximum profit',
        value: endsTogether(held)
          ? text(bounds.greatest)
          : modelProfitText(held, price === undefined ? undefined : cost, market, value =>
              aboutText(value, quantity, unit),
            ),
      },
      {
        term: 'Maximum loss',
        value: deliversOwn ? 'no more than what it delivers, which you own' : text(bounds.least),
      },
      ...(breakEvens === undefined || price === undefined
        ? []
        : [{ term: 'Break-even', value: breakEvenText(breakEvens) }]),
    ],
    warnings:
      bounds.least === 'unlimited' && !deliversOwn
        ? [`The loss ${breakEvens === undefined ? '' : 'at expiry '}is unlimited.`]
        : [],
  }
}

function modelProfitText(
  legs: readonly PackageLeg[],
  cost: number | undefined,
  { surfaceOf, nowMs }: PackageMarket,
  text: (value: ExtremeValue) => string,
): string {
  if (cost === undefined) return 'not known: no price'
  const shape = packageShape(legs)
  const surface = shape.kind === 'priced' ? surfaceOf(shape.base) : undefined
  const model =
    surface === undefined ? undefined : payoffModel({ legs, cost, surface, nowMs, scenario: presentScenario })
  if (model?.kind !== 'model') return 'not known: no volatility of a later leg'
  return text(model.presentExtremes.greatest)
}

function breakEvenText(breakEvens: readonly BreakEven[]): string {
  const prices = breakEvens
    .flatMap(one => (one.kind === 'point' ? [one.price] : [one.from, one.to]))
    .filter(Number.isFinite)
  return prices.length === 0 ? 'none' : prices.map(reviewPriceText).join(', ')
}

interface AtMarket {
  readonly facts: readonly OrderFact[]
  readonly warnings: readonly string[]
  readonly price: Decimal | undefined
  readonly worst?: Decimal | undefined
  readonly unfilled?: Decimal | undefined
}

function marketFacts(order: OrderBody, net: NetPrices, book: BookOfOrder): AtMarket {
  const side = sideOf(order)
  const estimate = marketEstimate({ side, quantity: order.quantity, natural: naturalOf(net, side)?.price }, book)
  if (estimate.kind === 'quotes') return withoutBook(order, estimate)
  const { average, worst, filled, unfilled, left } = estimate
  const short = !isZero(unfilled)
  return {
    facts: [
      {
        term: 'Estimated fill',
        value: `${exactText(filled)}: ${effectLabel(side, averagePriceShown(average) ?? average).text} on average, by its order book`,
      },
      {
        term: 'Worst price',
        value: `${effectLabel(side, worst).text}, as the book stands: a MARKET order has no limit`,
      },
      short
        ? { term: 'Beyond the depth seen', value: exactText(unfilled) }
        : { term: 'Depth left after it', value: exactText(left) },
    ],
    warnings: [],
    price: estimatedPrice(estimate),
    worst,
    unfilled,
  }
}

const noBookText = {
  waiting: 'reading its order book',
  none: 'the venue has no order book for it',
  empty: 'its order book is empty',
} as const

function withoutBook(order: OrderBody, { natural, why }: Extract<MarketEstimate, { kind: 'quotes' }>): AtMarket {
  const count = legsOf(order).length
  const basis = count > 1 ? `the quotes of its ${count} legs` : 'its best quote'
  const value =
    natural === undefined
      ? `not known: ${noBookText[why]}, and ${count > 1 ? 'a leg' : 'it'} has no quote`
      : `${effectLabel(sideOf(order), natural).text}, if it trades at ${basis}: ${noBookText[why]}`
  const alone =
    count > 1 ? 'It trades only with orders for the same package: it may find none, or fill at any price.' : undefined
  return {
    facts: [
      { term: 'Estimated fill', value },
      { term: 'Worst price', value: 'not known: a MARKET order has no limit' },
      { term: 'Depth', value: 'not known' },
    ],
    warnings: [alone ?? 'No order book to judge the price by: it may fill at any price.'],
    price: natural,
  }
}
