/** A second person's approval of orders, if the page's own server requires it. Loaded only then. */
import type { ApprovalNeed } from '../../../core/domain/approval/approval-size.ts'
import type { ClientOrderId } from '../../../core/domain/ids.ts'
import type { ApprovalEvent, Intent } from '../../../core/domain/intent.ts'
import { createStore, type Store, useStore } from '../browser/store.ts'

export type ApprovalResponse =
  | { readonly kind: 'asked'; readonly id: string; readonly lastsMs: number }
  | { readonly kind: 'refused'; readonly why: string }

export type ApprovalProgress =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'granted'; readonly by: string }
  | { readonly kind: 'over'; readonly why: string }
  | { readonly kind: 'failed' }

export type NotNow = 'locked' | 'own_limits' | 'signed_out' | 'other_account' | 'reconciling'

export interface WaitParts {
  serverNowMs(): number
  happen(id: ClientOrderId, event: ApprovalEvent): void
  intent(id: ClientOrderId): Intent | undefined
  refusal(intent: Intent): NotNow | undefined
}

export interface ApprovalWait {
  ask(intent: Intent): Promise<void>
  follow(id: ClientOrderId): Promise<void>
  withdraw(id: ClientOrderId, why: string): void
}

/** Requests to server and venue for a waiting order. Promises never reject. */
export interface ApprovalServer {
  ask(intent: Intent): Promise<ApprovalResponse>
  follow(id: string): Promise<ApprovalProgress>
  withdraw(id: string): void
  pastBy(intent: Intent): Promise<string | undefined>
}

export interface Approvals {
  need(body: string): ApprovalNeed
  wait(parts: WaitParts): ApprovalWait
}

/**
 * Undefined if no approval is required, or until the server has sent its limits. Until then the server itself refuses
 * such orders.
 */
export const approvals: Store<Approvals | undefined> = createStore<Approvals | undefined>(undefined)
export const useApprovals = (): Approvals | undefined => useStore(approvals)

export const servesApprovals = (): boolean =>
  typeof document !== 'undefined' &&
  document.querySelector('meta[name="legwork-approvals"]')?.getAttribute('content') === 'here'

export function startApprovals(): () => void {
  let isOver = false
  let end = (): void => undefined
  const begin = async (): Promise<void> => {
    const { readApprovals } = await import('./ask-approval.ts')
    if (!isOver) end = readApprovals(approvals.set)
  }
  void begin()
  return () => {
    isOver = true
    end()
    approvals.set(undefined)
  }
}
