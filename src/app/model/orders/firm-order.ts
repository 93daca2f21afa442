/** A firm order for an RFQ's legs, passed to the order desk for review. Sends nothing. */
import { titleOf } from '../../../core/domain/trade-story/trade-words.ts'
import { desk } from '../../api/order-desk/desk.ts'
import { type Decimal, gte } from '../../../core/domain/decimal.ts'
import type { ClientOrderId } from '../../../core/domain/ids.ts'
import type { Intent } from '../../../core/domain/intent.ts'
import type { QuoteTaken } from '../../../core/domain/market-data.ts'
import { must } from '../../../core/domain/must.ts'
import {
  firmMarket,
  withSmallerQuantity,
  type NewOrder,
  opposite,
  type OrderBody,
  parseSide,
  rfqMarket,
  type Side,
} from '../../../core/domain/order.ts'
import type { RfqCard } from './rfq-cards.ts'
import { leftToAskAgain } from './rfq-tries.ts'

export interface FirmTerms {
  readonly side: Side
  readonly quantity: Decimal
  readonly price: Decimal
}

/** Instrument or legs as sent; by symbol in listed order for another program's RFQ. */
function whatIsTraded(
  card: RfqCard,
  intent: Intent | undefined,
): Pick<NewOrder, 'symbol' | 'tradeable_entity_id' | 'legs'> {
  if (intent !== undefined) {
    const { symbol, tradeable_entity_id, legs } = intent.order
    return legs === undefined ? { symbol, tradeable_entity_id } : { legs }
  }
  return card.legs.length > 1
    ? { legs: card.legs.map(({ symbol, ratio }) => ({ symbol, ratio })) }
    : { symbol: card.symbol }
}

/** The order for a card's legs at a price. LIMIT IOC: it takes what is there, and the rest is cancelled. */
export function firmOrder(card: RfqCard, intent: Intent | undefined, { side, quantity, price }: FirmTerms): OrderBody {
  return {
    ...whatIsTraded(card, intent),
    market_id: firmMarket,
    side,
    type: 'LIMIT',
    time_in_force: 'IOC',
    quantity,
    price,
    ...(card.legs.length > 1 && card.minimumQuantity !== undefined && gte(quantity, card.minimumQuantity)
      ? { minimum_quantity: card.minimumQuantity }
      : {}),
    ...(card.userTag === undefined || card.userTag === '' ? {} : { user_tag: card.userTag }),
  }
}

/**
 * Repeats the request: for the remaining size (including dismissed orders), or for the whole size once that is filled.
 * `mirrored` requests the same legs the other way round, without the old side's price.
 */
export function askedAgain(
  { order }: Intent,
  card: Pick<RfqCard, 'state' | 'count' | 'side' | 'tries'>,
  mirrored: boolean,
): OrderBody {
  const { client_order_id: _, ...same } = order
  if (!mirrored) return card.state === 'filled' ? same : withSmallerQuantity(same, leftToAskAgain(card))
  const { price: __, ...rest } = same
  return {
    ...rest,
    market_id: rfqMarket,
    side: opposite(must(parseSide(order.side), 'the side of an order of this browser')),
  }
}

/**
 * Puts a firm order for a card's legs under review and returns its id. The review watches whether `quote` still exists.
 */
export function reviewFirm(
  card: RfqCard,
  intent: Intent | undefined,
  terms: FirmTerms,
  quote: QuoteTaken,
): ClientOrderId {
  const context = { title: titleOf(card), legs: intent?.context.legs, rfq: card.clientOrderId, quote }
  return desk.draft(firmOrder(card, intent, terms), context)
}

/**
 * Puts the request, or its mirror image, under review. Keeps only name and legs, because the screen's figures are
 * outdated.
 */
export function reviewAgain(intent: Intent, card: RfqCard, mirrored = false): void {
  const { title, legs } = intent.context
  desk.draft(askedAgain(intent, card, mirrored), { title, legs })
}
