/** What the review says of a single order beside its words: extremes at expiry, and prices far from the market. */
import { type Decimal, gt, lt, mul, toNumber } from '../../domain/decimal.ts'
import { type Instrument, productOf } from '../../domain/instrument.ts'
import type { MarketSummary } from '../../domain/market-data.ts'
import { sideSign } from '../../domain/order.ts'
import { expiryLegs, packageShape } from '../../pricing/package-legs.ts'
import { expiryPayoff } from '../../pricing/payoff.ts'
import { exactText } from '../../ui/order/effect-words.ts'
import { extremeText } from '../../ui/order/extreme-words.ts'
import type { ReviewContext } from './review-context.ts'
import { sideOf } from './review-words.ts'
import type { OrderBody } from './single-leg-form.ts'

/** `closes`: it only reduces what is held, and has no risk of its own. */
export function singleLegFacts(order: OrderBody, instrument: Instrument, quote: MarketSummary | undefined, closes = false): ReviewContext {
  const side = sideOf(order)
  const away = order.price === undefined ? undefined : farFromMarket(order.price, side, quote)
  const warnings = away === undefined ? [] : [away]
  if (closes || order.price === undefined || productOf(instrument) !== 'option') return { facts: [], warnings }
  const shape = packageShape([{ symbol: instrument.symbol, ratio: sideSign(side) }])
  if (shape.kind !== 'priced') return { facts: [], warnings }
  const { maxProfit, maxLoss } = expiryPayoff(expiryLegs(shape.legs), sideSign(side) * toNumber(order.price))
  const quantity = toNumber(order.quantity)
  const words = (value: number | 'unlimited') =>
    value === 'unlimited' ? value : `${extremeText(value, quantity)} ${instrument.quote_asset}`
  return {
    facts: [
      { term: 'Maximum profit', value: words(maxProfit.value) },
      { term: 'Maximum loss', value: words(maxLoss.value) },
    ],
    warnings: maxLoss.value === 'unlimited' ? ['The loss at expiry is unlimited.', ...warnings] : warnings,
  }
}

const tenth = '1.1' as Decimal

/** Paying over a tenth above the ask, or receiving over a tenth below the bid. */
function farFromMarket(price: Decimal, side: 'buy' | 'sell', quote: MarketSummary | undefined): string | undefined {
  const { best_ask: ask, best_bid: bid } = quote ?? {}
  if (side === 'buy' && ask !== undefined && gt(price, mul(ask, tenth)))
    return `The price is more than a tenth above the ask of ${exactText(ask)}.`
  if (side === 'sell' && bid !== undefined && lt(mul(price, tenth), bid))
    return `The price is more than a tenth below the bid of ${exactText(bid)}.`
  return undefined
}
