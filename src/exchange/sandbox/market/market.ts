/**
 * The market as the exchange sees it: listed instruments, fair values, makers' quotes. A function of seed and time
 * without mutable state, so any moment can be recomputed.
 */
import type { Decimal } from '../../../core/domain/decimal.ts'
import type { DeliverableId, EntityId } from '../../../core/domain/ids.ts'
import type { Instrument, Product } from '../../../core/domain/instrument.ts'
import type { BookLevel } from '../../../core/domain/market-data.ts'
import type { Leg } from '../../../core/domain/order.ts'

export interface ListedInstrument {
  readonly instrument: Instrument
  readonly product: Product
  readonly base: string
  /** Id under which positions (for spot, its base asset) are reported. */
  readonly deliverable_id: DeliverableId
  /** Quantity for makers' quotes and liquidations, if not the quantity step. */
  readonly lot?: Decimal
  /** ms since 1970 UTC; undefined for spot, perpetual, index. */
  readonly expiryMs?: number
  readonly strike?: Decimal
  readonly right?: 'call' | 'put'
}

export interface Listing {
  /** Changes exactly when the list does. */
  readonly version: string
  readonly all: readonly ListedInstrument[]
  byId(id: EntityId): ListedInstrument | undefined
  bySymbol(symbol: string): ListedInstrument | undefined
}

/** Makers' levels, best first; empty on a side they do not quote. */
export interface Quotes {
  readonly buy: readonly BookLevel[]
  readonly sell: readonly BookLevel[]
}

export interface Market {
  listing(nowMs: number): Listing
  find(key: { readonly id: EntityId } | { readonly symbol: string }, nowMs: number): ListedInstrument | undefined
  indexPrice(base: string, nowMs: number): Decimal
  /** Fair value, on the price step or finer; after expiry the settlement value. */
  markPrice(listed: ListedInstrument, nowMs: number): Decimal
  /** Rate that longs pay shorts at a funding, as a fraction of the mark; as in the market summary. */
  fundingRate(base: string, nowMs: number): Decimal
  /** Cash per unit at expiry: the index at 08:00 UTC for futures, intrinsic value for options. */
  settlementPrice(listed: ListedInstrument): Decimal
  quotes(listed: ListedInstrument, nowMs: number): Quotes
  packageQuotes(legs: readonly (Leg & { readonly listed: ListedInstrument })[], nowMs: number): Quotes
  /**
   * Distance of each dealer from the makers' mid, USD per unit, as set at the control desk. Undefined: the dealer's own
   * behaviour.
   */
  readonly bias?: { readonly usd: Decimal | undefined }
  /** Quotes, marks and indexes are constant between multiples of this (ms); expiries are multiples too. */
  readonly quoteLifeMs: number
}
