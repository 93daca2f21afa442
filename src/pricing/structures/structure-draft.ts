/** What a text of a structure is read with, and read to. */
import type { Decimal } from '../../domain/decimal.ts'
import type { ListedUniverse } from '../../domain/listed-universe.ts'
import type { MarketSummary } from '../../domain/market-data.ts'
import type { Side } from '../../domain/order.ts'
import type { PackageLeg } from '../../domain/package/package-leg.ts'
import type { BaseSurface } from '../market/base-surface.ts'

export interface StructureDraft {
  readonly legs: readonly PackageLeg[]
  readonly side?: Side | undefined
  readonly quantity?: Decimal | undefined
  /** Per package, as the ticket reads it: signed, or with its word ("3500 credit"). */
  readonly price?: string | undefined
  readonly mode?: 'rfq' | 'firm' | undefined
  readonly type?: 'LIMIT' | 'MARKET' | undefined
  readonly tif?: 'GTC' | 'IOC' | undefined
  /** What was assumed or left to the trader, one sentence each. */
  readonly notes?: readonly string[] | undefined
}

export interface StructureContext {
  readonly universe: ListedUniverse
  /** Taken where the text names no other, as is its expiry. */
  readonly base: string
  readonly expiryMs: number | undefined
  readonly nowMs: number
  /** Undefined while there are no prices. */
  readonly surfaceOf: (base: string) => BaseSurface | undefined
  readonly quotes: ReadonlyMap<string, MarketSummary>
  /** Signed size of the account's position, for a roll; absent where positions are not known. */
  readonly positionOf?: ((symbol: string) => number) | undefined
}

export type StructureResult =
  | { readonly ok: true; readonly value: StructureDraft }
  /** `isPart`: some of it is of a structure, so a structure was meant. */
  | { readonly ok: false; readonly why: string; readonly isPart: boolean }
