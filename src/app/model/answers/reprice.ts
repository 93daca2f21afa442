/**
 * Moves a working answer by one price step, by the rules of an amendment: the first is cancelled before the second is
 * sent.
 */
import { desk } from '../../api/order-desk/desk.ts'
import { canonical, type Decimal, gt, sub, zero } from '../../../core/domain/decimal.ts'
import { linksOf } from '../../../core/domain/order-context.ts'
import { withSmallerQuantity, opposite } from '../../../core/domain/order.ts'
import { nextPrice } from '../../../core/domain/package/better-price.ts'
import type { OwnAnswer } from './own-answers.ts'

/** `better`: for the requester. */
export type Move = 'better' | 'worse'

export const movedPrice = ({ side, price }: Pick<OwnAnswer, 'side' | 'price'>, move: Move, step: Decimal): Decimal =>
  nextPrice({ side: move === 'better' ? side : opposite(side), price, step })

/** The size that may still trade; undefined unless the answer is known to work. */
export function remainingOf({ state, quantity, filled }: OwnAnswer): Decimal | undefined {
  const left = filled === undefined || state !== 'works' ? undefined : sub(quantity, filled)
  return left !== undefined && gt(left, zero) ? canonical(left) : undefined
}

export function reviewRepriced(answer: OwnAnswer, price: Decimal): void {
  const { intent, filled, id, orderId } = answer
  const quantity = remainingOf(answer)
  if (quantity === undefined || filled === undefined) return
  const { client_order_id: _, ...order } = intent.order
  const { title, legs } = intent.context
  const before =
    order.recv_window === undefined ? {} : { before: { price: answer.price, quantity, cycles: order.recv_window } }
  desk.draft(
    { ...withSmallerQuantity(order, quantity), price },
    { title, legs, ...linksOf(intent.context), amends: { clientOrderId: id, orderId, filled, ...before } },
  )
}
