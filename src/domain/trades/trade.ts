/** Trades: what was opened together, followed to its end whatever the venue nets it against. */
import type { Decimal } from '../decimal.ts'
import type { Lot } from '../lot.ts'
import type { TradeStep } from './trade-steps.ts'

export interface TradeLeg extends Lot {
  readonly symbol: string
}

/** What moved in a trade at one moment: so much of an instrument, against so much cash. */
export interface TradeFlow {
  /** Undefined for what was held when the account was first seen. */
  readonly atMs: number | undefined
  readonly symbol: string
  /** Signed: above zero where it was bought; zero for funding. */
  readonly size: Decimal
  /** In the quote asset, above zero where it was received; a lot that is taken over costs what it cost before. */
  readonly cash: Decimal
}

export interface Trade {
  /** The same as long as the trade lives. */
  readonly id: string
  /** A lot that was held when the account was first seen; what is rolled out of one is a trade. */
  readonly kind: 'trade' | 'before'
  /** Some of it was held when the account was first seen. */
  readonly isFromBefore: boolean
  /** Of its first fill; undefined where that was not seen. */
  readonly openedMs: number | undefined
  /** Undefined while something of it is open. */
  readonly closedMs: number | undefined
  /** Orders that made it what it is, oldest first. */
  readonly orders: readonly string[]
  /** How many of them rolled it. */
  readonly rolls: number
  /** What is open of it. */
  readonly legs: readonly TradeLeg[]
  /** By closings, rolls and settlements, before fees. */
  readonly realised: Decimal
  readonly funding: Decimal
  /** Symbols that expired and whose settlement price is not known: what they came to is not in `realised`. */
  readonly unsettled: readonly string[]
  /** Its life, oldest first. */
  readonly steps: readonly TradeStep[]
  /** Every execution, settlement and funding of it, by rising time; they add up to what is open and what was realised. */
  readonly flows: readonly TradeFlow[]
  /** Some of it goes on in another trade, which was rolled together with it. */
  readonly wentOn: boolean
}
