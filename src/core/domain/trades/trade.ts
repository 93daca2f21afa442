/** Trades: legs opened together and followed to their end, however the venue nets them. */
import type { Decimal } from '../decimal.ts'
import type { Lot } from '../lot.ts'
import type { TradeStep } from './trade-steps.ts'

export interface TradeLeg extends Lot {
  readonly symbol: string
}

/** One movement of an instrument and its cash in a trade. */
export interface TradeFlow {
  readonly atMs: number | undefined
  readonly symbol: string
  /** Signed: positive if bought. Zero for funding. */
  readonly size: Decimal
  /** In the quote asset; positive if received. A lot from another trade keeps its cost. */
  readonly cash: Decimal
}

export interface Trade {
  readonly id: string
  /** `before`: a lot held when the account was first observed. What is rolled out of it is a `trade`. */
  readonly kind: 'trade' | 'before'
  /** True if part of it was held when the account was first observed. */
  readonly isFromBefore: boolean
  readonly openedMs: number | undefined
  readonly closedMs: number | undefined
  /** Orders that built it, oldest first. */
  readonly orders: readonly string[]
  readonly rolls: number
  readonly legs: readonly TradeLeg[]
  /** By closings, rolls and settlements, before fees. */
  readonly realised: Decimal
  readonly funding: Decimal
  /** Expired symbols with an unknown settlement price. Their result is not in `realised`. */
  readonly unsettled: readonly string[]
  readonly steps: readonly TradeStep[]
  /**
   * Every execution, settlement and funding, ascending in time. They add up to the open lots and the realised result.
   */
  readonly flows: readonly TradeFlow[]
  /** True if part of it continues in another trade, rolled together with it. */
  readonly isContinued: boolean
}
