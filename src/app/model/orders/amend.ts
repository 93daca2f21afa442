/**
 * Amends a live order: cancels it, then sends a new one for the remainder. The venue has no amend command, so safety
 * comes from the order of steps: nothing is sent before the venue confirms the cancel, and never more than it left
 * open. Any unknown (the cancel's outcome, the filled quantity) stops the process. The two orders are never live
 * together.
 */
import type { CommandResult } from '../../api/account/order-commands.ts'
import type { ConfirmResult, ConfirmRefusal } from '../../api/order-desk/desk-parts.ts'
import { canonical, type Decimal, gt, isZero, sub, zero } from '../../../core/domain/decimal.ts'
import type { ClientOrderId } from '../../../core/domain/ids.ts'
import type { Intent } from '../../../core/domain/intent.ts'
import { type AmendedOrder, type OrderContext, linksOf } from '../../../core/domain/order-context.ts'
import { fillsOf, isEndState } from '../../../core/domain/order-state.ts'
import { withSmallerQuantity, type OrderBody, type OrderDetails } from '../../../core/domain/order.ts'

export type AmendResult =
  /** Sent; `quantity` is less than reviewed if some filled meanwhile. */
  | { readonly kind: 'sent'; readonly quantity: Decimal; readonly filledMeanwhile: Decimal }
  /** The original may still be live; nothing was sent. */
  | { readonly kind: 'not_cancelled'; readonly outcome: Exclude<CommandResult<unknown>, { kind: 'done' }> }
  | { readonly kind: 'filled' }
  /** The original is cancelled, but its filled quantity is unknown, so nothing was sent. */
  | { readonly kind: 'size_unknown' }
  /** The original is cancelled. The new order was withdrawn by the trader, or may not be sent now. */
  | { readonly kind: 'not_sent'; readonly why: ConfirmRefusal }

export interface AmendParts {
  cancel(
    order: AmendedOrder,
  ): Promise<CommandResult<{ readonly cancel_order_response: { readonly filled_quantity?: Decimal | undefined } }>>
  lookUp(order: AmendedOrder): Promise<OrderDetails | undefined>
  isUnderReview(id: ClientOrderId): boolean
  draft(order: OrderBody, context: OrderContext): ClientOrderId
  confirm(id: ClientOrderId): ConfirmResult
  discard(id: ClientOrderId): void
}

async function filledOf(
  order: AmendedOrder,
  reported: Decimal | undefined,
  parts: AmendParts,
): Promise<Decimal | undefined> {
  if (reported !== undefined) return reported
  const details = await parts.lookUp(order)
  if (details?.kind !== 'found' || !isEndState(details.order.cancel_state)) return undefined
  return fillsOf(details.order).filled
}

/** `intent` is under review, names the order it amends, and has been confirmed. */
export async function amend(intent: Intent, first: AmendedOrder, parts: AmendParts): Promise<AmendResult> {
  const { client_order_id: id, ...order } = intent.order
  const outcome = await parts.cancel(first)
  if (outcome.kind !== 'done') return { kind: 'not_cancelled', outcome }
  const filled = await filledOf(first, outcome.answer.cancel_order_response.filled_quantity, parts)
  if (!parts.isUnderReview(id)) return { kind: 'not_sent', why: 'no_draft' }
  if (filled === undefined) {
    parts.discard(id)
    return { kind: 'size_unknown' }
  }
  const meanwhile = gt(filled, first.filled) ? sub(filled, first.filled) : zero
  const left = sub(order.quantity, meanwhile)
  if (!gt(left, zero)) {
    parts.discard(id)
    return { kind: 'filled' }
  }
  const confirmed = parts.confirm(
    isZero(meanwhile)
      ? id
      : parts.draft(withSmallerQuantity(order, canonical(left)), contextOfRest(intent.context, meanwhile)),
  )
  return confirmed.ok
    ? { kind: 'sent', quantity: left, filledMeanwhile: meanwhile }
    : { kind: 'not_sent', why: confirmed.reason }
}

function contextOfRest(context: OrderContext, meanwhile: Decimal): OrderContext {
  const { title, legs, amends } = context
  const { before } = amends ?? {}
  const rest = { title, legs, ...linksOf(context) }
  if (amends === undefined || before === undefined) return { ...rest, amends }
  return { ...rest, amends: { ...amends, before: { ...before, quantity: canonical(sub(before.quantity, meanwhile)) } } }
}
