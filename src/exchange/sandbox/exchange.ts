/**
 * The exchange as a state machine: a command with its time goes in, an outcome and events come out; nothing else
 * changes it. No clock, randomness or I/O: the owner journals each command with its `at` before answering, and
 * replaying the journal gives the same state. Reads need no journal: they only process events that are due anyway.
 */
import type { Balance, Position } from '../../core/domain/account.ts'
import type { Decimal } from '../../core/domain/decimal.ts'
import type { ClientOrderId, EntityId, OrderId, OrderKey, TradeId } from '../../core/domain/ids.ts'
import type { OrderBook } from '../../core/domain/market-data.ts'
import type { Execution, NewOrder, OrderAccepted, OrderRecord, OrderRejected } from '../../core/domain/order.ts'
import type { EpochMicros } from '../../core/domain/time.ts'

export type Account = string

/** True if a client's account may have this name. Names beginning with `@` belong to the house. */
export const isAccountName = (name: string): boolean => name.length > 0 && name.length <= 64 && !name.startsWith('@')

/** Account of one-click sign-in, the only one that starts with positions. */
export const demoAccount: Account = 'demo'

/** JSON of the order as sent, or an object that serialises to it on demand, since it is rarely needed again. */
export type SentText = string | { toJSON(): string }
export const textOf = (sent: SentText): string => (typeof sent === 'string' ? sent : sent.toJSON())

export type Command =
  /** Funds the account on first use; repeats change nothing. */
  | { readonly kind: 'open_account'; readonly account: Account }
  /**
   * `order` as decoded; `text` is the body as sent (detects a reused id with another body). `offered`: makers offer
   * only this quantity against it until their quotes end.
   */
  | {
      readonly kind: 'place'
      readonly account: Account
      readonly order: NewOrder
      readonly text: SentText
      readonly offered?: Decimal | undefined
    }
  | { readonly kind: 'cancel'; readonly account: Account; readonly key: OrderKey }
  | {
      readonly kind: 'cancel_all'
      readonly account: Account
      readonly filter: { readonly symbol?: string | undefined; readonly tradeable_entity_id?: EntityId | undefined }
    }
  | { readonly kind: 'refresh_interest'; readonly account: Account; readonly key: OrderKey }
  /**
   * Time passes: quotes meet resting orders and margin is enforced. Cycles, time-outs, funding and settlement do not
   * depend on ticks.
   */
  | { readonly kind: 'tick' }
  | { readonly kind: 'adopt_rules'; readonly version: number }

export type EndReason =
  | 'user_cancelled'
  | 'immediate_with_insufficient_liquidity'
  | 'timeout'
  | 'insufficient_account_balance'
  | 'liquidation'
  | 'supervisory'

export interface CancelledOrder {
  readonly order: OrderRecord
  readonly filled_quantity: Decimal
  readonly reason: EndReason
}

export type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'accepted'; readonly accepted: OrderAccepted }
  | { readonly kind: 'rejected'; readonly rejected: OrderRejected }
  | { readonly kind: 'cancelled'; readonly cancelled: CancelledOrder }
  | { readonly kind: 'cancelled_all'; readonly orders: readonly OrderRecord[] }
  | { readonly kind: 'refreshed'; readonly order: OrderRecord }
  | { readonly kind: 'too_late'; readonly order: OrderRecord }
  | { readonly kind: 'not_found' }

export interface Trade {
  readonly trade_id: TradeId
  readonly symbol: string
  readonly price: Decimal
  readonly quantity: Decimal
  readonly buyer: Account
  readonly seller: Account
  readonly legs: readonly {
    readonly tradeable_entity_id: EntityId
    readonly symbol: string
    readonly quantity: Decimal
    readonly price: Decimal
  }[]
}

/** Events in order. One with an `account` is pushed to its socket. */
export type ExchangeEvent =
  | {
      readonly kind: 'order_accepted'
      readonly account: Account
      readonly order: OrderRecord
      readonly accepted: OrderAccepted
      readonly at: EpochMicros
    }
  | {
      readonly kind: 'execution'
      readonly account: Account
      readonly order: OrderRecord
      readonly index: number
      readonly at: EpochMicros
    }
  | {
      readonly kind: 'order_ended'
      readonly account: Account
      readonly order: OrderRecord
      readonly reason: EndReason
      readonly at: EpochMicros
    }
  /** A position settled at expiry: `size` signed, `cash` is what the account received. */
  | {
      readonly kind: 'settled'
      readonly account: Account
      readonly tradeable_entity_id: EntityId
      readonly symbol: string
      readonly size: Decimal
      readonly price: Decimal
      readonly cash: Decimal
      readonly at: EpochMicros
    }
  /**
   * Funding of a perpetual: `size` signed, `rate` a fraction of the mark, `cash` is what the account received
   * (negative: paid).
   */
  | {
      readonly kind: 'funded'
      readonly account: Account
      readonly tradeable_entity_id: EntityId
      readonly symbol: string
      readonly size: Decimal
      readonly mark: Decimal
      readonly rate: Decimal
      readonly cash: Decimal
      readonly at: EpochMicros
    }
  | { readonly kind: 'trade'; readonly trade: Trade; readonly at: EpochMicros }

export interface AppliedCommand {
  readonly outcome: Outcome
  /** Includes events due since the last command, each with its own time. */
  readonly events: readonly ExchangeEvent[]
  /** When the command took effect: `now`, or the latest time seen if that is later. */
  readonly at: EpochMicros
}

export interface TradeOfAccount {
  readonly order: OrderRecord
  readonly execution: Execution
}

export interface LiveRfq {
  readonly order: OrderRecord
  readonly at: EpochMicros
}

export interface Print {
  readonly id: EntityId
  readonly at: EpochMicros
  readonly price: Decimal
  readonly quantity: Decimal
}

export interface InstrumentQuote {
  readonly bid: Decimal | undefined
  readonly ask: Decimal | undefined
  readonly openInterest: Decimal
}

export interface EndedOrder {
  readonly account: Account
  readonly client_order_id: ClientOrderId
  readonly order_id: OrderId | undefined
  readonly tradedAt: EpochMicros | undefined
  readonly body: string
}

export interface Snapshot {
  readonly ended: readonly EndedOrder[]
  readonly live: readonly string[]
}

export interface Archive {
  byOrderId(id: OrderId): string | undefined
  byClientOrderId(account: Account, id: ClientOrderId): string | undefined
  traded(account: Account, since: EpochMicros): Iterable<string>
  all(): Iterable<string>
}

export interface ExecutionsWanted {
  readonly since?: EpochMicros | undefined
  readonly most?: number | undefined
}

export interface Exchange {
  /** Time never runs backwards: an earlier `now` counts as the latest seen. */
  apply(command: Command, now: EpochMicros): AppliedCommand
  hasAccount(account: Account): boolean
  /** Each read first processes what is due by `now`, so nothing ended or expired appears live. */
  openOrders(account: Account, now: EpochMicros): readonly OrderRecord[]
  orderDetails(account: Account, key: OrderKey, now: EpochMicros): OrderRecord | undefined
  balances(account: Account, now: EpochMicros): readonly Balance[]
  positions(account: Account, now: EpochMicros): readonly Position[]
  executions(account: Account, now: EpochMicros, wanted?: ExecutionsWanted): readonly TradeOfAccount[]
  liveRfqs(now: EpochMicros): readonly LiveRfq[]
  /** For an instrument name or a joined symbol in canonical form; undefined if there is no such contract. */
  orderBook(symbol: string, depth: number, now: EpochMicros): OrderBook | undefined
  quoted(id: EntityId, now: EpochMicros): InstrumentQuote
  /**
   * Instruments with clients' orders or positions, and clients' trades in single instruments since a time, oldest
   * first.
   */
  touched(from: EpochMicros): { readonly touched: ReadonlySet<EntityId>; readonly prints: readonly Print[] }
  /** For a single host that stores them all: each snapshot has only the ended orders that earlier ones lack. */
  takeSnapshot(): Snapshot
  /** Call once everything returned as ended is archived; frees the memory. No answer changes. */
  forgetEnded(): void
  endedInMemory(): number
  rules(): number
  digest(): string
}
