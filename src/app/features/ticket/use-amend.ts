/**
 * Confirms an order that amends another: cancels the first, then sends this one for the remaining size. The outcome is
 * a notice.
 */
import { useEffect, useState } from 'react'
import { cancelOrder } from '../../api/account/order-commands.ts'
import { lookUpOrder } from '../../api/account/order-details.ts'
import { createStore, useStore } from '../../api/browser/store.ts'
import { desk } from '../../api/order-desk/desk.ts'
import { presentOwner } from '../../api/venue/owner.ts'
import { canonical, isZero } from '../../../core/domain/decimal.ts'
import { exactText } from '../../../core/domain/effect-label.ts'
import { clientOrderId, orderId, type OrderKey } from '../../../core/domain/ids.ts'
import { type Intent, isUnderReview } from '../../../core/domain/intent.ts'
import { type AmendedOrder, orderBefore, linksOf } from '../../../core/domain/order-context.ts'
import { withSmallerQuantity, type OrderRecord } from '../../../core/domain/order.ts'
import { amend, type AmendParts, type AmendResult } from '../../model/orders/amend.ts'
import { useRegistry } from '../../model/orders/use-registry.ts'
import { showToast, type Toast } from '../../ui/controls/toasts.ts'
import { unsentReplacement } from './first-order.ts'

const keyOf = (order: AmendedOrder): OrderKey =>
  order.orderId === undefined
    ? { client_order_id: clientOrderId(order.clientOrderId) }
    : { order_id: orderId(order.orderId) }

const parts: AmendParts = {
  cancel: order => cancelOrder(keyOf(order)),
  async lookUp(order) {
    const owner = presentOwner()
    return owner === undefined ? undefined : await lookUpOrder(keyOf(order), owner, 'evidence')
  },
  isUnderReview: id => desk.snapshot().intents.some(intent => intent.client_order_id === id && isUnderReview(intent)),
  draft: (order, context) => desk.draft(order, context),
  confirm: id => desk.confirm(id),
  discard: id => desk.discard(id),
}

export function reviewBefore({ order, context }: Intent): (() => void) | undefined {
  const { client_order_id: _, ...body } = order
  const before = orderBefore(body, context.amends)
  return before === undefined
    ? undefined
    : () => void desk.draft(before, { title: context.title, legs: context.legs, ...linksOf(context) })
}

export const againLabel = 'Review the first order again'

const nothingNew = 'Nothing new was sent.'

/** The toast; undefined if the new order was sent as reviewed. */
export function amendText(result: AmendResult): Omit<Toast, 'id'> | undefined {
  switch (result.kind) {
    case 'sent':
      return isZero(result.filledMeanwhile)
        ? undefined
        : {
            tone: 'neutral',
            title: `Sent for ${exactText(canonical(result.quantity))}: ${exactText(canonical(result.filledMeanwhile))} filled before the cancel`,
          }
    case 'filled':
      return { tone: 'ok', title: 'Filled before it could be amended', body: nothingNew }
    case 'size_unknown':
      return {
        tone: 'warning',
        sticky: true,
        title: 'Cancelled, and not sent again',
        body: 'The venue did not report how much was filled before the cancel. Check the order, then send the rest yourself.',
      }
    case 'not_sent':
      return {
        tone: 'warning',
        sticky: true,
        title: 'Cancelled, and not sent again',
        body: 'The new order was taken back or may not leave now.',
      }
    case 'not_cancelled':
      return { tone: 'warning', sticky: true, title: 'Not amended', body: `${whyNot(result.outcome)} ${nothingNew}` }
  }
}

function whyNot(outcome: Extract<AmendResult, { kind: 'not_cancelled' }>['outcome']): string {
  if (outcome.kind === 'refused') return `The venue would not cancel the first: ${outcome.reason}.`
  if (outcome.kind === 'unknown') return `Whether the first was cancelled is not known yet: ${outcome.fault.message}`
  return outcome.kind === 'not_supported' ? 'This venue cannot cancel.' : 'The cancel was not sent.'
}

/** Amendments not sent because the venue had not answered the cancel of the first order. Lost with the page. */
const unsent = createStore<readonly Intent[]>([])

/** Offers each for review once the end of its first order is known. Sends nothing. */
export function OfferUnsentAmendments(): null {
  const waiting = useStore(unsent)
  const { orders } = useRegistry()
  useEffect(() => {
    const settled = waiting.filter(intent =>
      offerUnsent(intent, orders.get(intent.context.amends?.clientOrderId ?? '')?.record),
    )
    if (settled.length > 0) unsent.set(waiting.filter(intent => !settled.includes(intent)))
  }, [waiting, orders])
  return null
}

/** The end of the first order replaces the notice that it is not known. */
const groupOf = ({ client_order_id: id }: Intent): string => `amendment ${id}`

function offerUnsent(intent: Intent, first: OrderRecord | undefined): boolean {
  const { client_order_id: _, ...order } = intent.order
  const now = unsentReplacement(intent, first)
  if (now.kind === 'waits') return false
  if (now.kind !== 'offer') {
    const text = amendText({ kind: now.kind })
    if (text !== undefined) showToast({ ...text, group: groupOf(intent) })
    return true
  }
  const { title, legs } = intent.context
  showToast({
    tone: 'warning',
    sticky: true,
    group: groupOf(intent),
    title: 'The first order has ended; the new one was not sent',
    body: `${exactText(now.left)} is left to order.`,
    action: {
      label: 'Review the new order',
      run: () => void desk.draft(withSmallerQuantity(order, now.left), { title, legs, ...linksOf(intent.context) }),
    },
  })
  return true
}

export function useAmend(intent: Intent): { readonly isUnderWay: boolean; readonly send: (() => void) | undefined } {
  const [isUnderWay, setUnderWay] = useState(false)
  const first = intent.context.amends
  if (first === undefined) return { isUnderWay: false, send: undefined }
  const send = async (): Promise<void> => {
    setUnderWay(true)
    const result = await amend(intent, first, parts)
    if (result.kind === 'not_cancelled') {
      desk.discard(intent.client_order_id)
      if (result.outcome.kind === 'unknown') unsent.set([...unsent.get(), intent])
    }
    const text = amendText(result)
    const again = result.kind === 'not_sent' ? reviewBefore(intent) : undefined
    if (text !== undefined)
      showToast({ ...text, group: groupOf(intent), action: again && { label: againLabel, run: again } })
  }
  return { isUnderWay, send: () => void (isUnderWay ? undefined : send()) }
}
