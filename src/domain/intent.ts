/**
 * An intent: one order that the trader means to send, under one `client_order_id` for ever. Its order and its bytes
 * never change; any edit is another intent. Plain data that the browser's database can store.
 */
import type { ClientOrderId } from './ids.ts'
import type { OrderContext } from './order-context.ts'
import type { NewOrder, OrderAccepted, OrderRecord, OrderRejected } from './order.ts'

export type IntentState =
  /** Under review: nothing sent, nothing stored. */
  | { readonly kind: 'draft' }
  /** Confirmed, being made durable. Read back from the database it means: may have been sent. */
  | { readonly kind: 'storing' }
  /** It could not be made durable: the trader decides. */
  | { readonly kind: 'unstored'; readonly message: string }
  | AwaitingState
  /** It was to be approved first, and ended before anything was sent. */
  | { readonly kind: 'unsent'; readonly why: string }
  | { readonly kind: 'sending' }
  | {
      readonly kind: 'accepted'
      readonly by: 'answer' | 'look_up' | 'open_orders' | 'push'
      readonly accepted?: OrderAccepted | undefined
      /** As first seen by this desk; open orders and order details know what became of it. */
      readonly order?: OrderRecord | undefined
    }
  | RejectedState
  | UnknownState
  /** Looked up past the bound and not seen by the venue: look again, send again, or mark dead. */
  | { readonly kind: 'unseen'; readonly looks: number; readonly duplicate?: boolean | undefined; readonly reason?: string | undefined }
  /** Given up by the trader. */
  | { readonly kind: 'dead' }

/** Confirmed, and waiting for a second person's approval: nothing sent, nothing stored. */
export interface AwaitingState {
  readonly kind: 'awaiting'
  /** Undefined while approval is being asked for. */
  readonly request?: ApprovalRequest | undefined
}

export interface ApprovalRequest {
  /** The server's, by which the order is sent once it is approved. */
  readonly id: string
  /** Server time. */
  readonly untilMs: number
}

/** What happens to an order that waits for approval. */
export type ApprovalEvent =
  | { readonly kind: 'asked'; readonly request: ApprovalRequest }
  | { readonly kind: 'still_waiting' }
  | { readonly kind: 'granted'; readonly id: string; readonly by: string }
  /** It will not be approved, or may not be sent any more. */
  | { readonly kind: 'given_up'; readonly why: string }

export interface RejectedState {
  readonly kind: 'rejected'
  readonly rejected: OrderRejected
  /** Looked up long enough afterwards and not found. */
  readonly isChecked: boolean
  /** Server time of the report; intents of earlier versions have none, and one look-up is enough for them. */
  readonly atMs?: number | undefined
}

export interface UnknownState {
  readonly kind: 'unknown'
  /** Plain words. */
  readonly why: string
  /** The venue's own words, where it answered without an outcome. */
  readonly reason?: string | undefined
  /** Look-ups answered or failed since it became unknown. */
  readonly looks: number
  /** Server time of the next look-up; undefined while one is under way or none can be made. */
  readonly nextLookUpAtMs: number | undefined
  /** The venue named our id a duplicate: it knows an order of this id. */
  readonly duplicate?: boolean | undefined
  /** A rejection of one of several sendings: it counts only if look-ups find nothing. */
  readonly rejected?: OrderRejected | undefined
}

export interface IntentStep {
  readonly atMs: number
  readonly kind: string
  readonly detail?: string | undefined
}

export interface Intent {
  readonly client_order_id: ClientOrderId
  readonly venueKey: string
  readonly account: string
  readonly order: NewOrder
  /** The bytes that are sent. */
  readonly body: string
  readonly context: OrderContext
  /** Server time. */
  readonly createdAtMs: number
  readonly state: IntentState
  /** POSTs made by the trader's word; the one being made durable counts. */
  readonly sends: number
  /** Id of the approval with which it is sent. */
  readonly approval?: string | undefined
  readonly history: readonly IntentStep[]
}

/** Is this the business of that account on that venue? */
export const belongsTo = (intent: Intent, owner: Pick<Intent, 'account' | 'venueKey'> | undefined): boolean =>
  intent.account === owner?.account && intent.venueKey === owner.venueKey

/** Whether its outcome at the venue is open. */
export function isUnresolved(intent: Intent): boolean {
  const kind = intent.state.kind
  return kind === 'storing' || kind === 'sending' || kind === 'unknown' || kind === 'unseen'
}

/**
 * A browser may silently send a POST twice, and a venue may refuse one copy and take the other, before it or after: a rejection is shown
 * at once, and checked until no copy can be under way any more.
 */
export const isUncheckedRejection = (intent: Intent): boolean => intent.state.kind === 'rejected' && !intent.state.isChecked

/** Whether it awaits the trader's word before anything was sent. */
export const isUnderReview = (intent: Intent): boolean => intent.state.kind === 'draft' || intent.state.kind === 'unstored'

/** Whether nothing of it was ever sent: it is no order yet. */
export const isBeforeSending = (intent: Intent): boolean =>
  isUnderReview(intent) || intent.state.kind === 'awaiting' || intent.state.kind === 'unsent'

const ranks: Readonly<Record<IntentState['kind'], number>> = {
  draft: 0,
  unstored: 0,
  awaiting: 0,
  unsent: 0,
  storing: 1,
  sending: 2,
  unknown: 3,
  unseen: 4,
  dead: 5,
  rejected: 6,
  accepted: 7,
}

/** Does `a` know at least as much as `b`? An acceptance beats all, then the later sending, then the more definite state. */
export function knowsAsMuch(a: Intent, b: Intent): boolean {
  const aAccepted = a.state.kind === 'accepted'
  const bAccepted = b.state.kind === 'accepted'
  if (aAccepted !== bAccepted) return aAccepted
  if (a.sends !== b.sends) return a.sends > b.sends
  return ranks[a.state.kind] >= ranks[b.state.kind]
}
