/**
 * Amending a live order: it is cancelled, and another one leaves for what is then left. The venue has no such command, so the order of steps is the safety:
 * nothing new leaves before the venue's own word that the first is cancelled, and never for more than that word leaves open. Whatever is not known
 * (the cancel's outcome, how much had filled) ends it there: two never live at once.
 */
import type { CommandResult } from '../../api/account/order-commands.ts'
import type { Confirmed, ConfirmRefusal } from '../../api/order-desk/desk-parts.ts'
import { canonical, type Decimal, gt, isZero, sub, zero } from '../../domain/decimal.ts'
import type { ClientOrderId } from '../../domain/ids.ts'
import type { Intent } from '../../domain/intent.ts'
import { type AmendedOrder, type OrderContext, purposeOf } from '../../domain/order-context.ts'
import { fillsOf, isEndState } from '../../domain/order-state.ts'
import { forLess, type OrderBody, type OrderDetails } from '../../domain/order.ts'

export type AmendResult =
  /** Handed to the venue; `quantity` is less than was reviewed where some filled meanwhile. */
  | { readonly kind: 'sent'; readonly quantity: Decimal; readonly filledMeanwhile: Decimal }
  /** The first stands as far as is known; nothing new left. */
  | { readonly kind: 'not_cancelled'; readonly outcome: Exclude<CommandResult<unknown>, { kind: 'done' }> }
  /** The first is cancelled, and nothing of it is left to be ordered. */
  | { readonly kind: 'filled' }
  /** The first is cancelled; how much of it had filled is not known, so nothing new left. */
  | { readonly kind: 'size_unknown' }
  /** The first is cancelled; the new one was taken back by the trader, or may not leave now. */
  | { readonly kind: 'not_sent'; readonly why: ConfirmRefusal }

export interface AmendParts {
  cancel(
    order: AmendedOrder,
  ): Promise<CommandResult<{ readonly cancel_order_response: { readonly filled_quantity?: Decimal | undefined } }>>
  lookUp(order: AmendedOrder): Promise<OrderDetails | undefined>
  isUnderReview(id: ClientOrderId): boolean
  draft(order: OrderBody, context: OrderContext): ClientOrderId
  confirm(id: ClientOrderId): Confirmed
  discard(id: ClientOrderId): void
}

/** How much of a cancelled order had filled, by the venue's word; undefined where it gives none. */
async function filledOf(order: AmendedOrder, reported: Decimal | undefined, parts: AmendParts): Promise<Decimal | undefined> {
  if (reported !== undefined) return reported
  const details = await parts.lookUp(order)
  if (details?.kind !== 'found' || !isEndState(details.order.cancel_state)) return undefined
  return fillsOf(details.order).filled
}

/** `intent` is under review and says what it amends; the trader's word on it has been given. */
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
    isZero(meanwhile) ? id : parts.draft(forLess(order, canonical(left)), contextOfRest(intent.context, meanwhile)),
  )
  return confirmed.ok ? { kind: 'sent', quantity: left, filledMeanwhile: meanwhile } : { kind: 'not_sent', why: confirmed.reason }
}

/** What was computed for the whole is left behind. */
function contextOfRest(context: OrderContext, meanwhile: Decimal): OrderContext {
  const { title, legs, amends } = context
  const { before } = amends ?? {}
  const rest = { title, legs, ...purposeOf(context) }
  if (amends === undefined || before === undefined) return { ...rest, amends }
  return { ...rest, amends: { ...amends, before: { ...before, quantity: canonical(sub(before.quantity, meanwhile)) } } }
}
