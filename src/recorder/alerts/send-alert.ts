/** The message to a destination, and the result of sending it. `server/recorder/` implements the transport. */
import { type AlertMessage, deliveryIdOf } from './alert-message.ts'
import type { Owner } from '../../core/domain/owner.ts'
import type { Destination } from './destinations.ts'

/** JSON of a webhook, documented in docs/desk.md. */
export interface AlertBody {
  readonly version: 1
  readonly id: string
  readonly kind: AlertMessage['kind']
  readonly urgent: boolean
  readonly venue: string
  readonly account: string
  /** Time of the event, ISO 8601, UTC. */
  readonly at: string
  readonly title: string
  readonly text: string
}

export interface AlertDelivery {
  readonly body: AlertBody
  /** From 1 on. */
  readonly attempt: number
}

/** `report` is shown to operators and to readers of the account. It must not contain an address or a secret. */
export type SendResult =
  | { readonly kind: 'delivered'; readonly report: string }
  /** Retry, not before `afterMs`. */
  | { readonly kind: 'again'; readonly report: string; readonly afterMs?: number | undefined }
  | { readonly kind: 'refused'; readonly report: string }

/** Never rejects. */
export type SendAlert = (destination: Destination, sending: AlertDelivery) => Promise<SendResult>

export function bodyOf(
  { venueKey, account }: Owner,
  { id, kind, isUrgent, atMs, title, text }: AlertMessage,
  destination: string,
): AlertBody {
  return {
    version: 1,
    id: deliveryIdOf(venueKey, account, id, destination),
    kind,
    urgent: isUrgent,
    venue: venueKey,
    account,
    at: new Date(atMs).toISOString(),
    title,
    text,
  }
}
