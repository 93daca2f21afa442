/** Types of the exchange's state; `state.ts` creates the initial one. */
import type { Decimal } from '../../../core/domain/decimal.ts'
import type { ClientOrderId, EntityId, OrderId } from '../../../core/domain/ids.ts'
import type { Execution, Side } from '../../../core/domain/order.ts'
import type { EpochMicros } from '../../../core/domain/time.ts'
import type { Account, EndReason, ExchangeEvent, Outcome, SentText } from '../exchange.ts'
import type { ListedInstrument, Market } from '../market/market.ts'
import type { Contract } from './contracts.ts'

export interface Level {
  readonly price: Decimal
  readonly orders: Set<Order>
}

export interface Book {
  readonly contract: Contract
  readonly buy: Level[]
  readonly sell: Level[]
  /**
   * Number of the makers' quote life in the book (see `makers.ts`), and its quotes including taken ones, without pulled
   * ones.
   */
  quoteLife: number | undefined
  quotes: Order[]
}

export interface CommittedOrders {
  readonly contract: Contract
  readonly side: Side
  total: Decimal
  /** Ascending prices, and before each and at the end the sums of quantity and quantity × price below it. */
  prices: readonly Decimal[]
  quantities: readonly Decimal[]
  sums: readonly { readonly quantity: Decimal; readonly value: Decimal }[]
  /** Pending quantity changes by price; negative if orders left. */
  readonly recent: Map<Decimal, Decimal>
}

export interface Commitments {
  readonly arrived: Set<Order>
  readonly orders: Set<Order>
  readonly groups: Map<string, CommittedOrders>
}

export interface Due {
  readonly at: EpochMicros
  readonly orders: Set<Order>
  readonly instruments: Map<string, ListedInstrument>
}

export interface Timers {
  /** Latest first, without duplicates, so that the next is popped from the end. */
  readonly times: EpochMicros[]
  readonly due: Map<EpochMicros, Due>
}

export interface Allowance {
  readonly quoteLife: number
  readonly available: Map<string, Decimal>
}

/** USD value of a unit of a contract on one side while prices stand (see `afford.ts`). */
export interface UnitRisk {
  readonly atMarks: Decimal
  /** Extra amount bound for sold options beyond the loss at the marks; not negative. */
  readonly forOptionsSold: Decimal
  /** Its value at the underlying price where this side loses most. */
  readonly worst: Decimal
}

export interface Order {
  readonly order_id: OrderId
  readonly client_order_id: ClientOrderId
  readonly account: AccountState
  readonly contract: Contract
  readonly market_id: string
  readonly side: Side
  readonly type: string
  readonly time_in_force: string
  readonly quantity: Decimal
  readonly price?: Decimal | undefined
  readonly minimum_quantity?: Decimal | undefined
  readonly recv_window?: number | undefined
  readonly placedAt: EpochMicros
  readonly executions: Execution[]
  remaining: Decimal
  endsAt?: EpochMicros | undefined
  ended?: EndReason | undefined
}

export interface Cash {
  amount: Decimal
  at: EpochMicros
}

/** A position: `size` signed, never zero; `cost` is the entry cost, with the sign of the size. */
export interface Holding {
  readonly listed: ListedInstrument
  size: Decimal
  cost: Decimal
  at: EpochMicros
}

export interface StoredAnswer {
  readonly text: SentText
  readonly outcome: Outcome
  readonly order?: Order | undefined
}

export interface AccountState {
  readonly name: Account
  /** House accounts trade without limits and receive no pushes. */
  readonly isHouse: boolean
  readonly cash: Map<string, Cash>
  readonly positions: Map<EntityId, Holding>
  readonly open: Map<OrderId, Order>
  readonly answers: Map<ClientOrderId, StoredAnswer>
  /** Derived from `open` on first use (see `commitments.ts`). */
  commitments?: Commitments | undefined
  /** Cached; undefined after anything but open orders changed (see `afford.ts`). */
  allowance?: Allowance | undefined
}

export interface EndedOrders {
  order(id: OrderId): Order | undefined
  answered(account: AccountState, id: ClientOrderId): StoredAnswer | undefined
  /** The account's orders executed at `since` or later, latest execution first. */
  traded(account: AccountState, since: EpochMicros): Iterable<Order>
  all(): Iterable<{ readonly account: AccountState; readonly id: ClientOrderId; readonly answered: StoredAnswer }>
}

export interface State {
  readonly market: Market
  readonly rfqTimeoutSeconds: number
  readonly openOrdersPerAccount: number
  readonly accounts: Map<Account, AccountState>
  /** Clients' orders not in `ended`; makers' quotes are not stored. */
  readonly orders: Map<OrderId, Order>
  ended: EndedOrders
  readonly books: Map<string, Book>
  readonly timers: Timers
  /** Live RFQs by contract key, oldest first. Derived from all accounts' `open`. */
  readonly rfqs: Map<string, Set<Order>>
  unitRisks?: { readonly quoteLife: number; readonly of: Map<string, UnitRisk | undefined> } | undefined
  events: ExchangeEvent[]
  now: EpochMicros
  lastOrderId: number
  lastTradeId: number
  rules: number
}
