/**
 * The exchange as a machine: a command with its time goes in, an outcome and events come out; nothing else changes it. It reads no clock,
 * makes no randomness of its own and does no I/O: whoever owns it journals each command before its answer leaves, and replaying the
 * journal gives the same state.
 */
import type { Balance, Position } from '../domain/account.ts'
import type { ClientOrderId, EntityId, OrderId } from '../domain/ids.ts'
import type { OrderBook } from '../domain/market-data.ts'
import type { NewOrder, OrderAccepted, OrderRecord, OrderRejected } from '../domain/order.ts'
import type { EpochMicros } from '../domain/time.ts'

/** Name of an account; the subject of its tokens. */
export type Account = string

export type OrderKey = { readonly order_id: OrderId } | { readonly client_order_id: ClientOrderId }

export type Command =
  /** Funds the account on first use; later ones change nothing. */
  | { readonly kind: 'open_account'; readonly account: Account }
  /** `order` as decoded; `text` is the JSON of what was sent (same id with another body is told by it). */
  | { readonly kind: 'place'; readonly account: Account; readonly order: NewOrder; readonly text: string }
  | { readonly kind: 'cancel'; readonly account: Account; readonly key: OrderKey }
  | {
      readonly kind: 'cancel_all'
      readonly account: Account
      readonly filter: { readonly symbol?: string | undefined; readonly tradeable_entity_id?: EntityId | undefined }
    }
  | { readonly kind: 'refresh_interest'; readonly account: Account; readonly key: OrderKey }
  /** Time passes: cycles end, RFQs time out, instruments expire and settle, makers' quotes meet resting orders. */
  | { readonly kind: 'tick' }

/** Why an order ended, in the venue's words. */
export type EndReason =
  | 'user_cancelled'
  | 'immediate_with_insufficient_liquidity'
  | 'timeout'
  | 'insufficient_account_balance'
  | 'liquidation'
  | 'supervisory'

export interface Cancelled {
  readonly order: OrderRecord
  readonly filled_quantity: string
  readonly reason: EndReason
}

export type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'accepted'; readonly accepted: OrderAccepted }
  | { readonly kind: 'rejected'; readonly rejected: OrderRejected }
  | { readonly kind: 'cancelled'; readonly cancelled: Cancelled }
  | { readonly kind: 'cancelled_all'; readonly orders: readonly OrderRecord[] }
  | { readonly kind: 'refreshed'; readonly order: OrderRecord }
  | { readonly kind: 'not_found' }

/** Things an account is told of over the socket. */
export type ExchangeEvent =
  | { readonly kind: 'order_accepted'; readonly account: Account; readonly order: OrderRecord; readonly at: EpochMicros }
  | { readonly kind: 'execution'; readonly account: Account; readonly order: OrderRecord; readonly index: number; readonly at: EpochMicros }
  | { readonly kind: 'order_ended'; readonly account: Account; readonly order: OrderRecord; readonly reason: EndReason; readonly at: EpochMicros }

export interface Applied {
  readonly outcome: Outcome
  readonly events: readonly ExchangeEvent[]
}

export interface Exchange {
  /** Times never run backwards: an earlier `now` is taken as the latest seen. */
  apply(command: Command, now: EpochMicros): Applied
  /** Reading: each first lets time pass to `now` for what it shows (`tick`), so nothing ended or expired is ever seen alive. */
  openOrders(account: Account, now: EpochMicros): readonly OrderRecord[]
  orderDetails(account: Account, key: OrderKey, now: EpochMicros): OrderRecord | undefined
  balances(account: Account, now: EpochMicros): readonly Balance[]
  positions(account: Account, now: EpochMicros): readonly Position[]
  /** Of an instrument name or a joined multi-leg symbol in the contract's form; undefined when there is no such thing. */
  orderBook(symbol: string, depth: number, now: EpochMicros): OrderBook | undefined
}
