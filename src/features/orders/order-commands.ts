/** Cancelling and extending, with what came of it said in a toast. */
import type { OrderKey } from '../../api/account/order-details.ts'
import { type CommandResult, cancelOrder, refreshInterest } from '../../api/account/order-commands.ts'
import { clientOrderId, orderId } from '../../domain/ids.ts'
import { showToast } from '../../ui/controls/toasts.ts'

export interface OrderIds {
  readonly clientOrderId: string
  readonly orderId: string | undefined
}

/** The venue's id where it is known, since every venue that cancels knows it; else the client's. */
export const orderKey = (ids: OrderIds): OrderKey =>
  ids.orderId === undefined ? { client_order_id: clientOrderId(ids.clientOrderId) } : { order_id: orderId(ids.orderId) }

const notSent = {
  locked: 'Trading locked in this tab. Unlock it in the top bar.',
  signed_out: 'You are signed out.',
  in_flight: 'The same is on its way already.',
} as const

/** Says what came of a command, a done one in the words of `done`. */
export function say(what: string, result: CommandResult<unknown>, done: string): void {
  switch (result.kind) {
    case 'done':
      showToast({ tone: 'ok', title: done })
      return
    case 'refused':
      showToast({ tone: 'danger', title: `${what} refused`, body: result.reason })
      return
    case 'unknown':
      showToast({
        tone: 'warning',
        title: `${what}: outcome unknown`,
        body: `${result.fault.message} The next look at the open orders tells.`,
      })
      return
    case 'not_supported':
      showToast({ tone: 'neutral', title: `This venue has no such command`, body: what })
      return
    case 'not_sent':
      showToast({ tone: 'warning', title: `${what} not sent`, body: notSent[result.why] })
  }
}

export async function cancel(ids: OrderIds, name: string): Promise<void> {
  say(`Cancel ${name}`, await cancelOrder(orderKey(ids)), `Cancelled ${name}`)
}

/** Keeps an RFQ alive for another time-out from now on. */
export async function extend(ids: OrderIds, name: string): Promise<void> {
  say(`Extend ${name}`, await refreshInterest(orderKey(ids)), `Extended ${name}`)
}
