/**
 * Cancel and refresh, which a venue may lack. Each is sent once, never twice at a time for an order. The outcome is a
 * value, and the account is refreshed afterwards.
 */
import type { CallResult } from '../../../core/client/client-types.ts'
import type { ApiFault } from '../../../core/client/fault.ts'
import { cancelledReason, successReason } from '../../../core/contract/answers.ts'
import type { AnswerOf } from '../../../core/contract/endpoints.ts'
import type { EntityId, OrderKey } from '../../../core/domain/ids.ts'
import type { CommandName } from '../../../core/history/evidence.ts'
import { publishEvidence } from '../evidence/evidence.ts'
import { isTradingLocked } from '../order-desk/trading-lock.ts'
import { refreshAccount } from '../polling/query-client.ts'
import { call } from '../venue/client.ts'
import { serverNowMs } from '../venue/clock.ts'
import { presentOwner } from '../venue/owner.ts'
import { credentials, readSession } from '../venue/session.ts'
import { lookUpOrder } from './order-details.ts'

export type CommandResult<Answer> =
  | { readonly kind: 'done'; readonly answer: Answer }
  /** The venue refused; `reason` is its text. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The command may or may not have been executed; the next poll shows it. */
  | { readonly kind: 'unknown'; readonly fault: ApiFault }
  | { readonly kind: 'not_supported' }
  | { readonly kind: 'not_sent'; readonly why: 'locked' | 'signed_out' | 'in_flight' }

const inFlight = new Set<string>()

interface CommandCall<Answer> {
  /** Commands with the same lock never run at the same time. */
  readonly lock: string
  readonly name: CommandName
  readonly key: OrderKey | 'all'
  send(): Promise<CallResult<Answer>>
  whyNot(answer: Answer): string | undefined
  lookUp?(): Promise<void>
}

async function command<Answer>({
  lock,
  name,
  key,
  send,
  whyNot,
  lookUp,
}: CommandCall<Answer>): Promise<CommandResult<Answer>> {
  if (isTradingLocked()) return { kind: 'not_sent', why: 'locked' }
  if (readSession().status !== 'signed_in') return { kind: 'not_sent', why: 'signed_out' }
  if (inFlight.has(lock)) return { kind: 'not_sent', why: 'in_flight' }
  inFlight.add(lock)
  const report = reporter(name, key)
  report('asked')
  try {
    const answered = await send()
    const reason = answered.ok ? whyNot(answered.answer) : undefined
    if (answered.ok && reason === undefined) {
      report('done')
      return { kind: 'done', answer: answered.answer }
    }
    const refusal: CommandResult<Answer> = answered.ok
      ? { kind: 'refused', reason: reason ?? '' }
      : refusalOf(answered.fault)
    report(refusal.kind, answered.ok ? reason : (answered.fault.reason ?? answered.fault.message))
    if (refusal.kind === 'refused' || refusal.kind === 'unknown') void lookUp?.()
    return refusal
  } finally {
    inFlight.delete(lock)
    void refreshAccount()
  }
}

function refusalOf(fault: ApiFault): Extract<CommandResult<never>, { kind: 'refused' | 'unknown' | 'not_supported' }> {
  if (fault.kind === 'not_supported') return { kind: 'not_supported' }
  const status = fault.status ?? 0
  const isDefinite =
    fault.kind === 'refused' || (fault.kind === 'http' && status >= 400 && status < 500 && status !== 408)
  return isDefinite ? { kind: 'refused', reason: fault.reason ?? fault.message } : { kind: 'unknown', fault }
}

const nameOf = (key: OrderKey): string =>
  'order_id' in key ? `order ${key.order_id}` : `client ${key.client_order_id}`

function reporter(name: CommandName, key: OrderKey | 'all'): (outcome: string, reason?: string) => void {
  const owner = presentOwner()
  return (outcome, reason) => {
    if (owner !== undefined)
      publishEvidence({ kind: 'command', command: name, key, outcome, reason, atMs: serverNowMs() }, owner)
  }
}

const lookUpOf = (key: OrderKey) => async (): Promise<void> => {
  const current = credentials()
  if (current === undefined) return
  await lookUpOrder(key, current, 'evidence')
}

const unlessIs = (done: string, reason: string): string | undefined => (reason === done ? undefined : reason)

export const cancelOrder = (key: OrderKey): Promise<CommandResult<AnswerOf<'cancelOrder'>>> =>
  command({
    lock: `cancel ${nameOf(key)}`,
    name: 'cancel',
    key,
    send: () => call('cancelOrder', { query: { ...key } }),
    whyNot: answer => unlessIs(cancelledReason, answer.cancel_order_response.reason),
    lookUp: lookUpOf(key),
  })

export const cancelAll = (
  filter: { readonly symbol?: string; readonly tradeable_entity_id?: EntityId } = {},
): Promise<CommandResult<AnswerOf<'cancelAllOrders'>>> =>
  command({
    lock: 'cancel all',
    name: 'cancel',
    key: 'all',
    send: () => call('cancelAllOrders', { query: { ...filter } }),
    whyNot: answer => unlessIs(successReason, answer.cancel_all_orders_response.reason),
  })

export async function refreshInterest(key: OrderKey): Promise<CommandResult<AnswerOf<'refreshInterest'>>> {
  const owner = presentOwner()
  const result = await command({
    lock: `refresh ${nameOf(key)}`,
    name: 'refresh',
    key,
    send: () => call('refreshInterest', { query: { ...key } }),
    whyNot: answer => unlessIs(successReason, answer.refresh_response.reason),
    lookUp: lookUpOf(key),
  })
  const id =
    'client_order_id' in key
      ? key.client_order_id
      : result.kind === 'done'
        ? result.answer.refresh_response.client_order_id
        : undefined
  if (result.kind === 'done' && id !== undefined && owner !== undefined) {
    publishEvidence({ kind: 'refreshed', client_order_id: id, atMs: serverNowMs() }, owner)
  }
  return result
}
