/**
 * What a review finds out by itself, whatever screen an order came from: whether its price can be meant, how good and how bad it can get, and what an order
 * without a price would trade at. From the order, the market and the order book of now.
 */
import { type Decimal, canonical, isZero, toNumber } from '../../domain/decimal.ts'
import { estimatedFill } from '../../domain/estimated-fill.ts'
import type { MarketSummary, OrderBook } from '../../domain/market-data.ts'
import { type NewOrder, sideSign } from '../../domain/order.ts'
import { type NetPrices, legQuote, netPrices } from '../../pricing/market/leg-quotes.ts'
import { type PriceFault, priceFaults } from '../../pricing/price-guard.ts'
import { structureBounds } from '../../pricing/structure-bounds.ts'
import { volatilityFreeBounds } from '../../pricing/volatility-free-bounds.ts'
import { effectWords, exactText } from '../../ui/order/effect-words.ts'
import { extremeText } from '../../ui/order/extreme-words.ts'
import type { ReviewFact } from './review-context.ts'
import { isFirm, legsOf, sideOf } from './review-words.ts'

type OrderBody = Omit<NewOrder, 'client_order_id'>

export interface ReviewCheck {
  /** Each blocks; the first is the worst. */
  readonly faults: readonly PriceFault[]
  readonly facts: readonly ReviewFact[]
  readonly warnings: readonly string[]
  /** The worst a package comes to at expiry, its price included; undefined where that is not known. */
  readonly least: number | 'unlimited' | undefined
  /** Its price, or what it would trade at without one; undefined where that is not known. */
  readonly price: Decimal | undefined
}

export interface CheckInputs {
  /** As the trader put it. */
  readonly order: OrderBody
  readonly quotes: ReadonlyMap<string, MarketSummary> | undefined
  /** Of the instrument, for an order without a price; undefined while it has not come. */
  readonly book: OrderBook | undefined
  /** Did the screen hand over its own figures of best and worst? */
  readonly hasExtremes: boolean
}

export function checkReview({ order, quotes, book, hasExtremes }: CheckInputs): ReviewCheck {
  if (!isFirm(order)) return { faults: [], facts: [], warnings: [], least: undefined, price: order.price }
  const side = sideOf(order)
  const legs = legsOf(order)
  const net = netPrices(legs.map(({ symbol, ratio }) => ({ ratio, quote: legQuote(quotes?.get(symbol)) })))
  const atMarket = order.price === undefined ? marketFacts(order, net, book) : undefined
  const price = order.price ?? atMarket?.price
  const faults =
    order.price === undefined
      ? []
      : priceFaults({
          side,
          price: order.price,
          mid: net.mid?.price,
          buyNatural: net.buyNatural?.price,
          sellNatural: net.sellNatural?.price,
          bounds: structureBounds(legs),
        })
  const risk = riskOf(order, price)
  const told = hasExtremes ? { facts: [], warnings: [] } : risk
  return {
    faults,
    facts: [...(atMarket?.facts ?? []), ...told.facts],
    warnings: [...(atMarket?.warnings ?? []), ...told.warnings],
    least: price === undefined ? undefined : risk.least,
    price,
  }
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
  readonly facts: readonly ReviewFact[]
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

export interface FaultWords {
  readonly title: string
  /** "Make it 3,000 credit". */
  readonly mend: string | undefined
}

/** What is wrong with a price, and the button that sets it right. */
export function faultWords(fault: PriceFault, { side, price }: { readonly side: 'buy' | 'sell'; readonly price: Decimal }): FaultWords {
  const verb = (at: Decimal): string => {
    const { effect, cash } = effectWords(side, at)
    const amount = exactText(canonical(toNumber(at) < 0 ? (at.replace('-', '') as Decimal) : at))
    return effect === 'even' || isZero(cash) ? 'even' : `${amount} ${effect}`
  }
  const mend = fault.mended === undefined ? undefined : `Make it ${verb(canonical(fault.mended))}`
  const yours = verb(price)
  switch (fault.kind) {
    case 'wrong_way':
      return { title: `Wrong way round: ${yours}, where the legs are worth ${verb(canonical(fault.mid))}`, mend }
    case 'sure_loss':
      return {
        title: `Guaranteed loss: worth at ${side === 'buy' ? 'most' : 'least'} ${extremeText(fault.bound)} at expiry, and you ask ${yours}`,
        mend,
      }
    case 'beyond_legs':
      return {
        title: `${Number.isFinite(fault.percent) ? `${Math.round(fault.percent)} %` : 'Far'} worse than the legs one by one (${verb(canonical(fault.natural))})`,
        mend,
      }
  }
}
