/** The exchange's state, as types only; `state.ts` creates the first one. */
import type { Decimal } from '../../domain/decimal.ts'
import type { ClientOrderId, EntityId, OrderId } from '../../domain/ids.ts'
import type { Execution, Side } from '../../domain/order.ts'
import type { EpochMicros } from '../../domain/time.ts'
import type { Account, EndReason, ExchangeEvent, Outcome, SentText } from '../exchange.ts'
import type { ListedInstrument, Market } from '../market/market.ts'
import type { Contract } from './contracts.ts'

export interface Level {
  readonly price: Decimal
  /** In the order they came. */
  readonly orders: Set<Order>
}

export interface Book {
  readonly contract: Contract
  /** Best first. */
  readonly buy: Level[]
  readonly sell: Level[]
  /** Which life of makers' quotes is in the book (see `makers.ts`), and all of them that were not pulled, the taken ones too. */
  quoteLife: number | undefined
  quotes: Order[]
}

/** Orders of one contract on one side. */
export interface Committed {
  readonly contract: Contract
  readonly side: Side
  /** Of all together. */
  total: Decimal
  /** Prices, ascending, and before each of them, and at the end, the sums of quantity and of quantity × price below it. */
  prices: readonly Decimal[]
  quantities: readonly Decimal[]
  sums: readonly { readonly quantity: Decimal; readonly value: Decimal }[]
  /** Quantity by price that is to be added to these; negative where orders left. */
  readonly recent: Map<Decimal, Decimal>
}

export interface Commitments {
  /** Came to rest since somebody last asked: in no group yet. */
  readonly arrived: Set<Order>
  /** Those in groups. */
  readonly orders: Set<Order>
  readonly groups: Map<string, Committed>
}

export interface Due {
  readonly at: EpochMicros
  readonly orders: Set<Order>
  /** By id, so that one instrument expires, or is funded, once. */
  readonly instruments: Map<string, ListedInstrument>
}

export interface Timers {
  /** Latest first, each time once, so that the next one is popped off the end. */
  readonly times: EpochMicros[]
  readonly due: Map<EpochMicros, Due>
}

export interface Allowance {
  /** Of the prices it was made at. */
  readonly quoteLife: number
  /** By asset, at most what is available. */
  readonly available: Map<string, Decimal>
}

/** What a unit of a contract, on one side, comes to in USD while prices stand (see `afford.ts`). */
export interface UnitRisk {
  readonly atMarks: Decimal
  /** Extra amount bound for options sold, beside the loss at the marks; not negative. */
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
  /** When its time runs out. */
  endsAt?: EpochMicros | undefined
  ended?: EndReason | undefined
}

export interface Cash {
  amount: Decimal
  /** Of the last movement. */
  at: EpochMicros
}

/** A position: `size` signed, never zero; `cost` is what it was entered for, signed as the size is. */
export interface Holding {
  readonly listed: ListedInstrument
  size: Decimal
  cost: Decimal
  at: EpochMicros
}

/** The first answer given for a client order id, and the body it answered. */
export interface StoredAnswer {
  readonly text: SentText
  readonly outcome: Outcome
  readonly order?: Order | undefined
}

export interface AccountState {
  readonly name: Account
  /** The house trades without limits and receives no pushes. */
  readonly isHouse: boolean
  readonly cash: Map<string, Cash>
  readonly positions: Map<EntityId, Holding>
  readonly open: Map<OrderId, Order>
  /** Those that `ended` does not have. */
  readonly answers: Map<ClientOrderId, StoredAnswer>
  /** Computed from `open` on first use (see `commitments.ts`). */
  commitments?: Commitments | undefined
  /** Follows from all of it; none where more than open orders changed since it was made (see `afford.ts`). */
  allowance?: Allowance | undefined
}

/** Orders that ended and refusals that memory has given up. */
export interface EndedOrders {
  order(id: OrderId): Order | undefined
  answered(account: AccountState, id: ClientOrderId): StoredAnswer | undefined
  /** Those of the account that were executed at `since` or later, the one executed last first. */
  traded(account: AccountState, since: EpochMicros): Iterable<Order>
  /** In no order. */
  all(): Iterable<{ readonly account: AccountState; readonly id: ClientOrderId; readonly answered: StoredAnswer }>
}

export interface State {
  readonly market: Market
  readonly rfqTimeoutSeconds: number
  /** As many orders of one account may live at a time. */
  readonly openOrdersPerAccount: number
  readonly accounts: Map<Account, AccountState>
  /** Of clients, those that `ended` does not have; makers' quotes are not kept. */
  readonly orders: Map<OrderId, Order>
  ended: EndedOrders
  readonly books: Map<string, Book>
  readonly timers: Timers
  /** Living RFQs by the key of their contract, oldest first. Follows from `open` of all accounts. */
  readonly rfqs: Map<string, Set<Order>>
  /** By side and contract; undefined for a package over several underlyings. Computed from the market. */
  unitRisks?: { readonly quoteLife: number; readonly of: Map<string, UnitRisk | undefined> } | undefined
  /** Not yet handed out. */
  events: ExchangeEvent[]
  now: EpochMicros
  lastOrderId: number
  lastTradeId: number
  /** Version of the rules in force (`rules.ts`). */
  rules: number
}
