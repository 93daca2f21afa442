/** Cells of the RFQ blotter that say how quotes came and went. */
import type { QuotesSeen } from '../../../api/journal/quotes-seen.ts'
import { type Decimal, add, div, isZero, mul, roundTo, zero } from '../../../domain/decimal.ts'
import type { Side } from '../../../domain/order.ts'
import { betterBy } from '../../../domain/own-quotes.ts'
import type { RfqCard } from '../../../model/orders/rfq-cards.ts'

/** How the best quote last changed, for who asked: above zero it improved; undefined before it has. */
export function lastChange(quotes: QuotesSeen | undefined, side: Side | undefined): Decimal | undefined {
  const [before, now] = quotes?.trail.slice(-2) ?? []
  return before === undefined || now === undefined || side === undefined ? undefined : betterBy(side, now.price, before.price)
}

/** Seconds from asking to the first quote; undefined where either is not known. */
export function secondsToQuote(card: Pick<RfqCard, 'placedMs'>, quotes: QuotesSeen | undefined): number | undefined {
  return card.placedMs === undefined || quotes === undefined ? undefined : Math.max(0, quotes.firstMs - card.placedMs) / 1_000
}

/** What firm orders on the RFQ's side were filled for, all together; undefined where nothing was, or how much is not known. */
export function takenOf({
  tries,
  side,
}: Pick<RfqCard, 'tries' | 'side'>): { readonly quantity: Decimal; readonly average: Decimal } | undefined {
  let quantity = zero
  let turnover = zero
  for (const one of tries) {
    if (one.side !== side || one.fills === undefined) continue
    if (one.fills.filled === undefined) return undefined
    if (one.fills.averagePrice === undefined) {
      if (!isZero(one.fills.filled)) return undefined
      continue
    }
    quantity = add(quantity, one.fills.filled)
    turnover = add(turnover, mul(one.fills.filled, one.fills.averagePrice))
  }
  return isZero(quantity) ? undefined : { quantity, average: roundTo(div(turnover, quantity), 8) }
}
