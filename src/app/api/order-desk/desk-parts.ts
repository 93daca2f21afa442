import type { Timers } from '../../../core/client/timers.ts'
import type { ClientOrderId } from '../../../core/domain/ids.ts'
import type { Intent } from '../../../core/domain/intent.ts'
import type { NewOrder } from '../../../core/domain/order.ts'
import type { Owner } from '../../../core/domain/owner.ts'
import type { Approvals, NotNow } from '../approval/approvals.ts'
import type { IntentStore } from './intent-store.ts'
import type { OrderTransport } from './transport.ts'
import type { UncommittedIntent } from './uncommitted.ts'

export type ConfirmRefusal = 'no_draft' | NotNow
export type ConfirmResult = { readonly ok: true } | { readonly ok: false; readonly reason: ConfirmRefusal }

export interface DeskSnapshot {
  readonly intents: readonly Intent[]
  /** False while unresolved submissions of this session are looked up after a start or sleep. */
  readonly ready: boolean
  readonly neverSent: readonly UncommittedIntent[]
  /**
   * Why the browser stores nothing. Earlier submissions may then be unknown to this page, and current ones to the
   * next.
   */
  readonly storeFault: string | undefined
}

export interface DeskParts {
  readonly store: IntentStore
  readonly transport: OrderTransport
  readonly timers: Timers
  serverNowMs(): number
  /** Calls once the venue's time is known, immediately if it is; never for a venue without time. */
  whenTimeKnown(run: () => void): void
  session(): Owner | undefined
  locked(): boolean
  isBeyondLimits(intent: Intent, intents: readonly Intent[]): boolean
  approvals(): Approvals | undefined
  newId(closes: boolean): ClientOrderId
  encode(order: NewOrder): string
  exclusively(id: ClientOrderId, run: () => Promise<void>): Promise<void>
  outcome(): void
  announce(id: ClientOrderId): void
  /** Resolves once no other page can still send the order; undefined if the browser cannot tell. Never rejects. */
  afterOtherTabs(id: string): Promise<void> | undefined
  leftUncommitted(): readonly UncommittedIntent[]
  /** Notes synchronously the orders that this page is about to record, for the page's life. */
  noteUncommitted(all: readonly UncommittedIntent[]): void
}
