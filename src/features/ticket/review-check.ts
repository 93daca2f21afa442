/**
 * What a review finds out by itself, whatever screen an order came from: whether its price can be meant, how good and how bad it can get, and what an order
 * without a price would trade at. From the order, the market and the order book of now.
 */
import { type Decimal, canonical, div, isZero, mul, neg, toNumber } from '../../domain/decimal.ts'
import { estimatedFill } from '../../domain/estimated-fill.ts'
import type { BookLevel, OrderBook } from '../../domain/market-data.ts'
import type { OrderFact } from '../../domain/order-context.ts'
import { type OrderBody, type Side, sideSign } from '../../domain/order.ts'
import type { PriceFault } from '../../domain/price-fault.ts'
import type { NetPrices } from '../../pricing/market/leg-quotes.ts'
import { type PackageMarket, netOf, packageFaults } from '../../pricing/package-guard.ts'
import { volatilityFreeBounds } from '../../pricing/volatility-free-bounds.ts'
import { effectWords, exactText } from '../../ui/order/effect-words.ts'
import { extremeText } from '../../ui/order/extreme-words.ts'
import { isFirm, legsOf, sideOf } from './review-words.ts'

export interface ReviewCheck {
  /** Each blocks; the first is the worst. */
  readonly faults: readonly PriceFault[]
  readonly facts: readonly OrderFact[]
  readonly warnings: readonly string[]
  /** The worst a package comes to at expiry, its price included; undefined where that is not known. */
  readonly least: number | 'unlimited' | undefined
  /** Its price, or what it would trade at without one; undefined where that is not known. */
  readonly price: Decimal | undefined
}

export interface CheckInputs {
  /** As the trader put it. */
  readonly order: OrderBody
  readonly market: PackageMarket
  /** Of what is traded, in its terms as put, for an order without a price; undefined while it has not come. */
  readonly book: OrderBook | undefined
  /** Did the screen hand over its own figures of best and worst? */
  readonly hasExtremes: boolean
  /** What prices of it are multiples of. */
  readonly step?: Decimal | undefined
}

export function checkReview({ order, market, book, hasExtremes, step }: CheckInputs): ReviewCheck {
  const side = sideOf(order)
  const legs = legsOf(order)
  const net = netOf(legs, market.quotes)
  const atMarket = isFirm(order) ? (order.price === undefined ? marketFacts(order, net, book) : undefined) : midFacts(side, net)
  const price = order.price ?? atMarket?.price
  const faults = !isFirm(order) || order.price === undefined ? [] : packageFaults({ legs, side, price: order.price, step }, market)
  const risk = riskOf(order, price)
  const reported = hasExtremes ? { facts: [], warnings: [] } : risk
  const costs = isFirm(order) || !hasExtremes ? (atMarket ?? { facts: [], warnings: [] }) : { facts: [], warnings: [] }
  return {
    faults,
    facts: [...costs.facts, ...reported.facts],
    warnings: [...costs.warnings, ...reported.warnings],
    least: price === undefined ? undefined : risk.least,
    price,
  }
}

/** An RFQ has no price: what is said of it is said at the mid of its legs. */
function midFacts(side: Side, { mid }: NetPrices): AtMarket {
  if (mid === undefined) return { facts: [], warnings: [], price: undefined }
  return { facts: [{ term: 'Leg mid', value: `${effectWords(side, mid.price).words} at ${mid.source}` }], warnings: [], price: mid.price }
}

/** Extremes at expiry for the whole order, by what the legs alone can pay. */
function riskOf(order: OrderBody, price: Decimal | undefined): Omit<ReviewCheck, 'faults' | 'price'> {
  const sign = sideSign(sideOf(order))
  const held = legsOf(order).map(({ symbol, ratio }) => ({ symbol, ratio: ratio * sign }))
  const bounds = volatilityFreeBounds(held, sign * (price === undefined ? 0 : toNumber(price)))
  if (bounds === undefined) return { facts: [], warnings: [], least: undefined }
  const quantity = toNumber(order.quantity)
  const words = (value: number | 'unlimited'): string => {
    if (value === 'unlimited') return value
    return price === undefined ? 'not known: no price' : `${extremeText(value, quantity)} in total`
  }
  return {
    facts: [
      { term: 'Maximum profit', value: words(bounds.greatest) },
      { term: 'Maximum loss', value: words(bounds.least) },
    ],
    warnings: bounds.least === 'unlimited' ? ['The loss is unlimited.'] : [],
    least: bounds.least,
  }
}

interface AtMarket {
  readonly facts: readonly OrderFact[]
  readonly warnings: readonly string[]
  readonly price: Decimal | undefined
}

/** By the order book where there is one, else by the quotes of the legs, whose sizes say nothing of a package's. */
function marketFacts(order: OrderBody, net: NetPrices, book: OrderBook | undefined): AtMarket {
  const side = sideOf(order)
  const levels = book === undefined ? [] : side === 'buy' ? book.sell : book.buy
  const fill = estimatedFill(levels, order.quantity)
  if (fill.average === undefined || fill.worst === undefined) {
    const natural = (side === 'buy' ? net.buyNatural : net.sellNatural)?.price
    const value =
      natural === undefined ? 'not known: no quotes' : `${effectWords(side, natural).words} by the quotes of the legs; depth not known`
    return { facts: [{ term: 'Estimated fill', value }], warnings: ['No order book to judge the price by.'], price: natural }
  }
  const [average, worst] = [exactText(fill.average), exactText(canonical(fill.worst))]
  const short = !isZero(fill.unfilled)
  return {
    facts: [
      { term: 'Estimated fill', value: `${exactText(canonical(fill.filled))} at ${average} on average, worst ${worst}` },
      ...(short ? [{ term: 'Beyond the depth seen', value: exactText(canonical(fill.unfilled)) }] : []),
    ],
    warnings: short
      ? [`The order is larger than the depth seen: ${exactText(canonical(fill.unfilled))} may fill at any price or be cancelled.`]
      : [],
    price: fill.average,
  }
}

/** The order book of the wire's form in the terms of the package as put: turned where it was turned, whole where a common factor was taken out. */
export function bookAsMeant(
  book: OrderBook,
  wire: Pick<OrderBody, 'side' | 'quantity'>,
  meant: Pick<OrderBody, 'side' | 'quantity'>,
): OrderBook {
  const factor = div(wire.quantity, meant.quantity)
  const isTurned = wire.side !== meant.side
  const level = ({ price, quantity }: BookLevel): BookLevel => {
    const whole = mul(price, factor)
    return { price: isTurned ? neg(whole) : whole, quantity: div(quantity, factor) }
  }
  const [buy, sell] = [book.buy.map(level), book.sell.map(level)]
  return isTurned ? { ...book, buy: sell, sell: buy } : { ...book, buy, sell }
}
