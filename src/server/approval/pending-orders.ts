/**
 * Orders waiting for approval, in memory: a restarted server has none, so no approval is used twice. Each has a random
 * id known only to its trader and approvers. Limited in time, in number and per account.
 */
import { createHash, randomBytes } from 'node:crypto'
import { type ApprovalSubject, declineText, grantText, listText } from '../../core/domain/approval/approval-text.ts'
import type { Approver, Approvers } from './approvers.ts'

export type PendingState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'granted'; readonly by: string; readonly signature: string }
  | { readonly kind: 'declined'; readonly by: string; readonly reason: string }
  | { readonly kind: 'used'; readonly by: string }

export interface PendingOrder extends ApprovalSubject {
  readonly body: Uint8Array
  readonly state: PendingState
}

export interface Refusal {
  readonly refused: string
}
export type Outcome<Value> = Value | Refusal

export interface PendingOrders {
  request(account: string, body: Uint8Array): Outcome<PendingOrder>
  find(id: string): PendingOrder | undefined
  /** Orders waiting for this approver. The request is signed, so that nobody else reads orders. */
  list(asked: {
    readonly approver: string
    readonly atMs: number
    readonly signature: string
  }): Promise<Outcome<readonly PendingOrder[]>>
  grant(id: string, approver: string, signature: string): Promise<Outcome<PendingOrder>>
  decline(id: string, approver: string, signature: string, reason: string): Promise<Outcome<PendingOrder>>
  withdraw(id: string, account: string | undefined): Outcome<PendingOrder>
  /**
   * Marks the approval as used if it is valid for exactly these bytes of this account; only then may the order be
   * forwarded.
   */
  use(id: string, account: string | undefined, body: Uint8Array): Promise<Outcome<PendingOrder>>
}

export const approvalLifeMs = 600_000
const freshListMs = 60_000
const mostOfAccount = 20
const mostOfAll = 500

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

export interface PendingParts {
  readonly venue: string
  readonly approvers: Approvers
  readonly nowMs: () => number
}

const refuse = (refused: string): Refusal => ({ refused })
export const isRefused = (outcome: object): outcome is Refusal => 'refused' in outcome
const unknownOrder = refuse(
  'The server knows no such order: its time is over, or the server was started again. Ask for approval again.',
)

const notGranted = {
  used: 'The approval was used before.',
  waiting: 'The order still waits for approval.',
  declined: 'The order was declined.',
} as const

export function createPendingOrders({ venue, approvers, nowMs }: PendingParts): PendingOrders {
  const orders = new Map<string, PendingOrder>()
  const find = (id: string): PendingOrder | undefined => {
    for (const [each, { expiresAtMs }] of orders) if (expiresAtMs <= nowMs()) orders.delete(each)
    return orders.get(id)
  }
  const change = (order: PendingOrder, state: PendingState): PendingOrder => {
    const changed = { ...order, state }
    orders.set(order.id, changed)
    return changed
  }
  const decidable = (
    id: string,
    name: string,
  ): Outcome<{ readonly order: PendingOrder; readonly approver: Approver }> => {
    const order = find(id)
    const approver = approvers.get(name)
    if (order === undefined) return unknownOrder
    if (approver === undefined) return refuse('This approver is not in the file of approvers.')
    if (!approver.approves.includes(order.account)) return refuse(`${name} may not approve for this account.`)
    return order.state.kind === 'waiting'
      ? { order, approver }
      : refuse(`This order does not wait: it is ${order.state.kind}.`)
  }
  /**
   * Sets the state after checking the signature. The check is asynchronous, so somebody else may have decided
   * meanwhile.
   */
  const decide = async (
    id: string,
    name: string,
    signature: string,
    textOf: (order: PendingOrder) => string,
    state: PendingState,
  ) => {
    const found = decidable(id, name)
    if (isRefused(found)) return found
    if (!(await found.approver.verify(textOf(found.order), signature))) return refuse('The signature is not right.')
    const still = decidable(id, name)
    return isRefused(still) ? still : change(still.order, state)
  }
  return {
    request(account, body) {
      find('')
      const ofAccount = [...orders.values()].filter(order => order.account === account)
      if (ofAccount.length >= mostOfAccount || orders.size >= mostOfAll)
        return refuse('Too many orders wait for approval already.')
      if (![...approvers.values()].some(({ approves }) => approves.includes(account)))
        return refuse('Nobody may approve for this account.')
      const id = randomBytes(24).toString('base64url')
      const subject = { venue, account, sha256: sha256Of(body), expiresAtMs: nowMs() + approvalLifeMs, id }
      return change({ ...subject, body, state: { kind: 'waiting' } }, { kind: 'waiting' })
    },
    find,
    async list({ approver: name, atMs, signature }) {
      const approver = approvers.get(name)
      if (approver === undefined) return refuse('This approver is not in the file of approvers.')
      if (Math.abs(nowMs() - atMs) > freshListMs)
        return refuse("The time of the signature is not the server's: check the clock.")
      if (!(await approver.verify(listText(venue, name, atMs), signature))) return refuse('The signature is not right.')
      find('')
      return [...orders.values()].filter(
        ({ account, state }) => state.kind === 'waiting' && approver.approves.includes(account),
      )
    },
    grant: (id, by, signature) => decide(id, by, signature, grantText, { kind: 'granted', by, signature }),
    decline: (id, by, signature, reason) =>
      decide(id, by, signature, order => declineText(order, reason), { kind: 'declined', by, reason }),
    withdraw(id, account) {
      const order = find(id)
      if (order === undefined || order.account !== account) return unknownOrder
      if (order.state.kind === 'used') return refuse('This order was sent.')
      orders.delete(id)
      return order
    },
    async use(id, account, body) {
      const order = find(id)
      if (order === undefined) return unknownOrder
      const { account: of, sha256, state } = order
      if (of !== account) return refuse('The approval is for another account.')
      if (sha256 !== sha256Of(body)) return refuse('The approval is for another order.')
      if (state.kind !== 'granted') return refuse(notGranted[state.kind])
      const approver = approvers.get(state.by)
      const holds =
        approver?.approves.includes(account) === true && (await approver.verify(grantText(order), state.signature))
      if (!holds) return refuse('The signature is not right.')
      // The check is asynchronous: another request may have used the approval, or it may have expired.
      if (find(id) !== order) return refuse('The approval was used before, or its time is over.')
      return change(order, { kind: 'used', by: state.by })
    },
  }
}
