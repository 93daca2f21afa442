/**
 * What is learnt of the account's orders passes here, whoever learnt it: answers, lists of open orders, look-ups, pushes, other tabs' journal. It is
 * published with its owner and dropped once that is not the session's account any more. The order desk, the journal and the registry of own
 * orders listen; nothing here hangs on a screen, and a listener can hold up nobody who learnt something.
 */
import type { Decimal } from '../../domain/decimal.ts'
import type { Position } from '../../domain/account.ts'
import type { ClientOrderId, OrderKey } from '../../domain/ids.ts'
import type { OrderBook } from '../../domain/market-data.ts'
import type { Execution, OrderAccepted, OrderDetails, OrderOfTrade, OrderRecord } from '../../domain/order.ts'
import type { JournalOrder } from '../../domain/journal-order.ts'
import { type Intent, belongsTo } from '../../domain/intent.ts'
import type { OrderDesk } from '../order-desk/order-desk.ts'
import { desk } from '../order-desk/desk.ts'
import { presentOwner } from '../venue/owner.ts'
import { type Owner, ownerKey } from '../../domain/owner.ts'

export type CommandName = 'cancel' | 'refresh'

export type Evidence =
  /** Open orders, as asked for at `askedMs` (monotonic), `askedAtMs` (server time). */
  | {
      readonly kind: 'listed'
      readonly records: readonly OrderRecord[]
      /** Every row was read: what is not among them is not open. */
      readonly isWhole: boolean
      readonly askedMs: number
      readonly askedAtMs: number
    }
  /** What the venue answered who asked for one order; the id is the one asked with, or the order's. */
  | { readonly kind: 'details'; readonly client_order_id: ClientOrderId | undefined; readonly details: OrderDetails }
  /** What this browser knows of what it sent, on any news of it. */
  | { readonly kind: 'intents'; readonly intents: readonly Intent[] }
  /** Orders as the journal knows them, from this tab or another, this visit or an earlier one. */
  | { readonly kind: 'journal'; readonly orders: readonly JournalOrder[] }
  | { readonly kind: 'refreshed'; readonly client_order_id: ClientOrderId; readonly atMs: number }
  /** A cancel or a refresh was asked for, of one order or of all that live, or what came of it: a word, and why. */
  | {
      readonly kind: 'command'
      readonly command: CommandName
      readonly key: OrderKey | 'all'
      readonly outcome: string
      readonly reason?: string | undefined
      readonly atMs: number
    }
  | { readonly kind: 'book'; readonly book: OrderBook }
  /** All positions, each of which was read. */
  | { readonly kind: 'positions'; readonly positions: readonly Position[] }
  | PushedEvidence

/** Told by the socket; `atMs` is monotonic. */
export type PushedEvidence =
  | { readonly kind: 'accepted'; readonly client_order_id: ClientOrderId; readonly accepted: OrderAccepted }
  | {
      readonly kind: 'execution'
      readonly client_order_id: ClientOrderId
      readonly execution: Execution
      readonly order_state: string
      readonly order: OrderOfTrade
      readonly atMs: number
    }
  | {
      readonly kind: 'end'
      readonly client_order_id: ClientOrderId
      readonly reason: string
      readonly filled_quantity: Decimal | undefined
      /** Does the venue know such an order? Of another it says no more than what it was asked with. */
      readonly isKnown: boolean
      readonly atMs: number
    }
  /** Something was not done to it; what became of it only its own record tells. */
  | { readonly kind: 'unclear'; readonly client_order_id: ClientOrderId; readonly isKnown: boolean }

type Listener = (evidence: Evidence, owner: Owner) => void
const listeners = new Set<Listener>()

/** Hears of everything learnt of the session's account; the answer stops it. */
export function onEvidence(listener: Listener): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** `owner` is the account it was learnt of. */
export function publishEvidence(evidence: Evidence, owner: Owner): void {
  const present = presentOwner()
  if (present === undefined || ownerKey(present) !== ownerKey(owner)) return
  for (const listener of listeners) {
    try {
      listener(evidence, owner)
    } catch (error) {
      // Its own fault, told as such: whoever polled, sent or looked up goes on.
      reportError(error)
    }
  }
}

/** What the order desk takes of it for a sign that an order of its own exists. */
export function informDesk(of: Pick<OrderDesk, 'seenOpen' | 'pushed'>, evidence: Evidence, owner: Owner): void {
  if (evidence.kind === 'listed') of.seenOpen(evidence.records, owner)
  else if (evidence.kind === 'accepted') of.pushed(evidence.client_order_id, owner, evidence.accepted)
  else if (evidence.kind === 'execution') of.pushed(evidence.client_order_id, owner)
  else if ((evidence.kind === 'end' || evidence.kind === 'unclear') && evidence.isKnown) of.pushed(evidence.client_order_id, owner)
}

/** What the desk knows of the present account's orders. */
export const presentIntents = (): readonly Intent[] => {
  const owner = presentOwner()
  return desk.snapshot().intents.filter(intent => belongsTo(intent, owner))
}

/** The answer stops it. */
export function startEvidence(): () => void {
  const publishIntents = (): void => {
    const owner = presentOwner()
    if (owner !== undefined) publishEvidence({ kind: 'intents', intents: presentIntents() }, owner)
  }
  const ends = [onEvidence((evidence, owner) => informDesk(desk, evidence, owner)), desk.subscribe(publishIntents)]
  return () => {
    for (const end of ends) end()
  }
}
