/**
 * Takes quotes of an RFQ: puts a LIMIT IOC for its legs under review, for no more than is left and quoted. Sends
 * nothing.
 */
import { serverNowMs } from '../../api/venue/clock.ts'
import { canonical, type Decimal, isZero, min, sum } from '../../../core/domain/decimal.ts'
import type { ClientOrderId } from '../../../core/domain/ids.ts'
import type { Intent } from '../../../core/domain/intent.ts'
import type { OrderBook } from '../../../core/domain/market-data.ts'
import { levelsAgainst, levelsWithin, type OwnLevel } from '../../../core/domain/own-quotes.ts'
import { largestTakeOf, mayBeTaken } from '../../../core/domain/trade-story/trade-count.ts'
import { reviewFirm } from './firm-order.ts'
import { isAlive, type RfqCard } from './rfq-cards.ts'
import type { QuoteState } from './use-quoting.ts'

export interface RfqToTake {
  readonly card: RfqCard
  readonly intent: Intent | undefined
}

/**
 * Each level trades at its own price; `limit` is the worst. `size` is the remaining size by default. Returns the id of
 * the order under review; undefined if there is nothing to take.
 */
export function takeUpTo(
  taking: RfqToTake,
  book: Pick<OrderBook, 'buy' | 'sell'>,
  limit: Decimal,
  size?: Decimal,
): ClientOrderId | undefined {
  const { card, intent } = taking
  const { side, symbol } = card
  if (side === undefined) return undefined
  const depth = sum(levelsWithin(levelsAgainst(book, side), side, limit).map(level => level.quantity))
  const quantity = canonical(min(size ?? depth, largestTakeOf(card.count, depth)))
  if (isZero(quantity)) return undefined
  return reviewFirm(
    card,
    intent,
    { side, quantity, price: limit },
    { symbol, side, price: limit, quantity: depth, seenAtMs: serverNowMs() },
  )
}

export const isTakeable = (card: RfqCard, { best, isOver, isStale }: QuoteState): boolean =>
  isAlive(card) &&
  !isZero(card.count.left) &&
  mayBeTaken(card.fillsKnown) &&
  !isOver &&
  !isStale &&
  best !== undefined &&
  card.side !== undefined

export function takeFull(taking: RfqToTake, { best, book }: QuoteState): void {
  if (best !== undefined && book?.data !== undefined) takeUpTo(taking, book.data, best.fill.worst)
}

export const ownLevels = ({ tries }: RfqCard): readonly OwnLevel[] =>
  tries.flatMap(({ side, price, out }) =>
    side === undefined || price === undefined || isZero(out.working) ? [] : [{ side, price, quantity: out.working }],
  )
