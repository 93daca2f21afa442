/**
 * The exchange as a machine: a command with its time goes in, an outcome and events come out; nothing else changes it.
 * It reads no clock, makes no randomness of its own and does no I/O: its owner journals each command with its `at`
 * before the answer leaves, and replaying the journal gives the same state. Reading needs no journal: it only processes
 * due events, which happen at their own moment in any case.
 */
import type { Balance, Position } from '../domain/account.ts'
import type { Decimal } from '../domain/decimal.ts'
import type { ClientOrderId, EntityId, OrderId, OrderKey, TradeId } from '../domain/ids.ts'
import type { OrderBook } from '../domain/market-data.ts'
import type { Execution, NewOrder, OrderAccepted, OrderRecord, OrderRejected } from '../domain/order.ts'
import type { EpochMicros } from '../domain/time.ts'

/** Name of an account; the subject of its tokens. */
export type Account = string

/** May a client's account have this name? Names beginning with `@` are the house's own. */
export const isAccountName = (name: string): boolean => name.length > 0 && name.length <= 64 && !name.startsWith('@')

/** The account of one-click sign-in; only this account starts with positions. */
export const demoAccount: Account = 'demo'

/**
 * JSON of an order as sent, or an object that writes it: it is hardly ever needed again, so it is written on demand.
 */
export type SentText = string | { toJSON(): string }
export const textOf = (sent: SentText): string => (typeof sent === 'string' ? sent : sent.toJSON())

export type Command =
  /** Funds the account on first use; later ones change nothing. */
  | { readonly kind: 'open_account'; readonly account: Account }
  /**
   * `order` as decoded; `text` is the body as sent (it detects the same id with another body). `offered`: makers show
   * this quantity across from it and no more, for as long as their quotes live.
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
   * Time passes: makers' quotes meet resting orders, and accounts are held to their margin (cycles, time-outs, funding and settlement
   * need no tick to happen in time).
   */
  | { readonly kind: 'tick' }
  /** From now on this version of the rules holds (`engine/rules.ts`); an earlier one than that in force changes nothing. */
  | { readonly kind: 'adopt_rules'; readonly version: number }

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
  readonly filled_quantity: Decimal
  readonly reason: EndReason
}

export type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'accepted'; readonly accepted: OrderAccepted }
  | { readonly kind: 'rejected'; readonly rejected: OrderRejected }
  | { readonly kind: 'cancelled'; readonly cancelled: Cancelled }
  | { readonly kind: 'cancelled_all'; readonly orders: readonly OrderRecord[] }
  | { readonly kind: 'refreshed'; readonly order: OrderRecord }
  /** The order is known, but filled or ended before. */
  | { readonly kind: 'too_late'; readonly order: OrderRecord }
  | { readonly kind: 'not_found' }

/** A trade as the venue sees it; `legs` are its parts (one for a single instrument), quantities signed from the buyer's view. */
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

/** What happened, in order; an event with an `account` is pushed to that account over the socket. */
export type ExchangeEvent =
  | {
      readonly kind: 'order_accepted'
      readonly account: Account
      readonly order: OrderRecord
      /** What the account was answered. */
      readonly accepted: OrderAccepted
      readonly at: EpochMicros
    }
  /** `index` into the order's executions. */
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
  /** A position was paid out at expiry: `size` signed, `cash` is what the account received. */
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
  /** Funding of a perpetual: `size` signed, `rate` a fraction of the mark, `cash` is what the account received (below zero: paid). */
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

export interface Applied {
  readonly outcome: Outcome
  /** Also of what became due since the last command, each with its own time. */
  readonly events: readonly ExchangeEvent[]
  /** When the command took effect: `now`, or the latest time seen where that is later. */
  readonly at: EpochMicros
}

/** One execution of an account, with the order it belongs to. */
export interface TradeOfAccount {
  readonly order: OrderRecord
  readonly execution: Execution
}

/** An RFQ as every participant may see it. */
export interface LiveRfq {
  readonly order: OrderRecord
  readonly at: EpochMicros
}

/** A trade in a single instrument. */
export interface Print {
  readonly id: EntityId
  readonly at: EpochMicros
  readonly price: Decimal
  readonly quantity: Decimal
}

/** An instrument as its book and its holders have it, clients' orders and makers' quotes together. */
export interface Quoted {
  readonly bid: Decimal | undefined
  readonly ask: Decimal | undefined
  /** Units held long. */
  readonly openInterest: Decimal
}

/** An order that ended, or a refusal: nothing of it will ever change. */
export interface Ended {
  readonly account: Account
  readonly client_order_id: ClientOrderId
  /** undefined: a refusal. */
  readonly order_id: OrderId | undefined
  /** Its last execution. */
  readonly tradedAt: EpochMicros | undefined
  /** All of it, as JSON. */
  readonly body: string
}

/** The state as parts of JSON: `ended` to be added to what earlier snapshots gave, `live` in place of what the last one gave. */
export interface Snapshot {
  readonly ended: readonly Ended[]
  readonly live: readonly string[]
}

/** What has ended, for an exchange that need not remember it: bodies of `Ended`, as snapshots gave them. */
export interface Archive {
  byOrderId(id: OrderId): string | undefined
  byClientOrderId(account: Account, id: ClientOrderId): string | undefined
  /** Orders of the account that were executed at `since` or later, the one executed last first. */
  traded(account: Account, since: EpochMicros): Iterable<string>
  /** In no order. */
  all(): Iterable<string>
}

/** Which executions are wanted: those at `since` or later, of these the last `most`. */
export interface ExecutionsWanted {
  readonly since?: EpochMicros | undefined
  readonly most?: number | undefined
}

export interface Exchange {
  /** Times never run backwards: an earlier `now` is taken as the latest seen. */
  apply(command: Command, now: EpochMicros): Applied
  hasAccount(account: Account): boolean
  /** Reading: each first processes what is due by `now`, so nothing ended or expired is shown as alive. */
  openOrders(account: Account, now: EpochMicros): readonly OrderRecord[]
  orderDetails(account: Account, key: OrderKey, now: EpochMicros): OrderRecord | undefined
  balances(account: Account, now: EpochMicros): readonly Balance[]
  positions(account: Account, now: EpochMicros): readonly Position[]
  /** Oldest first. */
  executions(account: Account, now: EpochMicros, wanted?: ExecutionsWanted): readonly TradeOfAccount[]
  /** Oldest first, of all accounts. */
  liveRfqs(now: EpochMicros): readonly LiveRfq[]
  /** Of an instrument name or a joined multi-leg symbol in the contract's form; undefined when there is no such thing. */
  orderBook(symbol: string, depth: number, now: EpochMicros): OrderBook | undefined
  /** Nothing on both sides for an unknown instrument. */
  quoted(id: EntityId, now: EpochMicros): Quoted
  /** Instruments in which clients have orders or positions, and their trades in single instruments from a moment on, oldest first. */
  touched(from: EpochMicros): { readonly touched: ReadonlySet<EntityId>; readonly prints: readonly Print[] }
  /** For one host that stores them all: each snapshot contains only the ended orders that earlier ones did not. */
  takeSnapshot(): Snapshot
  /** All that snapshots gave as ended is in the archive now, and memory need not have it. Changes no answer. */
  forgetEnded(): void
  /** Orders that ended and refusals that are in memory. */
  endedInMemory(): number
  /** The version of the rules in force. */
  rules(): number
  /** The whole state as canonical text: equal texts, equal states. */
  digest(): string
}
