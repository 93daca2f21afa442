/**
 * Cancel and refresh: extensions that a venue may lack. Sent once, never twice at a time for one order; the outcome is a value, and whatever
 * it was, what is shown of the account is asked anew.
 */
import type { AnswerOf } from '../../contract/endpoints.ts'
import type { EntityId } from '../../domain/ids.ts'
import type { OrderKey } from './account-hooks.ts'
import { type Answered, call } from '../venue/client.ts'
import type { ApiFault } from '../venue/fault.ts'
import { noteCancelAll, noteCommand } from '../journal/journal.ts'
import { refreshAccount } from '../polling/query-client.ts'
import { readSession } from '../venue/session.ts'
import { isTradingLocked } from '../order-desk/trading-lock.ts'

export type CommandResult<Answer> =
  | { readonly kind: 'done'; readonly answer: Answer }
  /** The venue understood and said no; `reason` is its word. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** It may have been done or not: the next poll tells. */
  | { readonly kind: 'unknown'; readonly fault: ApiFault }
  | { readonly kind: 'not_supported' }
  | { readonly kind: 'not_sent'; readonly why: 'locked' | 'signed_out' | 'in_flight' }

const inFlight = new Set<string>()

/** Told to the journal: that it was asked, and what came of it. */
type Tell = (outcome: string, reason?: string) => void

async function command<Answer>(lock: string, tell: Tell, send: () => Promise<Answered<Answer>>): Promise<CommandResult<Answer>> {
  if (isTradingLocked()) return { kind: 'not_sent', why: 'locked' }
  if (readSession().status !== 'signed_in') return { kind: 'not_sent', why: 'signed_out' }
  if (inFlight.has(lock)) return { kind: 'not_sent', why: 'in_flight' }
  inFlight.add(lock)
  tell('asked')
  try {
    const answered = await send()
    if (answered.ok) {
      tell('done')
      return { kind: 'done', answer: answered.answer }
    }
    const refusal = refusalOf(answered.fault)
    tell(refusal.kind, answered.fault.reason ?? answered.fault.message)
    return refusal
  } finally {
    inFlight.delete(lock)
    void refreshAccount()
  }
}

function refusalOf(fault: ApiFault): Extract<CommandResult<never>, { kind: 'refused' | 'unknown' | 'not_supported' }> {
  if (fault.kind === 'not_supported') return { kind: 'not_supported' }
  const status = fault.status ?? 0
  const isDefinite = fault.kind === 'http' && status >= 400 && status < 500 && status !== 408
  return isDefinite ? { kind: 'refused', reason: fault.reason ?? fault.message } : { kind: 'unknown', fault }
}

const nameOf = (key: OrderKey): string => ('order_id' in key ? `order ${key.order_id}` : `client ${key.client_order_id}`)

const told =
  (name: 'cancel' | 'refresh', key: OrderKey): Tell =>
  (outcome, reason) =>
    noteCommand(name, key, outcome, reason)

export const cancelOrder = (key: OrderKey): Promise<CommandResult<AnswerOf<'cancelOrder'>>> =>
  command(`cancel ${nameOf(key)}`, told('cancel', key), () => call('cancelOrder', { query: { ...key } }))

export const cancelAll = (
  filter: { readonly symbol?: string; readonly tradeable_entity_id?: EntityId } = {},
): Promise<CommandResult<AnswerOf<'cancelAllOrders'>>> =>
  command('cancel all', noteCancelAll, () => call('cancelAllOrders', { query: { ...filter } }))

/** Keeps an RFQ alive for another time-out. */
export const refreshInterest = (key: OrderKey): Promise<CommandResult<AnswerOf<'refreshInterest'>>> =>
  command(`refresh ${nameOf(key)}`, told('refresh', key), () => call('refreshInterest', { query: { ...key } }))
