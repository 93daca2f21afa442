/** Taking quotes of an RFQ: a firm LIMIT IOC on its legs for all that is still wanted, put under review. Nothing is sent by it. */
import type { Intent } from '../../domain/intent.ts'
import { serverNowMs } from '../../api/venue/clock.ts'
import { type Decimal, divExact, isZero, sum } from '../../domain/decimal.ts'
import type { OrderBook } from '../../domain/market-data.ts'
import type { MeantPackage } from '../../domain/order-context.ts'
import { type Terms, levelsAgainst, levelsWithin, priceAsMeant } from '../../domain/own-quotes.ts'
import { reviewFirm } from './firm-order.ts'
import { type RfqCard, isAlive } from './rfq-cards.ts'
import type { Quoting } from './use-quoting.ts'

/** The package as the trader who takes it built it, where the wire has another form of it. */
export interface TakenAs extends Pick<MeantPackage, 'legs' | 'side'> {
  readonly terms: Terms
}

/** In those terms; undefined where a size left over is not a whole number of steps of them: then it is told in the wire's. */
function meantOf({ legs, side, terms }: TakenAs, remaining: Decimal, limit: Decimal): MeantPackage | undefined {
  const quantity = divExact(remaining, terms.factor)
  return quantity === undefined ? undefined : { legs, side, quantity, price: priceAsMeant(limit, terms) }
}

/** Each level trades at its own price; `limit` is the worst of them. */
export function takeUpTo(
  card: RfqCard,
  intent: Intent | undefined,
  book: Pick<OrderBook, 'buy' | 'sell'>,
  limit: Decimal,
  as?: TakenAs,
): void {
  const { side, symbol } = card
  if (side === undefined) return
  const quantity = sum(levelsWithin(levelsAgainst(book, side), side, limit).map(level => level.quantity))
  reviewFirm(
    card,
    intent,
    { side, quantity: card.count.left, price: limit, meant: as === undefined ? undefined : meantOf(as, card.count.left, limit) },
    { symbol, side, price: limit, quantity, seenAtMs: serverNowMs() },
  )
}

/** Can something be taken on it now? */
export const isTakeable = (card: RfqCard, { best, isOver, isStale }: Quoting): boolean =>
  isAlive(card) && !isZero(card.count.left) && !isOver && !isStale && best !== undefined && card.side !== undefined

/** One press for the whole size, through as many levels as it needs. */
export function takeFull(card: RfqCard, intent: Intent | undefined, { best, book }: Quoting, as?: TakenAs): void {
  if (best !== undefined && book?.data !== undefined) takeUpTo(card, intent, book.data, best.fill.worst, as)
}
