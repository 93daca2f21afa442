/** What is sent to a destination, and what came of it. How it gets there is its host's (`server/recorder/`). */
import { type AlertMessage, deliveryIdOf } from './alert-message.ts'
import type { Owner } from '../../domain/owner.ts'
import type { Destination } from './destinations.ts'

/** The JSON of a webhook; docs/desk.md documents it. */
export interface AlertBody {
  readonly version: 1
  /** The same at every try: what was seen already may be dropped by it. */
  readonly id: string
  readonly kind: AlertMessage['kind']
  readonly urgent: boolean
  readonly venue: string
  readonly account: string
  /** When it happened, ISO 8601, UTC. */
  readonly at: string
  readonly title: string
  readonly text: string
}

export interface Sending {
  readonly body: AlertBody
  /** From 1 on. */
  readonly attempt: number
}

/** `said` is for those who run the recorder or may read the account: never an address or a secret. */
export type Sent =
  | { readonly kind: 'delivered'; readonly said: string }
  /** Worth another try, not before `afterMs`. */
  | { readonly kind: 'again'; readonly said: string; readonly afterMs?: number | undefined }
  | { readonly kind: 'refused'; readonly said: string }

/** Never rejects. */
export type SendAlert = (destination: Destination, sending: Sending) => Promise<Sent>

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
