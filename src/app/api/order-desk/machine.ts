/**
 * The life of an intent as a pure function from state and event to next state and effects. Invariants: `send` has one
 * origin (after `stored`, or by the trader's waiver); only evidence leads from *unknown* to accepted or rejected; "not
 * found" leads at most to *unseen*, and only past the bound; a seen order is accepted whatever was believed before; an
 * order that waits for approval is sent by its own approval, once, or never. It has no clock, store or network.
 */
import { jittered } from '../../../core/client/timers.ts'
import { orderDifferences } from '../../../core/domain/intent-differences.ts'
import type { NewOrder, OrderAccepted, OrderRecord, OrderRejected } from '../../../core/domain/order.ts'
import {
  type ApprovalEvent,
  type Intent,
  type IntentState,
  type RejectedState,
  type UnknownState,
  isUncheckedRejection,
} from '../../../core/domain/intent.ts'

export type IntentEvent =
  | { readonly kind: 'confirmed'; readonly withoutDurability: boolean; readonly needsApproval?: boolean | undefined }
  | ApprovalEvent
  | { readonly kind: 'stored' }
  | { readonly kind: 'store_failed'; readonly message: string }
  | { readonly kind: 'overtaken' }
  | { readonly kind: 'overdue'; readonly why: string }
  | { readonly kind: 'accepted'; readonly accepted: OrderAccepted }
  | { readonly kind: 'rejected'; readonly rejected: OrderRejected }
  | { readonly kind: 'lost'; readonly why: string; readonly reason?: string | undefined }
  | { readonly kind: 'seen'; readonly by: 'look_up' | 'open_orders'; readonly order: OrderRecord }
  | { readonly kind: 'pushed'; readonly accepted?: OrderAccepted | undefined }
  | { readonly kind: 'look_started' }
  | { readonly kind: 'not_found'; readonly sends: number }
  | { readonly kind: 'look_failed'; readonly sends: number; readonly retryAfterMs?: number | undefined }
  /** The page started or slept: the state of running requests is no longer known. */
  | { readonly kind: 'woke' }
  | { readonly kind: 'look_again' }
  | { readonly kind: 'send_again' }
  | { readonly kind: 'mark_dead' }

export type Effect =
  /** Requests approval; then `asked` or `given_up`. */
  | { readonly kind: 'ask' }
  | { readonly kind: 'follow'; readonly afterMs: number }
  /** Stores it durably, only if it was sent `sends - 1` times; then `stored` or `store_failed`. */
  | { readonly kind: 'begin' }
  | { readonly kind: 'send' }
  /** Looks it up after this time; replaces a waiting look-up. */
  | { readonly kind: 'look'; readonly afterMs: number }
  | { readonly kind: 'rest' }
  | { readonly kind: 'save' }
  /** The venue's state changed: the displayed account is out of date. */
  | { readonly kind: 'outcome' }

export interface Step {
  readonly intent: Intent
  readonly effects: readonly Effect[]
}

export interface Moment {
  readonly nowMs: number
  readonly random: number
}

/** Times of look-ups since the outcome became unknown; past the last one the bound is reached. */
const lookInstantsMs = [500, 1_000, 2_000, 4_000, 8_000, 15_000] as const
const lastLook = lookInstantsMs.length - 1
const laterLookMs = 15_000
/**
 * Times of look-ups since a rejection: late enough to see an order accepted just before, and for any copy re-sent by
 * the browser to have arrived.
 */
const rejectionCheckInstantsMs = [4_000, 75_000] as const
const longestHistory = 60

function lookDelayMs(looks: number, random: number): number {
  const at = lookInstantsMs[looks]
  return jittered(at === undefined ? laterLookMs : at - (looks === 0 ? 0 : (lookInstantsMs[looks - 1] ?? 0)), random)
}

/** True if a rejection says that the id exists already: proof of the order, not of a refusal. */
export const isDuplicateReason = (reason: string): boolean =>
  /duplicate|already[ _](?:exists|used|known|in[ _]use)|not[ _]unique/i.test(reason)

export const step = (intent: Intent, event: IntentEvent, moment: Moment): Step =>
  stepOf(intent, event, moment) ?? { intent, effects: [] }

/** Undefined if the event changes nothing. */
function stepOf(intent: Intent, event: IntentEvent, moment: Moment): Step | undefined {
  const { state } = intent
  switch (event.kind) {
    case 'confirmed':
      return confirmed(intent, event, moment)
    case 'asked':
    case 'still_waiting':
    case 'granted':
    case 'given_up':
      return awaited(intent, event, moment)
    case 'stored':
      if (state.kind !== 'storing') return undefined
      return go(intent, { kind: 'sending' }, moment, ['sending'], [{ kind: 'send' }])
    case 'store_failed':
      return state.kind === 'storing' ? storeFailed(intent, event.message, moment) : undefined
    case 'overtaken':
      return state.kind === 'storing' ? overtaken({ ...intent, sends: intent.sends - 1 }, moment) : undefined
    case 'overdue':
      if (state.kind !== 'sending') return undefined
      return toUnknown(intent, { why: event.why }, moment, [event.kind, event.why])
    case 'lost':
      return lost(intent, event, moment)
    case 'accepted':
      return accepted(intent, event.accepted, moment)
    case 'rejected':
      return rejected(intent, event.rejected, moment)
    case 'seen':
      return seen(intent, event.by, event.order, moment)
    case 'pushed':
      return pushed(intent, event.accepted, moment)
    case 'look_started':
      return state.kind === 'unknown' ? amend(intent, { ...state, nextLookUpAtMs: undefined }) : undefined
    case 'not_found':
      return event.sends === intent.sends ? notFound(intent, moment) : undefined
    case 'look_failed':
      return event.sends === intent.sends ? lookFailed(intent, event, moment) : undefined
    case 'woke':
      return woke(intent, moment)
    case 'look_again':
      return lookAgain(intent, moment)
    case 'send_again': {
      if (state.kind !== 'unseen') return undefined
      const next = { ...intent, sends: intent.sends + 1 }
      return go(next, { kind: 'storing' }, moment, ['send_again'], [{ kind: 'rest' }, { kind: 'begin' }])
    }
    case 'mark_dead':
      if (state.kind !== 'unseen') return undefined
      return go(intent, { kind: 'dead' }, moment, ['dead'], [{ kind: 'rest' }, { kind: 'save' }])
  }
}

/** A step without an entry in the history. */
const amend = (intent: Intent, state: IntentState, ...effects: readonly Effect[]): Step => ({
  intent: { ...intent, state },
  effects,
})

function go(
  intent: Intent,
  state: IntentState,
  moment: Moment,
  entry: readonly [kind: string, detail?: string],
  effects: readonly Effect[],
): Step {
  const [kind, detail] = entry
  const history = [...intent.history, { atMs: moment.nowMs, kind, ...(detail === undefined ? {} : { detail }) }]
  // The first steps show what was sent, the last ones the outcome.
  const retained =
    history.length > longestHistory ? [...history.slice(0, 10), ...history.slice(10 - longestHistory)] : history
  return { intent: { ...intent, state, history: retained }, effects }
}

type Confirmation = Extract<IntentEvent, { kind: 'confirmed' }>

function confirmed(
  intent: Intent,
  { withoutDurability, needsApproval }: Confirmation,
  moment: Moment,
): Step | undefined {
  if (intent.state.kind !== 'draft' && intent.state.kind !== 'unstored') return undefined
  if (needsApproval === true) return go(intent, { kind: 'awaiting' }, moment, ['approval_asked'], [{ kind: 'ask' }])
  const next = { ...intent, sends: 1 }
  if (!withoutDurability) return go(next, { kind: 'storing' }, moment, ['confirmed'], [{ kind: 'begin' }])
  return go(
    next,
    { kind: 'sending' },
    moment,
    ['confirmed', 'without being stored first'],
    [{ kind: 'send' }, { kind: 'save' }],
  )
}

const followMs = 2_000

function awaited(intent: Intent, event: ApprovalEvent, moment: Moment): Step | undefined {
  const { state } = intent
  if (state.kind !== 'awaiting') return undefined
  const follow: Effect = { kind: 'follow', afterMs: jittered(followMs, moment.random) }
  switch (event.kind) {
    case 'asked':
      return state.request === undefined
        ? go(intent, { kind: 'awaiting', request: event.request }, moment, ['awaits'], [follow])
        : undefined
    case 'still_waiting':
      return { intent, effects: [follow] }
    case 'granted':
      if (state.request?.id !== event.id) return undefined
      return go(
        { ...intent, approval: event.id, sends: 1 },
        { kind: 'storing' },
        moment,
        ['approved', event.by],
        [{ kind: 'begin' }],
      )
    case 'given_up':
      return unsent(intent, event.why, moment)
  }
}

const unsent = (intent: Intent, why: string, moment: Moment): Step =>
  go(intent, { kind: 'unsent', why }, moment, ['unsent', why], [{ kind: 'rest' }])

/** Returns to review. An approval is void, since the approver decided without the orders that this tab missed. */
const overtaken = (intent: Intent, moment: Moment): Step =>
  intent.approval === undefined
    ? go(intent, { kind: 'draft' }, moment, ['overtaken'], [])
    : unsent(intent, 'Another order for this RFQ left while it waited for approval.', moment)

/** A first send waits for the trader's decision, unless the confirmation is old. A later send stays unseen. */
function storeFailed(intent: Intent, message: string, moment: Moment): Step {
  const back = { ...intent, sends: intent.sends - 1 }
  if (back.sends === 0 && back.approval !== undefined)
    return unsent(back, `It was approved, and the browser could not store a record of it first. ${message}`, moment)
  const state: IntentState = back.sends === 0 ? { kind: 'unstored', message } : { kind: 'unseen', looks: lastLook + 1 }
  return go(back, state, moment, ['store_failed', message], [])
}

function lost(
  intent: Intent,
  { why, reason }: Extract<IntentEvent, { kind: 'lost' }>,
  moment: Moment,
): Step | undefined {
  const { state } = intent
  if (state.kind === 'sending') return toUnknown(intent, { why, reason }, moment, ['lost', why])
  // A reason that arrived after the time-out.
  const isNews =
    reason !== undefined && (state.kind === 'unknown' || state.kind === 'unseen') && state.reason === undefined
  return isNews ? amend(intent, { ...state, reason }, { kind: 'save' }) : undefined
}

function toUnknown(
  intent: Intent,
  about: Pick<UnknownState, 'why' | 'reason' | 'duplicate' | 'rejected'>,
  moment: Moment,
  entry: readonly [kind: string, detail?: string],
  { looks, afterMs } = { looks: 0, afterMs: lookDelayMs(0, moment.random) },
): Step {
  const state: UnknownState = { kind: 'unknown', ...about, looks, nextLookUpAtMs: moment.nowMs + afterMs }
  return go(intent, state, moment, entry, [{ kind: 'look', afterMs }, { kind: 'save' }])
}

const immediately = { looks: 0, afterMs: 0 }

const settle: readonly Effect[] = [{ kind: 'rest' }, { kind: 'save' }, { kind: 'outcome' }]

function accepted(intent: Intent, message: OrderAccepted, moment: Moment): Step | undefined {
  const state = intent.state
  if (state.kind === 'accepted') {
    const both = joinedAcceptance(intent.order, state.accepted, message)
    return both === state.accepted ? undefined : amend(intent, { ...state, accepted: both }, { kind: 'save' })
  }
  if (intent.sends === 0) return undefined
  return go(intent, { kind: 'accepted', by: 'answer', accepted: message }, moment, ['accepted'], settle)
}

/**
 * Combines the acceptance over the socket with the answer to the POST, in either order: prefers the one that differs
 * from what was sent, with an id that the other may lack.
 */
function joinedAcceptance(sent: NewOrder, known: OrderAccepted | undefined, message: OrderAccepted): OrderAccepted {
  if (known === undefined) return message
  const differs = (one: OrderAccepted): boolean => orderDifferences(sent, one).length > 0
  const order_id = known.order_id ?? message.order_id
  if (differs(message) && !differs(known)) return { ...message, order_id }
  if (known.order_id !== undefined || order_id === undefined) return known
  return differs(known) ? { ...known, order_id } : message
}

/** A push proves that the order exists, before its answer or long after the desk stopped waiting. */
function pushed(intent: Intent, message: OrderAccepted | undefined, moment: Moment): Step | undefined {
  if (intent.state.kind === 'accepted') return message === undefined ? undefined : accepted(intent, message, moment)
  if (intent.sends === 0) return undefined
  const state: IntentState = { kind: 'accepted', by: 'push', ...(message === undefined ? {} : { accepted: message }) }
  return go(intent, state, moment, ['accepted', 'push'], settle)
}

function toRejected(intent: Intent, message: OrderRejected, moment: Moment): Step {
  const state: IntentState = { kind: 'rejected', rejected: message, isChecked: false, atMs: moment.nowMs }
  return go(
    intent,
    state,
    moment,
    ['rejected', message.reason],
    [...settle, { kind: 'look', afterMs: rejectionCheckInstantsMs[0] }],
  )
}

/** "Not found" may only mean "not there yet". The last look-up decides. */
function rejectionHolds(intent: Intent, state: RejectedState, { nowMs }: Moment): Step {
  const { atMs } = state
  const next = atMs === undefined ? undefined : rejectionCheckInstantsMs.find(instant => atMs + instant > nowMs)
  if (atMs === undefined || next === undefined) return amend(intent, { ...state, isChecked: true }, { kind: 'save' })
  return { intent, effects: [{ kind: 'look', afterMs: atMs + next - nowMs }] }
}

function rejected(intent: Intent, message: OrderRejected, moment: Moment): Step | undefined {
  const kind = intent.state.kind
  if (kind === 'accepted' || kind === 'rejected' || intent.sends === 0) return undefined
  if (isDuplicateReason(message.reason)) {
    const why = 'The venue reports that an order with this id exists already.'
    return toUnknown(intent, { why, duplicate: true }, moment, ['duplicate', message.reason], immediately)
  }
  if (intent.sends > 1) {
    const why = 'One sending was rejected; another may have been taken.'
    return toUnknown(intent, { why, rejected: message }, moment, ['one_rejected', message.reason], immediately)
  }
  return toRejected(intent, message, moment)
}

function seen(intent: Intent, by: 'look_up' | 'open_orders', order: OrderRecord, moment: Moment): Step | undefined {
  const state = intent.state
  if (intent.sends === 0) return undefined
  if (state.kind === 'accepted')
    return state.order === undefined ? amend(intent, { ...state, order }, { kind: 'save' }) : undefined
  return go(intent, { kind: 'accepted', by, order }, moment, ['seen', by], settle)
}

function notFound(intent: Intent, moment: Moment): Step | undefined {
  const state = intent.state
  if (state.kind === 'rejected') return state.isChecked ? undefined : rejectionHolds(intent, state, moment)
  if (state.kind !== 'unknown') return undefined
  const looks = state.looks + 1
  if (looks <= lastLook) return lookLater(intent, { ...state, looks }, lookDelayMs(looks, moment.random), moment)
  if (state.rejected !== undefined) return toRejected(intent, state.rejected, moment)
  return go(
    intent,
    { kind: 'unseen', looks, duplicate: state.duplicate, reason: state.reason },
    moment,
    ['unseen'],
    [{ kind: 'rest' }, { kind: 'save' }],
  )
}

/** A failed look-up proves nothing, so the last one is repeated until answered. */
function lookFailed(
  intent: Intent,
  event: Extract<IntentEvent, { kind: 'look_failed' }>,
  moment: Moment,
): Step | undefined {
  const state = intent.state
  const atLeastMs = event.retryAfterMs ?? 0
  if (state.kind === 'rejected' && !state.isChecked) {
    return { intent, effects: [{ kind: 'look', afterMs: Math.max(jittered(laterLookMs, moment.random), atLeastMs) }] }
  }
  if (state.kind !== 'unknown') return undefined
  const looks = Math.min(state.looks + 1, lastLook)
  const usual = lookDelayMs(state.looks >= lastLook ? lastLook + 1 : looks, moment.random)
  return lookLater(intent, { ...state, looks }, Math.max(usual, atLeastMs), moment)
}

const lookLater = (intent: Intent, state: UnknownState, afterMs: number, { nowMs }: Moment): Step =>
  amend(intent, { ...state, nextLookUpAtMs: nowMs + afterMs }, { kind: 'look', afterMs })

function woke(intent: Intent, moment: Moment): Step | undefined {
  switch (intent.state.kind) {
    case 'awaiting':
      return intent.state.request === undefined ? undefined : { intent, effects: [{ kind: 'follow', afterMs: 0 }] }
    case 'storing':
    case 'sending': {
      const why = 'The page was restarted, slept or signed in again while this was being sent.'
      return toUnknown(intent, { why }, moment, ['interrupted'], immediately)
    }
    case 'unknown':
      return lookLater(intent, { ...intent.state, looks: 0 }, 0, moment)
    case 'unseen':
    case 'rejected':
      return isUncheckedRejection(intent) || intent.state.kind === 'unseen'
        ? { intent, effects: [{ kind: 'look', afterMs: 0 }] }
        : undefined
    default:
      return undefined
  }
}

/** Before the bound a manual look-up is additional. After it, one more answer settles the intent. */
function lookAgain(intent: Intent, moment: Moment): Step | undefined {
  const state = intent.state
  if (state.kind === 'unknown')
    return amend(intent, { ...state, looks: Math.max(0, state.looks - 1) }, { kind: 'look', afterMs: 0 })
  if (state.kind !== 'unseen') return undefined
  const about = { why: 'Looking again.', duplicate: state.duplicate, reason: state.reason }
  return toUnknown(intent, about, moment, ['look_again'], { looks: lastLook, afterMs: 0 })
}
