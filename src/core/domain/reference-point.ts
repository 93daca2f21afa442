/**
 * Market data at moments relevant for an order's price. Stores raw figures: fair values are computed on demand, so that
 * a better model also applies to old orders. Figures that were not read are absent.
 */
import type { Decimal } from './decimal.ts'
import { type FilledOrder, legsOfSymbol } from './fill.ts'
import type { BookLevel } from './market-data.ts'

export const pointKinds = ['send', 'first', 'better', 'take', 'end'] as const
/** `first` and `better`: quotes on an RFQ, on the side that it trades against. `take`: an own fill. */
export type PointKind = (typeof pointKinds)[number]

/** Best bid and ask of a leg, then their sizes and the time of its order book. Null for a missing figure. */
export type LegFigures = readonly [
  bid: Decimal | null,
  ask: Decimal | null,
  bidSize?: Decimal | null | undefined,
  askSize?: Decimal | null | undefined,
  bookMs?: number | undefined,
]

export interface MarketFigures {
  /** Venue time of the market summary. Absent if only order books were read. */
  readonly readMs?: number | undefined
  /** In the order of the legs. */
  readonly legs: readonly LegFigures[]
  /** By underlying asset. */
  readonly indexes: Readonly<Record<string, Decimal>>
  /** By underlying and expiry: "BTC-1798185600000". */
  readonly forwards: Readonly<Record<string, Decimal>>
}

export interface ReferencePoint {
  readonly kind: PointKind
  /** Venue time. */
  readonly atMs: number
  /** Remaining requested size. */
  readonly wanted: Decimal
  /** Best levels of the whole package or instrument. */
  readonly bid?: BookLevel | undefined
  readonly ask?: BookLevel | undefined
  readonly trades?: readonly string[] | undefined
  readonly market?: MarketFigures | undefined
}

export const forwardKey = (base: string, expiryMs: number): string => `${base}-${expiryMs}`

export const legsOfPoint = (
  order: Pick<FilledOrder, 'symbol' | 'legs'>,
): readonly { readonly symbol: string; readonly ratio: number }[] =>
  legsOfSymbol(order) ?? [{ symbol: order.symbol, ratio: 1 }]

export const takeOf = (points: readonly ReferencePoint[] | undefined, trade: string): ReferencePoint | undefined =>
  points?.find(point => point.trades?.includes(trade) === true)
