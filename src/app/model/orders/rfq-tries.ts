/** Firm orders that were sent for an RFQ, and what they leave of it. */
import { type Decimal, isZero, sub, zero } from '../../../core/domain/decimal.ts'
import { type Fills, fillsOf, isOver } from '../../../core/domain/order-state.ts'
import { opposite, type OrderRecord, parseSide, type Side } from '../../../core/domain/order.ts'
import type { OwnOrder } from '../../../core/domain/own-order.ts'
import { countRfq, outOf, type RfqAmounts, type RfqCount } from '../../../core/domain/trade-story/trade-count.ts'
import type { SentOrder } from './sent-order.ts'

/** A firm order for an RFQ, of any tab or device. */
export interface RfqTry {
  readonly clientOrderId: string
  readonly orderId: string | undefined
  readonly side: Side | undefined
  readonly price: Decimal | undefined
  readonly quantity: Decimal
  readonly atMs: number
  /** `accepted`: its record has not been received yet. */
  readonly state:
    | 'sending'
    | 'accepted'
    | 'working'
    | 'filled'
    | 'part filled'
    | 'not filled'
    | 'rejected'
    | 'unknown'
    | 'dismissed'
  /** From its record; undefined until that is received. */
  readonly fills: Fills | undefined
  readonly out: RfqAmounts
  /** True if it still rests at the venue. */
  readonly isOpen: boolean
  readonly isOver: boolean
}

export interface KnownOrders {
  /** The account's orders, by client id. */
  readonly orders: ReadonlyMap<string, OwnOrder>
  readonly listed: ReadonlyMap<string, OrderRecord>
}

function tryState(outcome: SentOrder['outcome'], record: OrderRecord | undefined, isOpen: boolean): RfqTry['state'] {
  if (record === undefined) {
    if (outcome === 'pending') return 'sending'
    return outcome === 'dead' ? 'dismissed' : outcome
  }
  const { filled, remaining } = fillsOf(record)
  if (filled === undefined || remaining === undefined) return 'part filled'
  if (isZero(remaining)) return 'filled'
  if (isZero(filled)) return isOpen ? 'working' : isOver(record) ? 'not filled' : 'accepted'
  return 'part filled'
}

type TriedOrder = Pick<OrderRecord, 'client_order_id' | 'order_id' | 'side' | 'price' | 'quantity'>

export function tryOf(
  order: TriedOrder,
  { outcome, atMs }: Pick<SentOrder, 'outcome' | 'atMs'>,
  { listed, orders }: KnownOrders,
): RfqTry {
  const open = listed.get(order.client_order_id)
  const record = open ?? orders.get(order.client_order_id)?.record
  const isOpen = open !== undefined
  return {
    clientOrderId: order.client_order_id,
    orderId: record?.order_id ?? order.order_id,
    side: parseSide(order.side),
    price: order.price,
    quantity: order.quantity,
    atMs,
    state: tryState(outcome, record, isOpen),
    fills: record === undefined ? undefined : fillsOf(record),
    out: outOf({ quantity: order.quantity, record, isListed: isOpen, isRejected: outcome === 'rejected' }),
    isOpen,
    isOver: record === undefined ? outcome === 'rejected' : isOver(record),
  }
}

interface CountedRfq {
  readonly quantity: Decimal
  readonly side: Side | undefined
  readonly tries: readonly RfqTry[]
}

/** Orders of an unknown side count: they may be on its side. */
export const countOf = (quantity: Decimal, side: Side | undefined, tries: readonly RfqTry[]): RfqCount =>
  countRfq(
    quantity,
    tries.filter(one => side === undefined || one.side !== opposite(side)).map(one => one.out),
  )

/** The count for an order that replaces another one of the RFQ's orders. */
export const countInPlaceOf = ({ quantity, side, tries }: CountedRfq, replaced: string | undefined): RfqCount =>
  countOf(
    quantity,
    side,
    tries.map(one =>
      one.clientOrderId === replaced ? { ...one, out: { ...one.out, working: zero, inDoubt: zero } } : one,
    ),
  )

/** Size of dismissed orders of unknown outcome. */
export const dismissedSize = ({ side, tries }: Omit<CountedRfq, 'quantity'>): Decimal =>
  countOf(
    zero,
    side,
    tries.filter(one => one.state === 'dismissed'),
  ).inDoubt

/**
 * Size that may be requested again. A dismissed order counts as unfilled, since the trader decided not to wait for its
 * outcome.
 */
export const leftToAskAgain = ({
  count,
  ...rfq
}: Omit<CountedRfq, 'quantity'> & { readonly count: RfqCount }): Decimal =>
  countRfq(count.wanted, [{ ...count, inDoubt: sub(count.inDoubt, dismissedSize(rfq)) }]).left

export const hasFills = (one: RfqTry): boolean =>
  one.fills !== undefined && (one.fills.filled === undefined || !isZero(one.fills.filled))
