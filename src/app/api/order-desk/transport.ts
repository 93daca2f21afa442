/**
 * The desk's link to the venue: one POST, and look-ups. A POST's outcome is definite only if it parses and echoes our
 * id; requests are sent only under the intent's own account and venue.
 */
import type { OrderAccepted, OrderRecord, OrderRejected } from '../../../core/domain/order.ts'
import { approvalHeader } from '../../../core/domain/approval/approval-text.ts'
import type { Client } from '../../../core/client/client-types.ts'
import type { ApiFault } from '../../../core/client/fault.ts'
import type { Intent } from '../../../core/domain/intent.ts'

export type SendOutcome =
  | { readonly kind: 'accepted'; readonly accepted: OrderAccepted }
  | { readonly kind: 'rejected'; readonly rejected: OrderRejected }
  | { readonly kind: 'lost'; readonly fault: ApiFault }

export type LookOutcome =
  | { readonly kind: 'found'; readonly order: OrderRecord }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'failed'; readonly fault: ApiFault }

export interface OrderTransport {
  send(intent: Intent): Promise<SendOutcome>
  lookUp(intent: Intent, signal: AbortSignal): Promise<LookOutcome>
}

/** Answers after the desk's time-out still count; past this the connection is closed. */
const longestWaitMs = 30_000

export function createOrderTransport(client: Client): OrderTransport {
  return {
    async send(intent) {
      const headers = intent.approval === undefined ? {} : { [approvalHeader]: intent.approval }
      const options = { bodyText: intent.body, owner: intent, timeoutMs: longestWaitMs, sends: intent.sends, headers }
      const sent = await client.text('placeOrder', options)
      if (!sent.ok) return { kind: 'lost', fault: sent.fault }
      const decoded = client.decode('placeOrder', sent.answer, {
        body: { new_order: { ...intent.order, legs: intent.order.legs?.slice() } },
      })
      if (!decoded.ok) return { kind: 'lost', fault: decoded.fault }
      const answer = decoded.answer
      return 'order_accepted' in answer
        ? { kind: 'accepted', accepted: answer.order_accepted }
        : { kind: 'rejected', rejected: answer.order_rejected }
    },
    async lookUp(intent, signal) {
      const query = { client_order_id: intent.client_order_id }
      const looked = await client.call('orderDetails', { query, owner: intent, lane: 'evidence', signal })
      if (!looked.ok) return { kind: 'failed', fault: looked.fault }
      const details = looked.answer.query_order_response
      return details.kind === 'not_found' ? { kind: 'not_found' } : { kind: 'found', order: details.order }
    },
  }
}
