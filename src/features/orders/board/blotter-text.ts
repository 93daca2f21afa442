/** Cells of the RFQ blotter that say how quotes came and went. */
import type { Decimal } from '../../../domain/decimal.ts'
import type { QuotesSeen } from '../../../domain/journal-order.ts'
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
