/** Trades: what was opened together, followed to its end whatever the venue nets it against. */
import type { Decimal } from '../decimal.ts'
import type { Lot } from '../lot.ts'
import type { TradeStep } from './trade-steps.ts'

export interface TradeLeg extends Lot {
  readonly symbol: string
}

/** What moved in a trade at one moment: so much of an instrument, against so much cash. */
export interface TradeFlow {
  /** Undefined for an initial position. */
  readonly atMs: number | undefined
  readonly symbol: string
  /** Signed: positive if bought. Zero for funding. */
  readonly size: Decimal
  /** In the quote asset, above zero where it was received; a lot that is taken over costs what it cost before. */
  readonly cash: Decimal
}

export interface Trade {
  /** Stable during the trade's life. */
  readonly id: string
  /** A lot that was held when the account was first seen; what is rolled out of one is a trade. */
  readonly kind: 'trade' | 'before'
  /** Some of it was held when the account was first seen. */
  readonly isFromBefore: boolean
  /** Time of the first fill. Undefined if not observed. */
  readonly openedMs: number | undefined
  /** Undefined while anything is open. */
  readonly closedMs: number | undefined
  /** Orders that made it what it is, oldest first. */
  readonly orders: readonly string[]
  /** Number of rolls. */
  readonly rolls: number
  readonly legs: readonly TradeLeg[]
  /** By closings, rolls and settlements, before fees. */
  readonly realised: Decimal
  readonly funding: Decimal
  /** Symbols that expired and whose settlement price is not known: what they came to is not in `realised`. */
  readonly unsettled: readonly string[]
  /** Oldest first. */
  readonly steps: readonly TradeStep[]
  /**
   * Every execution, settlement and funding of it, by rising time; they add up to what is open and what was realised.
   */
  readonly flows: readonly TradeFlow[]
  /** Some of it goes on in another trade, which was rolled together with it. */
  readonly wentOn: boolean
}
