/**
 * Fills per instrument. The venue reports only the net price of a package. It is split by the venue's entries
 * (`leg-bookings.ts`), or until these arrive by the marks (`leg-prices.ts`). Such a fill is *allotted*: the sum of the
 * legs is exact, the split is an estimate.
 */
import { abs, dec, type Decimal, mul, neg, zero } from './decimal.ts'
import { compareIds } from './ids.ts'
import type { LegBooking } from './leg-bookings.ts'
import { legPrices, markedLegs } from './leg-prices.ts'
import { must } from './must.ts'
import {
  type Execution,
  type Leg,
  type OrderRecord,
  parseJoinedSymbol,
  parseSide,
  type Side,
  sideSign,
} from './order.ts'
import { minuteMs } from './time.ts'

export interface Fill {
  readonly id: string
  /** `client_order_id` of its order. */
  readonly order: string
  /** `trade_id`. If the account traded with itself, both fills have it. */
  readonly trade: string
  readonly symbol: string
  readonly side: Side
  /** Above zero. */
  readonly quantity: Decimal
  readonly price: Decimal
  readonly atMs: number
  readonly isAllotted: boolean
  /** Price unknown: no mark of that minute is stored. Only the sum of the package's legs is known. */
  readonly isUnknown?: true | undefined
}

/** The venue's booking order: by time, then by trade number. In a trade with itself the buy comes first. */
export const byBookingOrder = (a: Turn, b: Turn): number =>
  a.atMs - b.atMs || compareIds(a.trade, b.trade) || (a.side === b.side ? 0 : a.side === 'buy' ? -1 : 1)

type Turn = Pick<Fill, 'atMs' | 'trade' | 'side'>

export const signedQuantity = (fill: Pick<Fill, 'side' | 'quantity'>): Decimal =>
  fill.side === 'buy' ? fill.quantity : neg(fill.quantity)

export type FilledOrder = Pick<OrderRecord, 'client_order_id' | 'symbol' | 'side' | 'executions'> & {
  readonly legs?: readonly Pick<Leg, 'symbol' | 'ratio'>[] | undefined
  /** Prices of the legs as booked by the venue, by `trade_id`. */
  readonly bookings?: Readonly<Record<string, readonly LegBooking[]>> | undefined
  /** Time of each booking, by `trade_id`. Its estimates use the marks of that time. */
  readonly bookingsKnownMs?: Readonly<Record<string, number>> | undefined
}

export type MarkAt = (symbol: string, atMs: number, withinMs?: number) => Decimal | undefined

/** Marks further from a fill may split its price but do not count as leg prices. */
const sameMinuteMs = minuteMs

export const legsOfSymbol = (
  order: Pick<FilledOrder, 'symbol' | 'legs'>,
): readonly Pick<Leg, 'symbol' | 'ratio'>[] | undefined => order.legs ?? parseJoinedSymbol(order.symbol)

/** One execution with its legs at booked prices. A single instrument is a package with ratio 1. */
export interface ExecutedPackage {
  readonly order: string
  readonly trade: string
  readonly side: Side
  readonly atMs: number
  /** Packages, above zero. */
  readonly quantity: Decimal
  readonly legs: readonly ExecutedLeg[]
}

export interface ExecutedLeg {
  readonly symbol: string
  /** Signed as executed; whole, not zero. */
  readonly ratio: number
  readonly price: Decimal
  readonly isEstimated: boolean
  readonly isUnknown?: true | undefined
}

type BookedLeg = LegBooking & Pick<ExecutedLeg, 'isUnknown'>

/**
 * Booked leg prices, or a split by the marks of that time. Without marks the split is arbitrary and marked unknown, but
 * the sum is exact and all sizes are included.
 */
function bookedLegs(execution: Execution, order: FilledOrder, markAt: MarkAt): readonly BookedLeg[] {
  const legs = legsOfSymbol(order)
  const { executed_price: price, utc_timestamp } = execution
  if (legs === undefined) return [{ price }]
  const booked = order.bookings?.[execution.trade_id]
  const atMs = utc_timestamp / 1_000
  if (booked?.length === legs.length) {
    const isLate = (order.bookingsKnownMs?.[execution.trade_id] ?? atMs) - atMs > sameMinuteMs
    return isLate ? booked.map(each => (each.isEstimated === true ? { ...each, isUnknown: true } : each)) : booked
  }
  const estimate = { isEstimated: true } as const
  const near = markedLegs(legs, price, symbol => markAt(symbol, atMs, sameMinuteMs))
  if (near !== undefined) return legPrices(near, price).map(each => ({ ...estimate, price: each }))
  const far =
    markedLegs(legs, price, symbol => markAt(symbol, atMs)) ?? legs.map(({ ratio }) => ({ ratio, mark: zero }))
  return legPrices(far, price).map(each => ({ ...estimate, price: each, isUnknown: true }))
}

function executedPackage(
  execution: Execution,
  order: FilledOrder,
  side: Side,
  booked: readonly BookedLeg[],
): ExecutedPackage {
  const { utc_timestamp, trade_id: trade, executed_quantity: quantity } = execution
  const legs = (legsOfSymbol(order) ?? [{ symbol: order.symbol, ratio: 1 }]).map(
    ({ symbol, ratio }, at): ExecutedLeg => {
      const { price, isEstimated = false, isUnknown } = must(booked[at], 'a price of each leg')
      return {
        symbol,
        ratio: ratio * sideSign(side),
        price,
        isEstimated,
        ...(isUnknown === undefined ? {} : { isUnknown }),
      }
    },
  )
  return { order: order.client_order_id, trade, side, atMs: utc_timestamp / 1_000, quantity, legs }
}

export function executedPackages(order: FilledOrder, markAt: MarkAt): ExecutedPackage[] {
  const side = parseSide(order.side)
  if (side === undefined) return []
  return order.executions.map(execution =>
    executedPackage(execution, order, side, bookedLegs(execution, order, markAt)),
  )
}

/** Empty if the side is not understood, so that no known position changes. */
export function fillsOfOrder(order: FilledOrder, markAt: MarkAt): readonly Fill[] {
  const isPackage = legsOfSymbol(order) !== undefined
  return executedPackages(order, markAt).flatMap(each => legFills(each, isPackage))
}

const legFills = ({ order, trade, atMs, quantity, legs }: ExecutedPackage, isPackage: boolean): Fill[] =>
  legs.map(({ symbol, ratio, price, isEstimated, isUnknown }) => ({
    id: isPackage ? `${order} ${trade} ${symbol}` : `${order} ${trade}`,
    order,
    trade,
    symbol,
    side: ratio > 0 ? 'buy' : 'sell',
    quantity: mul(quantity, abs(dec(ratio))),
    price,
    atMs,
    isAllotted: isEstimated,
    ...(isUnknown === undefined ? {} : { isUnknown }),
  }))
