/**
 * The market around an order at the moments that matter for its price. Raw figures only: what is fair is computed from them when a screen asks, so a better
 * model improves old orders too. Plain data; a figure that was not read is absent.
 */
import type { Decimal } from './decimal.ts'
import { type FilledOrder, legsOfSymbol } from './fill.ts'
import type { BookLevel } from './market-data.ts'

export const pointKinds = ['send', 'first', 'better', 'take', 'end'] as const
/** `first` and `better`: of the quotes on an RFQ, on the side that it trades against. `take`: one of its own fills. */
export type PointKind = (typeof pointKinds)[number]

/** Best bid and ask of one leg, then the sizes at them and their time where its order book was read; null where a figure is missing. */
export type LegFigures = readonly [
  bid: Decimal | null,
  ask: Decimal | null,
  bidSize?: Decimal | null | undefined,
  askSize?: Decimal | null | undefined,
  bookMs?: number | undefined,
]

export interface MarketFigures {
  /** When the market summary was read, venue time; absent where order books are all there was. */
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
  /** Size that was still wanted. */
  readonly wanted: Decimal
  /** Best levels of what is ordered, as one. */
  readonly bid?: BookLevel | undefined
  readonly ask?: BookLevel | undefined
  /** Of a take: the trades that it is of. */
  readonly trades?: readonly string[] | undefined
  readonly market?: MarketFigures | undefined
}

export const forwardKey = (base: string, expiryMs: number): string => `${base}-${expiryMs}`

/** What is ordered leg by leg, as its points list the legs; one instrument is one leg. */
export const legsOfPoint = (order: Pick<FilledOrder, 'symbol' | 'legs'>): readonly { readonly symbol: string; readonly ratio: number }[] =>
  legsOfSymbol(order) ?? [{ symbol: order.symbol, ratio: 1 }]

/** The point of a fill; undefined where nobody looked at the market then. */
export const takeOf = (points: readonly ReferencePoint[] | undefined, trade: string): ReferencePoint | undefined =>
  points?.find(point => point.trades?.includes(trade) === true)
