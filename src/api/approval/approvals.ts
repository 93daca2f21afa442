/** A second person's approval of orders, where the page's own server holds them to one. Fetched only there. */
import type { ApprovalNeed } from '../../domain/approval/approval-size.ts'
import type { ClientOrderId } from '../../domain/ids.ts'
import type { ApprovalEvent, Intent } from '../../domain/intent.ts'
import { createStore, type Store, useStore } from '../browser/store.ts'

export type Asked =
  /** `lastsMs`: how long it may still be approved. */
  { readonly kind: 'asked'; readonly id: string; readonly lastsMs: number } | { readonly kind: 'refused'; readonly why: string }

export type Followed =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'granted'; readonly by: string }
  /** It never will be; `why` is a sentence. */
  | { readonly kind: 'over'; readonly why: string }
  /** No answer: nothing is known by it. */
  | { readonly kind: 'failed' }

/** Why nothing of an order may leave now. */
export type NotNow = 'locked' | 'own_limits' | 'signed_out' | 'other_account' | 'reconciling'

/** What an order desk gives to the wait of its orders. */
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

/** What is asked of the server and the venue for an order that waits. No promise rejects. */
export interface ApprovalServer {
  ask(intent: Intent): Promise<Asked>
  follow(id: string): Promise<Followed>
  /** Nobody needs to decide on it any more. */
  withdraw(id: string): void
  /** Why an approved order is not sent, in a sentence: what it was for is over. */
  pastBy(intent: Intent): Promise<string | undefined>
}

/** A second person's approval, where the page's own server holds orders to one. */
export interface Approvals {
  /** What the body of an order needs. */
  need(body: string): ApprovalNeed
  /** The wait of a desk's orders. */
  wait(parts: WaitParts): ApprovalWait
}

/** Undefined where orders need none, and until the server has said which do: then it refuses those, whatever the page does. */
export const approvals: Store<Approvals | undefined> = createStore<Approvals | undefined>(undefined)
export const useApprovals = (): Approvals | undefined => useStore(approvals)

/** Whether the serving page holds orders to approvals. */
export const servesApprovals = (): boolean =>
  typeof document !== 'undefined' && document.querySelector('meta[name="legwork-approvals"]')?.getAttribute('content') === 'here'

/** The answer stops it. */
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
