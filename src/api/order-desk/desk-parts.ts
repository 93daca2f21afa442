/** What the order desk stands on, and what it shows. */
import type { Timers } from '../../client/timers.ts'
import type { ClientOrderId } from '../../domain/ids.ts'
import type { Intent } from '../../domain/intent.ts'
import type { NewOrder } from '../../domain/order.ts'
import type { Owner } from '../../domain/owner.ts'
import type { Approvals, NotNow } from '../approval/approvals.ts'
import type { IntentStore } from './intent-store.ts'
import type { OrderTransport } from './transport.ts'
import type { Uncommitted } from './uncommitted.ts'

export type ConfirmRefusal = 'no_draft' | NotNow
export type Confirmed = { readonly ok: true } | { readonly ok: false; readonly reason: ConfirmRefusal }

export interface DeskSnapshot {
  /** Of every account and venue, newest first. */
  readonly intents: readonly Intent[]
  /** False while unresolved submissions of this session are being looked up after a start or a sleep. */
  readonly ready: boolean
  /** Confirmed before this page began, and never sent: it was left before the browser had a record of them. */
  readonly neverSent: readonly Uncommitted[]
  /** Why the browser keeps nothing; what was sent before may be unknown to this page, and what is sent now to the next. */
  readonly storeFault: string | undefined
}

export interface DeskParts {
  readonly store: IntentStore
  readonly transport: OrderTransport
  readonly timers: Timers
  serverNowMs(): number
  /** Calls once the venue's time is known, immediately if it is; never for a venue that does not tell its time. */
  whenTimeKnown(run: () => void): void
  session(): Owner | undefined
  locked(): boolean
  /** Would this order go beyond what the trader allows himself? */
  isBeyondLimits(intent: Intent, intents: readonly Intent[]): boolean
  /** Undefined where orders need none, or the server has not said yet which do: then it refuses those. */
  approvals(): Approvals | undefined
  newId(): ClientOrderId
  encode(order: NewOrder): string
  /** Runs `run`, unless another tab is running one for the same id. */
  exclusively(id: ClientOrderId, run: () => Promise<void>): Promise<void>
  /** Something happened at the venue: what is shown of the account is out of date. */
  outcome(): void
  /** Other tabs should read this intent again. */
  announce(id: ClientOrderId): void
  /** Resolves once no other page may still send it; undefined where the browser cannot say. Never rejects. */
  afterOtherTabs(id: string): Promise<void> | undefined
  /** What the page before this one in the tab was about to record. */
  leftUncommitted(): readonly Uncommitted[]
  /** What this page is about to record; to be noted at once, and in this page's hand for as long as it lives. */
  noteUncommitted(all: readonly Uncommitted[]): void
}
