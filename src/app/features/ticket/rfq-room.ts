/**
 * The size an RFQ leaves for the order under review. Counts fills and orders of every tab and device, not only the
 * venue's list.
 */
import { desk } from '../../api/order-desk/desk.ts'
import { canonical, type Decimal, gt, isZero } from '../../../core/domain/decimal.ts'
import type { Intent } from '../../../core/domain/intent.ts'
import { linksOf } from '../../../core/domain/order-context.ts'
import { withSmallerQuantity } from '../../../core/domain/order.ts'
import { mayBeTaken, type RfqCount } from '../../../core/domain/trade-story/trade-count.ts'
import type { RfqCard } from '../../model/orders/rfq-cards.ts'
import { countInPlaceOf, type RfqTry } from '../../model/orders/rfq-tries.ts'
import { useOwnOrders } from '../../model/orders/use-own-orders.ts'
import { type OutTerms, outTexts } from '../../ui/order/rfq-out-text.ts'
import { formatSize } from '../../ui/format/amounts.ts'
import { formatZoned, zoneLabel } from '../../ui/format/zoned-time.ts'
import { legsOf, sideOf } from './review-text.ts'

export interface RfqRoom {
  /** Undefined if the RFQ is gone and was not sent from this browser. */
  readonly card: RfqCard | undefined
  readonly count: RfqCount | undefined
  /** Other outstanding orders, without the one being replaced. */
  readonly tries: readonly RfqTry[]
  readonly shown: OutTerms
}

export function useRfqRoom(intent: Intent): RfqRoom | undefined {
  const { cards, open } = useOwnOrders()
  return roomOf(intent, cards, open.status === 'ready')
}

export function roomOf(
  { order, context }: Intent,
  cards: readonly RfqCard[],
  isListKnown: boolean,
): RfqRoom | undefined {
  const replaced = context.amends?.clientOrderId
  const card = cards.find(
    each => each.clientOrderId === context.rfq || each.tries.some(one => one.clientOrderId === replaced),
  )
  if (card === undefined && (context.rfq === undefined || !isListKnown)) return undefined
  return {
    card,
    count: card === undefined ? undefined : countInPlaceOf(card, replaced),
    tries: card?.tries.filter(one => one.clientOrderId !== replaced) ?? [],
    shown: { legs: legsOf(order), side: sideOf(order) },
  }
}

export interface RfqObstacle {
  readonly title: string
  readonly lines: readonly string[]
}

export function rfqObstacle(
  { order, history }: Intent,
  { card, count, tries, shown }: RfqRoom,
): RfqObstacle | undefined {
  const size = (of: Decimal): string => formatSize(canonical(of))
  if (card === undefined || count === undefined || card.state === 'ended')
    return {
      title: 'This RFQ has ended: it is not sent.',
      lines: ['Ask again for quotes, or send a firm order from the builder.'],
    }
  if (card.state === 'filled')
    return {
      title: `This RFQ is filled: ${size(count.filled)} of ${size(count.wanted)}.`,
      lines: ['The RFQ asked for no more.'],
    }
  if (!mayBeTaken(card.fillsKnown))
    return {
      title: 'Loading other devices’ trades of this RFQ.',
      lines: ['Send is on once it is known how much is left.'],
    }
  if (!gt(order.quantity, count.left)) return undefined
  const filled = isZero(count.filled) ? [] : [`${size(count.filled)} filled`]
  const left = isZero(count.left) ? 'Nothing' : `Only ${size(count.left)}`
  const hurried =
    history.at(-1)?.kind === 'overtaken' ? ['Another tab knew more of this RFQ. Nothing was sent from here.'] : []
  return {
    title: `${left} of ${size(count.wanted)} is left of this RFQ; this order is for ${size(order.quantity)}.`,
    lines: [...hurried, [...filled, ...tries.flatMap(one => outTexts(one, shown))].join(' · ')],
  }
}

/**
 * Which fills may be missing from the RFQ's count, so that more could be traded than requested; undefined if complete.
 */
export function uncountedText({ fillsKnown }: Pick<RfqCard, 'fillsKnown'>): string | undefined {
  if (fillsKnown.kind === 'unreported')
    return 'This venue reports no fills of other devices: their trades of this RFQ are not counted.'
  if (fillsKnown.kind !== 'until') return undefined
  return `The connection to the venue’s feed is lost: other devices’ trades since ${formatZoned(fillsKnown.atMs, 'time')} ${zoneLabel()} are not counted.`
}

export function reviewFor(intent: Intent, quantity: Decimal): void {
  const { client_order_id: _, ...order } = intent.order
  const { title, legs, quote, amends, overridden } = intent.context
  desk.draft(withSmallerQuantity(order, quantity), {
    title,
    legs,
    ...linksOf(intent.context),
    quote,
    amends,
    overridden,
  })
}
