/**
 * One order that the trader means to send under one `client_order_id`. Its order and bytes never change; an edit
 * creates another intent. Plain data that the browser's database can store.
 */
import type { ClientOrderId } from './ids.ts'
import type { OrderContext } from './order-context.ts'
import type { NewOrder, OrderAccepted, OrderRecord, OrderRejected } from './order.ts'
import { dayMs } from './time.ts'

export type IntentState =
  | { readonly kind: 'draft' }
  /** Confirmed and being written to the database. After a reload it may have been sent. */
  | { readonly kind: 'storing' }
  | { readonly kind: 'unstored'; readonly message: string }
  | AwaitingState
  /** Ended while waiting for approval; never sent. */
  | { readonly kind: 'unsent'; readonly why: string }
  | { readonly kind: 'sending' }
  | {
      readonly kind: 'accepted'
      readonly by: 'answer' | 'look_up' | 'open_orders' | 'push'
      readonly accepted?: OrderAccepted | undefined
      /** Order as first observed here. Open orders and order details have its current state. */
      readonly order?: OrderRecord | undefined
    }
  | RejectedState
  | UnknownState
  /** Not found at the venue within the bound. The trader can look again, send again or mark it dead. */
  | {
      readonly kind: 'unseen'
      readonly looks: number
      readonly duplicate?: boolean | undefined
      readonly reason?: string | undefined
    }
  | { readonly kind: 'dead' }

export interface AwaitingState {
  readonly kind: 'awaiting'
  /** Undefined while the approval request is being sent. */
  readonly request?: ApprovalRequest | undefined
}

export interface ApprovalRequest {
  readonly id: string
  /** Server time. */
  readonly untilMs: number
}

export type ApprovalEvent =
  | { readonly kind: 'asked'; readonly request: ApprovalRequest }
  | { readonly kind: 'still_waiting' }
  | { readonly kind: 'granted'; readonly id: string; readonly by: string }
  /** Rejected, or expired before sending. */
  | { readonly kind: 'given_up'; readonly why: string }

export interface RejectedState {
  readonly kind: 'rejected'
  readonly rejected: OrderRejected
  readonly isChecked: boolean
  /** Server time of the report. Absent in intents of earlier versions, for which one look-up suffices. */
  readonly atMs?: number | undefined
}

export interface UnknownState {
  readonly kind: 'unknown'
  readonly why: string
  /** The venue's own text, if it responded without an outcome. */
  readonly reason?: string | undefined
  readonly looks: number
  /** Server time of the next look-up. Undefined if one is in progress or impossible. */
  readonly nextLookUpAtMs: number | undefined
  /** The venue rejected a resend as a duplicate, so it has an order with this id. */
  readonly duplicate?: boolean | undefined
  /** Rejection of one of several sends. It counts only if look-ups find nothing. */
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
  readonly body: string
  readonly context: OrderContext
  /** Server time. */
  readonly createdAtMs: number
  readonly state: IntentState
  readonly sends: number
  readonly approval?: string | undefined
  readonly history: readonly IntentStep[]
}

export const belongsTo = (intent: Intent, owner: Pick<Intent, 'account' | 'venueKey'> | undefined): boolean =>
  intent.account === owner?.account && intent.venueKey === owner.venueKey

export function isUnresolved(intent: Intent): boolean {
  const kind = intent.state.kind
  return kind === 'storing' || kind === 'sending' || kind === 'unknown' || kind === 'unseen'
}

/**
 * A browser may silently resend a POST, and a venue may reject one copy and accept another. A rejection is shown
 * immediately and checked until no copy can be in flight.
 */
export const isUncheckedRejection = (intent: Intent): boolean =>
  intent.state.kind === 'rejected' && !intent.state.isChecked

export const isUnderReview = (intent: Intent): boolean =>
  intent.state.kind === 'draft' || intent.state.kind === 'unstored'

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

/** True if `a` is at least as final as `b`: an acceptance wins, then the later send, then the more definite state. */
export function knowsAsMuch(a: Intent, b: Intent): boolean {
  const aAccepted = a.state.kind === 'accepted'
  const bAccepted = b.state.kind === 'accepted'
  if (aAccepted !== bAccepted) return aAccepted
  if (a.sends !== b.sends) return a.sends > b.sends
  return ranks[a.state.kind] >= ranks[b.state.kind]
}

const retainedMs = 7 * dayMs

/**
 * Ids of settled orders older than a week. `nowMs` is the venue's: this machine's clock may be days off, which would
 * delete today's orders.
 */
export const outdated = (all: readonly Intent[], nowMs: number): readonly ClientOrderId[] =>
  all.flatMap(each => (isUnresolved(each) || each.createdAtMs >= nowMs - retainedMs ? [] : [each.client_order_id]))
