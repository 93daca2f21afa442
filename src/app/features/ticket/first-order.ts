/** Current state of the live order that the order under review replaces. */
import { canonical, type Decimal, gt, isZero, max, sub, zero } from '../../../core/domain/decimal.ts'
import { exactText } from '../../../core/domain/effect-label.ts'
import type { Intent } from '../../../core/domain/intent.ts'
import { fillsOf, isOver } from '../../../core/domain/order-state.ts'
import type { OrderRecord } from '../../../core/domain/order.ts'
import { useRegistry } from '../../model/orders/use-registry.ts'

export type FirstOrder =
  /** It works. `left` is the size for the new order, less than reviewed if some has `filled` since. */
  | { readonly kind: 'works'; readonly filled: Decimal; readonly left: Decimal }
  | { readonly kind: 'nothing_left'; readonly title: string }

/** Undefined if the order amends none, or if the first order's fills are unknown. */
export function firstOrderNow(
  { order, context: { amends } }: Pick<Intent, 'order' | 'context'>,
  record: OrderRecord | undefined,
): FirstOrder | undefined {
  if (amends === undefined || record === undefined) return undefined
  const { filled: whole, remaining } = fillsOf(record)
  if (remaining !== undefined && isZero(remaining))
    return { kind: 'nothing_left', title: 'The first order is filled: nothing is left to amend.' }
  if (isOver(record)) return { kind: 'nothing_left', title: 'The first order has ended: nothing is left to amend.' }
  if (whole === undefined) return undefined
  const filled = max(zero, sub(whole, amends.filled))
  const left = sub(order.quantity, filled)
  return gt(left, zero)
    ? { kind: 'works', filled, left }
    : {
        kind: 'nothing_left',
        title: `The first order has filled ${exactText(canonical(filled))} more: nothing is left to send.`,
      }
}

/** State of a replacement that was not sent because the venue had not answered the cancel. */
export type UnsentReplacement =
  /** The first order still works, or its end is unknown. */
  | { readonly kind: 'waits' }
  | { readonly kind: 'offer'; readonly left: Decimal }
  /** The first order filled so much that nothing is left to replace. */
  | { readonly kind: 'filled' }
  | { readonly kind: 'size_unknown' }

export function unsentReplacement(
  intent: Pick<Intent, 'order' | 'context'>,
  record: OrderRecord | undefined,
): UnsentReplacement {
  const { amends } = intent.context
  if (amends === undefined || record === undefined || !isOver(record)) return { kind: 'waits' }
  const { filled } = fillsOf(record)
  if (filled === undefined) return { kind: 'size_unknown' }
  const left = sub(intent.order.quantity, max(zero, sub(filled, amends.filled)))
  return gt(left, zero) ? { kind: 'offer', left: canonical(left) } : { kind: 'filled' }
}

export function useFirstOrder(intent: Intent): FirstOrder | undefined {
  const { orders } = useRegistry()
  const { amends } = intent.context
  return firstOrderNow(intent, amends === undefined ? undefined : orders.get(amends.clientOrderId)?.record)
}
