/**
 * What the exchange needs to know of the market around it: which instruments are listed, what they are worth, how
 * makers quote them. A market is a function of its seed and the time asked about; it has no state that orders could
 * change, so any moment can be computed again.
 */
import type { Decimal } from '../../domain/decimal.ts'
import type { DeliverableId, EntityId } from '../../domain/ids.ts'
import type { Instrument, Product } from '../../domain/instrument.ts'
import type { BookLevel } from '../../domain/market-data.ts'
import type { Leg } from '../../domain/order.ts'

/** An instrument as listed, with what the exchange knows of it beyond its rules. */
export interface ListedInstrument {
  readonly instrument: Instrument
  readonly product: Product
  /** Underlying asset, "BTC". */
  readonly base: string
  /** Id under which a position in it (or, for spot, its base asset) is reported. */
  readonly deliverable_id: DeliverableId
  /** Quantity in which makers quote and the venue closes positions, where that is not the quantity step. */
  readonly lot?: Decimal
  /** ms since 1970 UTC; undefined for spot, perpetual, index. */
  readonly expiryMs?: number
  readonly strike?: Decimal
  readonly right?: 'call' | 'put'
}

export interface Listing {
  /** Changes when, and only when, the list does. */
  readonly version: string
  readonly all: readonly ListedInstrument[]
  byId(id: EntityId): ListedInstrument | undefined
  bySymbol(symbol: string): ListedInstrument | undefined
}

/** Levels that makers show, best first; empty on a side they do not quote. */
export interface Quotes {
  readonly buy: readonly BookLevel[]
  readonly sell: readonly BookLevel[]
}

export interface Market {
  /** Instruments tradeable or suspended at `nowMs`; the expired are gone from it. */
  listing(nowMs: number): Listing
  /** Also finds the expired that were once listed (positions in them may await settlement, orders may name them). */
  find(key: { readonly id: EntityId } | { readonly symbol: string }, nowMs: number): ListedInstrument | undefined
  /** Price of the underlying in USD. */
  indexPrice(base: string, nowMs: number): Decimal
  /** Fair value, on the instrument's price step or finer; an expired one is worth its settlement value. */
  markPrice(listed: ListedInstrument, nowMs: number): Decimal
  /** What longs of a base's perpetual pay shorts at a funding, as a fraction of its mark; as the market summary shows it. */
  fundingRate(base: string, nowMs: number): Decimal
  /** Cash per unit at expiry: index at 08:00 UTC for futures, intrinsic value for options. */
  settlementPrice(listed: ListedInstrument): Decimal
  /** Makers' quotes now, on the price and quantity steps, not crossed; nothing for a suspended or expired one. */
  quotes(listed: ListedInstrument, nowMs: number): Quotes
  /** The same for a package of at least two legs in the contract's form: price is the net of one package. */
  packageQuotes(legs: readonly (Leg & { readonly listed: ListedInstrument })[], nowMs: number): Quotes
  /** How much worse than the middle of the makers' quotes each dealer answers, USD a unit; undefined: by its own temper. Set by hand. */
  readonly bias?: { readonly usd: Decimal | undefined }
  /** Quotes, marks and indexes are constant between multiples of this (ms); expiries are such multiples. */
  readonly quoteLifeMs: number
}
