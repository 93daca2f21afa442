/**
 * Fills as positions see them: one instrument, one price. The venue tells of a package only its net price; it is shared out among the legs
 * as the venue's entries tell (`leg-bookings.ts`), or until they do as `leg-prices.ts` says, from the marks at that time. Such a fill is marked *allotted*:
 * the sum over the legs is exact, their split is an estimate.
 */
import { abs, dec, type Decimal, mul, neg } from './decimal.ts'
import { compareIds } from './ids.ts'
import type { LegBooking } from './leg-bookings.ts'
import { legPrices, markedLegs } from './leg-prices.ts'
import { must } from './must.ts'
import { type Execution, type Leg, opposite, type OrderRecord, parseJoinedSymbol, parseSide, type Side } from './order.ts'

export interface Fill {
  /** Unique among the fills of an account. */
  readonly id: string
  /** `client_order_id` of the order that it belongs to. */
  readonly order: string
  /** `trade_id`: of both fills, where the account traded with itself. */
  readonly trade: string
  readonly symbol: string
  readonly side: Side
  /** Above zero. */
  readonly quantity: Decimal
  readonly price: Decimal
  readonly atMs: number
  readonly isAllotted: boolean
}

/**
 * The order in which a venue booked what it tells of: by time, at one moment (an order that sweeps several prices) by the number of the trade. Of an account
 * that traded with itself the buying comes first.
 */
export const inTurn = (a: Turn, b: Turn): number =>
  a.atMs - b.atMs || compareIds(a.trade, b.trade) || (a.side === b.side ? 0 : a.side === 'buy' ? -1 : 1)

type Turn = Pick<Fill, 'atMs' | 'trade' | 'side'>

export const signedQuantity = (fill: Pick<Fill, 'side' | 'quantity'>): Decimal => (fill.side === 'buy' ? fill.quantity : neg(fill.quantity))

export type FilledOrder = Pick<OrderRecord, 'client_order_id' | 'symbol' | 'side' | 'executions'> & {
  readonly legs?: readonly Pick<Leg, 'symbol' | 'ratio'>[] | undefined
  /** What the venue booked the legs at, as its entries told, by `trade_id`. */
  readonly bookings?: Readonly<Record<string, readonly LegBooking[]>> | undefined
}

/** Mark of an instrument at a time; undefined where none is kept. */
export type MarkAt = (symbol: string, atMs: number) => Decimal | undefined

/** What the legs of an order are; undefined for a single instrument. */
export const legsOfSymbol = (order: Pick<FilledOrder, 'symbol' | 'legs'>): readonly Pick<Leg, 'symbol' | 'ratio'>[] | undefined =>
  order.legs ?? parseJoinedSymbol(order.symbol)

/** The fills of an order, and the executions that are in none: of a side that is not understood, or whose legs could not be priced for want of a mark. */
export function fillsOfOrder(
  order: FilledOrder,
  markAt: MarkAt,
): { readonly fills: readonly Fill[]; readonly lacking: readonly Execution[] } {
  const side = parseSide(order.side)
  // What was neither bought nor sold as far as is known changes no position that is known.
  if (side === undefined) return { fills: [], lacking: order.executions }
  const legs = legsOfSymbol(order)
  const lacking: Execution[] = []
  const fills = order.executions.flatMap((execution): Fill[] => {
    const atMs = execution.utc_timestamp / 1_000
    const base = { order: order.client_order_id as string, trade: execution.trade_id as string, atMs }
    const id = `${order.client_order_id} ${execution.trade_id}`
    if (legs === undefined) {
      const { executed_quantity: quantity, executed_price: price } = execution
      return [{ ...base, id, symbol: order.symbol, side, quantity, price, isAllotted: false }]
    }
    const booked = order.bookings?.[execution.trade_id]
    if (booked?.length === legs.length) return legFills(execution, legs, booked, { ...base, id, side })
    const priced = markedLegs(legs, execution.executed_price, symbol => markAt(symbol, atMs))
    if (priced === undefined) {
      lacking.push(execution)
      return []
    }
    const prices = legPrices(priced, execution.executed_price)
    return legFills(
      execution,
      legs,
      prices.map(price => ({ price, isEstimated: true })),
      { ...base, id, side },
    )
  })
  return { fills, lacking }
}

function legFills(
  { executed_quantity }: Execution,
  legs: readonly Pick<Leg, 'symbol' | 'ratio'>[],
  booked: readonly LegBooking[],
  { id, side, ...base }: Pick<Fill, 'id' | 'order' | 'trade' | 'atMs' | 'side'>,
): Fill[] {
  return legs.map((leg, index) => {
    const { price, isEstimated = false } = must(booked[index], 'a price of each leg')
    const quantity = mul(executed_quantity, abs(dec(leg.ratio)))
    const legSide = leg.ratio > 0 ? side : opposite(side)
    return { ...base, id: `${id} ${leg.symbol}`, symbol: leg.symbol, side: legSide, quantity, price, isAllotted: isEstimated }
  })
}
